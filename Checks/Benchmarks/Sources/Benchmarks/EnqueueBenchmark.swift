import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import ToolboxCrypto
import ToolboxSQLite

/// What it costs an app to queue a change, beside a bare insert of the same row.
struct EnqueueBenchmark {
  let folder: WorkFolder
  let dice = Dice(seed: 1)

  func run(_ report: inout Report) throws {
    report.title("Enqueue, one durable transaction each (WAL, FULL)")
    let raw = median(try (0..<5).map { try rawRound($0, count: 1_500, perTransaction: 1) })
    let ours = median(try (0..<5).map { try ourRound($0, count: 1_500, perTransaction: 1) })
    report.line("raw insert of the same outbox row", raw, "/s")
    report.line("journal.enqueue", ours, "/s")
    report.ratio("enqueue against raw insert", ours / raw, mustReach: 0.5)

    report.title("Enqueue, 100 in a transaction")
    let rawMany = median(try (5..<10).map { try rawRound($0, count: 50_000, perTransaction: 100) })
    let ourMany = median(try (5..<10).map { try ourRound($0, count: 50_000, perTransaction: 100) })
    report.line("raw insert", rawMany, "/s")
    report.line("journal.enqueue, outbox growing to 50,000", ourMany, "/s")
    report.line("  of that, in the last tenth", try lastTenth(), "/s")
    try million(&report)
  }

  private func rawRound(_ round: Int, count: Int, perTransaction: Int) throws -> Rate {
    let database = RawSQLite(path: folder.file("raw-enqueue-\(round).db"))
    database.script(
      """
      CREATE TABLE sync_outbox(sequence INTEGER PRIMARY KEY, domain INTEGER NOT NULL,
        record TEXT NOT NULL, is_delete INTEGER NOT NULL, occurred_minute INTEGER NOT NULL,
        modified_ms INTEGER NOT NULL, body BLOB NOT NULL, fingerprint BLOB NOT NULL,
        UNIQUE(domain, record)) STRICT
      """)
    let changes = (0..<count).map { _ in Workload.mutation(dice) }
    return Rate.of {
      for start in stride(from: 0, to: count, by: perTransaction) {
        database.transaction {
          for change in changes[start..<min(start + perTransaction, count)] {
            database.run(
              """
              INSERT INTO sync_outbox(domain, record, is_delete, occurred_minute, modified_ms, body,
                fingerprint) VALUES(?, ?, ?, ?, ?, ?, ?)
              """,
              [
                .integer(1), .text(Array(change.record.description.utf8CString)), .integer(0),
                .integer(change.occurredAt.number), .integer(1), .blob(change.body),
                .blob(change.key.bytes),
              ])
          }
        }
      }
      return count
    }
  }

  private func ourRound(_ round: Int, count: Int, perTransaction: Int) throws -> Rate {
    let database = try Database(path: folder.file("enqueue-\(round).db"))
    let journal = try Journal.attach(to: database, random: dice)
    return try enqueue(count, perTransaction, journal, database)
  }

  private func enqueue(
    _ count: Int, _ perTransaction: Int, _ journal: Journal, _ database: Database
  ) throws -> Rate {
    let changes = (0..<count).map { _ in change() }
    return try Rate.of {
      for start in stride(from: 0, to: count, by: perTransaction) {
        try database.write { (transaction) throws(JournalError) in
          for change in changes[start..<min(start + perTransaction, count)] {
            try journal.enqueue(change, nowMilliseconds: 1, in: transaction)
          }
        }
      }
      return count
    }
  }

  private func lastTenth() throws -> Double {
    let database = try Database(path: folder.file("enqueue-long.db"))
    let journal = try Journal.attach(to: database, random: dice)
    _ = try enqueue(45_000, 100, journal, database)
    return try enqueue(5_000, 100, journal, database).perSecond
  }

  /// Single durable writes with an outbox of a thousand and of a million.
  private func million(_ report: inout Report) throws {
    let database = try Database(path: folder.file("enqueue-million.db"))
    let journal = try Journal.attach(to: database, random: dice)
    _ = try enqueue(1_000, 1_000, journal, database)
    let short = try enqueue(3_000, 1, journal, database).perSecond
    _ = try enqueue(996_000, 1_000, journal, database)
    let long = try enqueue(3_000, 1, journal, database).perSecond
    report.line("one each, with 1,000 waiting", short, "/s")
    report.line("one each, with 1,000,000 waiting", long, "/s")
    report.ratio("with a million against with a thousand", long / short, mustReach: 0.8)
  }

  private func change() -> RecordChange {
    let start = Minute(number: 29_000_000 + Int64(dice.roll(500_000)))
    return .upsert(
      RecordID(type: "focusSession", uuid: dice.uuid()),
      FocusSessionFacts(
        startedAt: start, endedAt: Minute(number: start.number + 25), focusedMinutes: 25,
        completed: true), occurredAt: start)
  }
}
