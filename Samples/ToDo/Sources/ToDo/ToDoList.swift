import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// Tasks in a store of their own; whether one is done reaches the person's other devices.
public struct ToDoList: Sendable {
  public struct Task: Sendable, Equatable {
    public var id: RecordID
    /// Nil for a task of another device, whose title has not travelled.
    public var title: String?
    public var isDone: Bool

    public init(id: RecordID, title: String?, isDone: Bool) {
      (self.id, self.title, self.isDone) = (id, title, isDone)
    }
  }

  public let hub: PersonalPlatformConnection

  public init(in folder: String, wiring: SyncWiring) throws(JournalError) {
    hub = try PersonalPlatformConnection.open(
      "sample", .sample, in: folder, schema: Self.schema, wiring: wiring)
  }

  /// Adds a task and returns its id.
  @discardableResult
  public func add(_ title: String) async throws(JournalError) -> RecordID {
    let id = hub.newRecord(ToDoFacts.self)
    try await put(id, title: title, isDone: false)
    return id
  }

  public func put(
    _ id: RecordID, title: String?, isDone: Bool
  ) async throws(JournalError) {
    let change = RecordChange.upsert(id, ToDoFacts(isDone: isDone), occurredAt: hub.minute)
    try await hub.save(change) { (transaction) throws(SQLiteError) in
      try Self.put(Task(id: id, title: title, isDone: isDone), transaction)
    }
  }

  public func remove(_ id: RecordID) async throws(JournalError) {
    try await hub.save(.delete(.sample, id, occurredAt: hub.minute)) {
      (transaction) throws(SQLiteError) in
      try Self.remove(id, transaction)
    }
  }

  public func tasks() async throws(JournalError) -> [Task] {
    try await hub.read { (transaction) throws(SQLiteError) in
      try transaction.all("SELECT id, title, done FROM todo ORDER BY rowid") {
        (row) throws(SQLiteError) in
        guard let id = RecordID(row.text(0)) else { throw row.damaged() }
        return Task(id: id, title: row.optionalText(1), isDone: row.integer(2) == 1)
      }
    }
  }

  public func synchronize() async throws(SyncError) -> SyncOutcome {
    try await hub.sync.synchronize { batch, transaction in try Self.save(batch, transaction) }
  }

  /// Takes the side of a conflict that lost; false where the conflict is not kept any more.
  public func takeOtherSide(of conflict: Int64) async throws(SyncError) -> Bool {
    try await hub.sync.restoreConflict(conflict) { batch, transaction in
      try Self.save(batch, transaction)
    }
  }

  /// Saves what came from elsewhere; the same batch may come again.
  private static func save(_ batch: Batch, _ transaction: borrowing Transaction) throws {
    for change in batch.changes {
      if change.body == nil {
        try remove(change.record, transaction)
      } else if let facts = try change.facts(as: ToDoFacts.self) {
        try put(Task(id: change.record, title: nil, isDone: facts.isDone), transaction)
      }
    }
  }

  /// Replaces a task; a title that is not known leaves the one that is.
  private static func put(
    _ task: Task, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO todo(id, title, done) VALUES(?, ?, ?) ON CONFLICT(id) DO UPDATE SET
        title = coalesce(excluded.title, title), done = excluded.done
      """,
      .text(task.id.description), .optional(task.title), .integer(task.isDone ? 1 : 0))
  }

  private static func remove(
    _ id: RecordID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM todo WHERE id = ?", .text(id.description))
  }

  private static let schema = Schema(
    component: "todo",
    steps: ["CREATE TABLE todo(id TEXT UNIQUE NOT NULL, title TEXT, done INTEGER NOT NULL) STRICT"])
}
