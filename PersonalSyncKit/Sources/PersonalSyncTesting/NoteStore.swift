import HubContracts
import PersonalSyncKit
import ToolboxCrypto
import ToolboxSQLite

/// A small app's store with an attached journal: minutes under a name.
///
/// What a test, a simulation or a document uses as "the app". Its values travel as Anchor's focus
/// sessions, of which only the minutes matter here.
public struct NoteStore: NoteApp {
  public struct Note: Sendable, Hashable {
    public var id: RecordID
    public var minutes: Int

    public init(id: RecordID, minutes: Int) {
      self.id = id
      self.minutes = minutes
    }
  }

  public let pool: DatabasePool
  public let journal: Journal

  /// Opens or makes a store of one file; `vfs` names one of SQLite's file systems.
  public static func open(
    path: String, vfs: String? = nil, install: InstallID? = nil, random: any RandomBytes
  ) throws(JournalError) -> NoteStore {
    try open(path: path, install: install, random: random, as: Program(vfs: vfs))
  }

  package static func open(
    path: String, install: InstallID?, random: any RandomBytes, as program: Program
  ) throws(JournalError) -> NoteStore {
    var journal: Journal?
    let pool = try DatabasePool.open(
      path: path, vfs: program.vfs
    ) { (database) throws(JournalError) in
      do throws(Schema.Failure) { try schema.migrate(database) } catch {
        guard case .sqlite(let error) = error else { throw .newerSchema }
        throw JournalError(sqlite: error)
      }
      journal = try Journal.attach(
        to: database, install: install, random: random, as: program)
    }
    guard let journal else { preconditionFailure("attached or thrown") }
    return NoteStore(pool: pool, journal: journal)
  }

  static let schema = Schema(
    component: "notes",
    steps: [
      "CREATE TABLE note(id TEXT PRIMARY KEY, minutes INTEGER NOT NULL) STRICT, WITHOUT ROWID"
    ]
  )

  /// Saves a note and queues it, as one transaction; nil removes it.
  public func save(
    _ id: RecordID, minutes: Int?, nowMilliseconds: Int64
  ) async throws(JournalError) {
    let journal = journal
    try await pool.write { (transaction) throws(JournalError) in
      try Self.put(id, minutes, transaction)
      try journal.enqueue(
        Self.change(id, minutes), nowMilliseconds: nowMilliseconds, in: transaction)
    }
  }

  public func notes() async throws(JournalError) -> Set<Note> {
    let rows = try await pool.read { (transaction) throws(JournalError) in
      do throws(SQLiteError) {
        return try transaction.all("SELECT id, minutes FROM note") { (row) throws(SQLiteError) in
          guard let id = RecordID(row.text(0)) else { throw row.damaged() }
          return Note(id: id, minutes: Int(row.integer(1)))
        }
      } catch { throw JournalError(sqlite: error) }
    }
    return Set(rows)
  }

  public func put(_ notes: [RecordID: Int?]) async throws(JournalError) {
    try await pool.write { (transaction) throws(JournalError) in
      for (id, minutes) in notes { try Self.put(id, minutes, transaction) }
    }
  }

  /// What the store holds behind a note; what an app passes as `currentRecords`.
  public static func current(
    after id: RecordID?, _ limit: Int, _ transaction: borrowing Transaction
  ) throws -> [RecordChange] {
    try transaction.all(
      "SELECT id, minutes FROM note WHERE id > ? ORDER BY id LIMIT ?",
      .text(id?.description ?? ""), .integer(limit)
    ) { (row) throws(SQLiteError) in
      guard let id = RecordID(row.text(0)) else { throw row.damaged() }
      return change(id, Int(row.integer(1)))
    }
  }

  /// Saves a downloaded batch; what an app passes as `applyChanges`.
  public static func apply(_ batch: Batch, _ transaction: borrowing Transaction) throws {
    for change in batch.changes {
      let facts = try change.facts(as: FocusSessionFacts.self)
      try put(change.record, facts?.focusedMinutes, transaction)
    }
  }

  public static func change(_ id: RecordID, _ minutes: Int?) -> RecordChange {
    let at = Minute(number: 29_900_000)
    guard let minutes else { return .delete(.anchor, id, occurredAt: at) }
    return .upsert(
      id, FocusSessionFacts(startedAt: at, endedAt: at, focusedMinutes: minutes, completed: true),
      occurredAt: at)
  }

  static func put(
    _ id: RecordID, _ minutes: Int?, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    do throws(SQLiteError) {
      guard let minutes else {
        return try transaction.run("DELETE FROM note WHERE id = ?", .text(id.description))
      }
      try transaction.run(
        "INSERT OR REPLACE INTO note(id, minutes) VALUES(?, ?)", .text(id.description),
        .integer(minutes))
    } catch { throw JournalError(sqlite: error) }
  }
}

extension RecordID {
  /// A fixed record for each name, as tests use.
  public static func named(_ name: String) -> RecordID {
    RecordID(
      type: "focusSession", uuid: UUIDText.version8(from: SHA256.hash(Array(name.utf8))))
  }
}
