import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

/// The first sync of a store that holds nothing, beside a bare insert of the rows that it writes.
///
/// The time that the Hub in this process takes to answer is taken off: it is no work of the device's.
struct FirstSyncBenchmark {
  let folder: WorkFolder
  let records: Int

  /// Rows in a transaction of the bare insert; about as many as a slice of a pass comes to hold.
  private static let rowsAtOnce = 500

  func run(_ report: inout Report) async throws {
    report.title("First sync of \(records) records into an attached store, saving included")
    let home = PlainHousehold(seed: 4, in: folder)
    _ = try await home.sender("first sender", of: records)

    var (times, answering) = ([Int64](), [Int64]())
    for round in 0..<3 {
      let timed = TimedHub(home.hub)
      let device = try await home.connected("first receiver \(round)", over: timed)
      let (start, before) = (nanoseconds(), timed.answering)
      try await device.synchronize()
      let (whole, answers) = (nanoseconds() - start, timed.answering - before)
      answering.append(answers)
      times.append(whole - answers)
    }
    let raw = median((0..<3).map { insertBare($0) })
    let ours = Rate(count: records, nanoseconds: times.sorted()[1])
    report.line("bare insert of the same rows of both tables", raw, "/s")
    report.line("first sync", ours.perSecond, "/s")
    report.milliseconds(
      "taken off for the Hub's answers", Double(answering.sorted()[1]) / 1e6)
    report.ratio("first sync against the bare insert", ours.perSecond / raw, mustReach: 0.5)
  }

  /// The app's row and the journal's row of each record, and nothing read, checked or decided.
  private func insertBare(_ round: Int) -> Rate {
    let database = RawSQLite(path: folder.file("raw-first-sync-\(round).db"))
    database.script(
      """
      CREATE TABLE note(id TEXT PRIMARY KEY, minutes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE sync_record(
        domain INTEGER NOT NULL, record TEXT NOT NULL, version INTEGER NOT NULL,
        fingerprint BLOB NOT NULL, modified_ms INTEGER NOT NULL, sealed TEXT,
        PRIMARY KEY(domain, record)) STRICT, WITHOUT ROWID
      """)
    let names = (0..<records).map {
      Array(RecordID.named("record \($0)").description.utf8CString)
    }
    let fingerprint = [UInt8](repeating: 7, count: 16)
    return Rate.of {
      for start in stride(from: 0, to: records, by: Self.rowsAtOnce) {
        database.transaction {
          for name in names[start..<min(start + Self.rowsAtOnce, records)] {
            database.run("INSERT INTO note(id, minutes) VALUES(?, ?)", [.text(name), .integer(1)])
            database.run(
              """
              INSERT INTO sync_record(domain, record, version, fingerprint, modified_ms)
              VALUES(?, ?, ?, ?, ?)
              """,
              [.integer(1), .text(name), .integer(1), .blob(fingerprint), .integer(1)])
          }
        }
      }
      return records
    }
  }
}

/// Counts the time that a Hub takes to answer.
private final class TimedHub: HTTPClient {
  private let hub: FakeHub
  private let sum = Locked<Int64>(0)

  init(_ hub: FakeHub) { self.hub = hub }

  var answering: Int64 { sum.withLock { $0 } }

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    let start = nanoseconds()
    defer { sum.withLock { $0 += nanoseconds() - start } }
    return hub.respond(to: request, at: origin)
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    try await hub.stream(request, to: origin)
  }
}
