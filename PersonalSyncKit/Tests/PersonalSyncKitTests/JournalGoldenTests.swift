import Foundation
import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxSQLite

@testable import PersonalSyncKit

/// A journal as each version of the kit left it, opened by this one.
///
/// `Tests/Fixtures/make-journals` says what is in the files; one that shipped never changes.
@Suite struct JournalGoldenTests {
  private static let versions = 1...journalSchema.steps.count

  /// A copy of a golden file, in a folder that goes with it.
  private final class Golden {
    let folder: String
    let path: String

    init(_ version: Int) throws {
      folder = NSTemporaryDirectory() + "golden-\(UUID().uuidString)"
      path = folder + "/journal.db"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Self.original(version).write(to: URL(fileURLWithPath: path))
    }

    deinit {
      do { try FileManager.default.removeItem(atPath: folder) } catch {
        preconditionFailure("the temporary folder stays behind: \(error)")
      }
    }

    /// What `sync_stamp` holds in each of the files.
    static let highestStampMilliseconds: Int64 = 29_933_790 * 60_000 + 41

    static func original(_ version: Int) throws -> Data {
      let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
      return try Data(
        contentsOf: tests.appendingPathComponent("Fixtures/journals/journal-\(version).db"))
    }

    func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    func open() throws(JournalError) -> DetachedJournal {
      try DetachedJournal.open(path: path, random: Dice(seed: 1))
    }
  }

  @Test(arguments: versions)
  func `no row of an earlier version's journal is lost or changed`(version: Int) throws {
    let (golden, untouched) = (try Golden(version), try Golden(version))

    _ = try golden.open()

    let database = try Database(path: golden.path)
    try database.execute(script: "ATTACH '\(untouched.path)' AS old")
    let tables = try database.read { (transaction) throws(SQLiteError) in
      try transaction.all(
        """
        SELECT t.name, group_concat(c.name) FROM old.sqlite_schema t
        JOIN pragma_table_info(t.name, 'old') c WHERE t.type = 'table' AND t.name LIKE 'sync%'
        GROUP BY t.name
        """
      ) { (name: $0.text(0), columns: $0.text(1)) }
    }
    try database.execute(script: "CREATE TEMP TABLE row_lost(of_table TEXT)")
    for (table, columns) in tables {
      try database.execute(
        script: """
          INSERT INTO row_lost SELECT '\(table)' FROM (
            SELECT \(columns) FROM old.\(table) EXCEPT SELECT \(columns) FROM main.\(table))
          """)
    }
    let lost = try database.read { (transaction) throws(SQLiteError) in
      try transaction.all("SELECT of_table FROM row_lost") { $0.text(0) }
    }
    #expect(tables.count >= 12)
    #expect(lost == [])
  }

  @Test(arguments: versions)
  func `what an earlier version kept for a person is there for this one`(version: Int) async throws
  {
    let golden = try Golden(version)

    let opened = try golden.open()

    let journal = opened.journal
    try await opened.store.read { (transaction) throws(JournalError) in
      let status = try journal.status(transaction)
      #expect(status.account?.name == "Ada")
      #expect(status.owner?.account == status.account?.account)
      #expect(status.waiting == 3)
      let conflicts = try journal.conflicts(transaction)
      #expect(conflicts.map { minutes(of: $0.local.body) } == [13])
      #expect(conflicts.map { minutes(of: $0.remote.body) } == [14])
      let refused = try journal.quarantined(transaction)
      #expect(refused.map { minutes(of: $0.edit.body) } == [50])
      let trashed = try journal.trash(transaction)
      #expect(trashed.map { minutes(of: $0.body) } == (version >= 2 ? [15] : []))
    }
  }

  @Test(arguments: versions)
  func `what an earlier version had sent goes again under its key, and then what waited`(
    version: Int
  ) async throws {
    let golden = try Golden(version)

    let opened = try golden.open()

    let journal = opened.journal
    try await opened.store.write { (transaction) throws(JournalError) in
      let unanswered = try freeze(journal, transaction)
      #expect(unanswered.map(\.record) == [.named("on its way")])
      #expect(unanswered.map(\.base) == [Version(3)])
      #expect(unanswered.map { "focusSession-\($0.key)" } == [RecordID.named("key").description])
      _ = try journal.record(
        unanswered.map {
          AnsweredMutation(
            mutation: $0, outcome: .accepted(version: Version(50), cursor: Cursor(50)))
        }, in: .anchor, nowMilliseconds: 0, transaction)
      let waiting = try freeze(journal, transaction)
      #expect(waiting.map(\.record) == [.named("waits"), .named("deleted")])
      #expect(waiting.map(\.base) == [.absent, Version(4)])
      #expect(waiting.map(\.operation) == [.upsert, .delete])
    }
  }

  @Test(arguments: versions)
  func `an edit after an upgrade is later than all that an earlier version had seen`(
    version: Int
  ) async throws {
    let golden = try Golden(version)

    let opened = try golden.open()

    // By a clock that was put back.
    try await opened.enqueue(
      NoteStore.change(.named("new"), 1),
      nowMilliseconds: Golden.highestStampMilliseconds - 3_600_000)
    let stamp = try await opened.store.read { (transaction) throws(SQLiteError) in
      try transaction.first(
        "SELECT modified_ms FROM sync_outbox WHERE record = ?", .record(.named("new"))
      ) { $0.integer(0) }
    }
    #expect(stamp == Golden.highestStampMilliseconds + 1)
  }

  @Test(arguments: versions)
  func `an earlier version's journal gets the very tables of a new one`(version: Int) throws {
    let (golden, new) = (try Golden(version), try Golden(version))
    unlink(new.path)

    _ = try (golden.open(), new.open())

    #expect(try tables(of: golden) == tables(of: new))
  }

  @Test(arguments: [512, 700, 8_704, 17_000])
  func `a journal that was cut short is refused and stays as it is`(lost: Int) throws {
    for version in Self.versions {
      let golden = try Golden(version)
      let cut = try golden.bytes().dropLast(lost)
      try cut.write(to: URL(fileURLWithPath: golden.path))

      let error = #expect(throws: JournalError.self) { try golden.open() }

      guard case .damaged = error else { throw try #require(error) }
      #expect(try golden.bytes() == cut)
    }
  }

  @Test func `a journal of a newer version is refused and stays as it is`() throws {
    let golden = try Golden(journalSchema.steps.count)
    try makeNewer(golden)
    let bytes = try golden.bytes()

    #expect(throws: JournalError.newerSchema) { try golden.open() }

    #expect(try golden.bytes() == bytes)
  }

  // MARK: - What they look at

  private func freeze(
    _ journal: Journal, _ transaction: borrowing Transaction
  ) throws(JournalError) -> [Mutation] {
    try journal.freeze(
      .anchor, limit: 10, random: Dice(seed: 2), nowMilliseconds: 0, transaction
    ).mutations
  }

  /// Nil where the body cannot be read.
  private func minutes(of body: [UInt8]) -> Int? {
    guard let record = try? RecordBody.read(body, domain: .anchor) else { return nil }
    return try? FocusSessionFacts.contract.decode(record.facts).focusedMinutes
  }

  private func tables(of golden: Golden) throws -> [String] {
    try Database(path: golden.path).read { (transaction) throws(SQLiteError) in
      try transaction.all(
        "SELECT sql FROM sqlite_schema WHERE name LIKE 'sync%' AND sql IS NOT NULL ORDER BY name"
      ) { $0.text(0) }
    }
  }

  private func makeNewer(_ golden: Golden) throws {
    try Database(path: golden.path)
      .execute(script: "UPDATE schema_version SET version = version + 1")
  }
}
