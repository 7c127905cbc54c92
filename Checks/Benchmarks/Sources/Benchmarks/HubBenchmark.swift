import HubContracts
import HubCore
import HubHTTP
import HubStorageSQLite
import HubTesting
import PersonalSyncTesting
import ToolboxHTTP
import ToolboxHTTPServer

/// Durable pushes and pulls through sockets, beside bare SQLite doing the same rows.
struct HubBenchmark {
  let folder: WorkFolder
  let dice = Dice(seed: 2)
  private static let rounds = 5

  func run(_ report: inout Report) async throws {
    let door = try FrontDoor(at: TestDevice.origin) { identity, _ in
      let sync = SyncService(
        storage: identity.database, clock: identity.clock, random: identity.random)
      return SyncRoutes(sync: sync).routes
    }
    let owner = try await door.identity.makeOwner()
    let bearer = try await door.identity.connect(owner).bearer.text
    let server = try MicrohttpdServer.start(HTTPServerConfiguration()) { request in
      await door.respond(to: request)
    }
    let hub = HubUnderLoad(port: server.port, bearer: bearer, dice: dice)
    try pushes(hub, &report)
    try pulls(hub, &report)
    await server.drain(within: .seconds(1))
  }

  private func pushes(_ hub: HubUnderLoad, _ report: inout Report) throws {
    report.title(
      "Durable pushes (WAL, FULL); each record is two rows and two further index entries")
    var raw: [Rate] = []
    var batches: [Rate] = []
    for round in 0..<Self.rounds {
      raw.append(try rawRows(round, count: 40_000, perTransaction: 100))
      batches.append(hub.push(requests: 400, perRequest: 100, connections: 4))
    }
    report.line("raw SQLite, 100 records a transaction", median(raw), "records/s")
    report.line("Hub over sockets, batches of 100, 4 connections", median(batches), "records/s")
    report.ratio("batches against raw SQLite", median(batches) / median(raw), mustReach: 0.6)

    var rawSingle: [Rate] = []
    var single: [Rate] = []
    for round in 0..<Self.rounds {
      rawSingle.append(try rawRows(10 + round, count: 2_000, perTransaction: 1))
      single.append(hub.push(requests: 24_000, perRequest: 1, connections: 16))
    }
    report.line("raw SQLite, one record a transaction", median(rawSingle), "records/s")
    report.line("Hub over sockets, single pushes, 16 connections", median(single), "records/s")
    report.ratio(
      "single pushes against raw SQLite", median(single) / median(rawSingle), mustReach: 1)
  }

  private func pulls(_ hub: HubUnderLoad, _ report: inout Report) throws {
    report.title("Pulls in pages of 500")
    _ = try rawRows(20, count: 50_000, perTransaction: 1_000)
    var raw: [Rate] = []
    var pages: [Rate] = []
    for _ in 0..<Self.rounds {
      raw.append(rawPages(20))
      pages.append(hub.pull(records: 100_000, connections: 2))
    }
    report.line("raw SQLite, the same rows", median(raw), "records/s")
    report.line("Hub over sockets, 2 connections", median(pages), "records/s")
    report.ratio("pulls against raw SQLite", median(pages) / median(raw), mustReach: 0.1)
  }

  /// Inserts what the Hub inserts for a push, into tables that the Hub made.
  private func rawRows(_ round: Int, count: Int, perTransaction: Int) throws -> Rate {
    let path = folder.file("raw-hub-\(round).db")
    _ = try HubDatabase.open(path: path)
    let database = RawSQLite(path: path)
    let mutations = (0..<count).map { _ in Workload.mutation(dice) }
    return Rate.of {
      for start in stride(from: 0, to: count, by: perTransaction) {
        database.transaction {
          for (index, mutation) in mutations[start..<min(start + perTransaction, count)]
            .enumerated()
          {
            insert(mutation, at: Int64(start + index + 1), database)
          }
          database.run(
            "INSERT OR REPLACE INTO feed(account, cursor) VALUES(1, ?)", [.integer(Int64(start))])
        }
      }
      return count
    }
  }

  private func insert(_ mutation: Mutation, at cursor: Int64, _ database: RawSQLite) {
    let key = mutation.key.bytes
    database.run(
      """
      INSERT INTO record(account, domain, cursor, id, version, is_deleted, occurred_minute,
        modified_ms, recorded_ms, origin, change, body) VALUES(1, 1, ?, ?, 1, 0, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(cursor), .text(Array(mutation.record.description.utf8CString)),
        .integer(mutation.occurredAt.number), .integer(1), .integer(1), .blob(key), .blob(key),
        .blob(mutation.body),
      ])
    database.run(
      "INSERT INTO mutation_key(account, key, digest, version, cursor) VALUES(1, ?, ?, 1, ?)",
      [.blob(key), .blob(key), .integer(cursor)])
  }

  private func rawPages(_ round: Int) -> Rate {
    let database = RawSQLite(path: folder.file("raw-hub-\(round).db"))
    return Rate.of {
      var read = 0
      for cursor in stride(from: 0, to: 50_000, by: 500) {
        read +=
          database.readAll(
            """
            SELECT domain, cursor, id, version, is_deleted, occurred_minute, modified_ms, recorded_ms,
              origin, change, body FROM record
            WHERE account = 1 AND domain = 1 AND cursor > ? ORDER BY cursor LIMIT 500
            """, [.integer(Int64(cursor))]
          ).rows
      }
      return read
    }
  }
}

/// The Hub's server and those who press it.
struct HubUnderLoad {
  let port: UInt16
  let bearer: String
  let dice: Dice

  /// Pushes new records over `connections` at once; requests are made before the clock starts.
  func push(requests: Int, perRequest: Int, connections: Int) -> Rate {
    let device: DeviceID = Workload.identifier(dice)
    let bodies = (0..<requests).map { _ in
      LoadClient.request(
        "POST", "/v1/sync/push", bearer: bearer,
        body: Workload.pushBody(perRequest, dice, device: device))
    }
    let port = port
    return Rate.of {
      onThreads(connections) { index in
        let client = LoadClient(port: port)
        for request in stride(from: index, to: bodies.count, by: connections) {
          _ = client.exchange(bodies[request])
        }
      }
      return requests * perRequest
    }
  }

  /// Reads the feed page by page, from its start on each connection.
  func pull(records: Int, connections: Int) -> Rate {
    let (port, bearer) = (port, bearer)
    let pages = records / 500 / connections
    return Rate.of {
      onThreads(connections) { _ in
        let client = LoadClient(port: port)
        for page in 0..<pages {
          let target = "/v1/sync/pull?domain=anchor&cursor=\(page * 500)"
          _ = client.exchange(LoadClient.request("GET", target, bearer: bearer, body: []))
        }
      }
      return pages * connections * 500
    }
  }
}
