import Foundation
import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxSQLite

@testable import PersonalSyncKit

/// A store of the first release is opened by this one.
@Suite struct JournalUpgradeTests {
  /// A journal's tables as the first release made them, with something refused and something parked.
  private func firstRelease(_ database: Database, parked: Change) throws {
    try Schema(component: "sync.journal", steps: [journalSchema.steps[0]]).migrate(database)
    let body = NoteStore.change(.named("refused"), 5).body?.canonical ?? []
    try database.write { (transaction) throws(SQLiteError) in
      try transaction.run(
        """
        INSERT INTO sync_quarantine(domain, record, is_delete, occurred_minute, modified_ms, body,
          fingerprint, code, since_ms) VALUES(1, ?, 0, 1, 1, ?, ?, 'unknown_record_type', 1)
        """,
        .record(.named("refused")), .blob(body), .blob(LocalEdit.fingerprint(.upsert, body)))
      try transaction.run(
        "INSERT INTO sync_parked(domain, record, reason, change) VALUES(1, ?, 'unknown', ?)",
        .record(parked.record), .blob(parked.json))
    }
  }

  @Test func `what the first release had refused or parked is looked at once by this one`() throws {
    let path = NSTemporaryDirectory() + "upgrade-\(UUID().uuidString).db"
    defer { unlink(path) }
    let parked = Change(
      cursor: Cursor(1), id: try #require(ChangeID(bytes: [UInt8](repeating: 1, count: 16))),
      domain: .anchor, record: .named("parked"), operation: .delete, version: Version(2),
      occurredAt: Minute(number: 1), modifiedAt: Stamp(milliseconds: 5), recordedAtMilliseconds: 1,
      origin: try #require(DeviceID(bytes: [UInt8](repeating: 2, count: 16))),
      body: RecordBody.tombstone)
    let database = try Database(path: path)
    try firstRelease(database, parked: parked)

    let journal = try Journal.attach(to: database, random: Dice(seed: 1))

    try database.write { (transaction) throws(JournalError) in
      #expect(try journal.quarantined(transaction).map(\.edit.record) == [.named("refused")])
      #expect(try journal.hasRetryable(.anchor, transaction))
      try journal.retryUnderNewTerms(.anchor, limit: 10, transaction)
      #expect(try journal.pendingMutationCount(transaction) == 1)
      let taken = try inJournal { () throws(SQLiteError) in
        try journal.takeParked(.anchor, limit: 10, transaction)
      }
      #expect(taken == [parked])
    }
  }
}
