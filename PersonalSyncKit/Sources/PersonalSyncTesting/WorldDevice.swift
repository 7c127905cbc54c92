import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// What broke; the message says which promise and where.
public enum Broken: Error, CustomStringConvertible {
  case promise(String)

  public var description: String {
    switch self {
    case .promise(let text): text
    }
  }
}

/// A device of a ``World`` and what the world knows about it.
final class WorldDevice {
  /// An edit as it was made here.
  struct Edit: Hashable {
    var record: RecordID
    /// Nil for a delete.
    var minutes: Int?
  }

  /// An edit with the stamp that the journal gave it.
  struct StampedEdit {
    var edit: Edit
    var stamp: Stamp
  }

  let name: String
  let device: TestDevice
  var lastCursor: Int64 = 0
  var sessionChanges = 0
  /// The edits of each record, oldest first.
  private(set) var edits: [RecordID: [StampedEdit]] = [:]

  init(name: String, device: TestDevice) {
    self.name = name
    self.device = device
  }

  /// Whose it is: what stands before the hyphen.
  var person: String { String(name.prefix { $0 != "-" }) }

  func save(_ record: RecordID, _ minutes: Int?) async throws {
    try await finishSave()
    try await device.store.save(
      record, minutes: minutes, nowMilliseconds: device.clock.nowMilliseconds)
    try await note(record, minutes)
  }

  /// Whether an edit is in the app's store and not yet in the outbox.
  var isSaving: Bool { begun != nil }
  private var begun: (record: RecordID, minutes: Int?)?

  /// The first half of an edit of an app whose store is not SQLite: its own save.
  func beginSave(_ record: RecordID, _ minutes: Int?) async throws {
    try await finishSave()
    try await device.store.put([record: minutes])
    begun = (record, minutes)
  }

  /// The second half of ``beginSave(_:_:)``: its place in the outbox.
  func finishSave() async throws {
    guard let (record, minutes) = begun else { return }
    begun = nil
    try await device.runtime.enqueue(NoteStore.change(record, minutes))
    try await note(record, minutes)
  }

  /// What the app does at its start; returns how many edits were found.
  func catchUp() async throws -> Int {
    guard let store = device.store as? DetachedNoteStore else { return 0 }
    let found = try await store.catchUp(nowMilliseconds: device.clock.nowMilliseconds)
    guard let (record, minutes) = begun else { return found }
    begun = nil
    try await note(record, minutes)
    return found
  }

  private func note(_ record: RecordID, _ minutes: Int?) async throws {
    guard let stamp = try await waitingStamp(of: record) else {
      // Made and deleted before the Hub heard of it: there is nothing to follow.
      edits[record] = nil
      return
    }
    edits[record, default: []].append(
      StampedEdit(edit: Edit(record: record, minutes: minutes), stamp: stamp))
  }

  /// Lets the errors pass that the world's own faults cause; any other is a finding.
  func expect(_ error: SyncError) throws {
    switch error {
    case .unreachable, .hubRefused, .invalidResponse, .signInNeeded, .applyFailed: return
    case .sessionChanged: sessionChanges += 1
    case .ownership, .journal, .hubKeyChanged, .hubWentBack, .recursiveSynchronize:
      throw Broken.promise("\(person)'s pass failed with \(error.code)")
    }
  }

  func cursor() async throws -> Int64 {
    try await number("SELECT coalesce(max(cursor), 0) FROM sync_position")
  }

  func inFlightCount() async throws -> Int64 {
    try await number("SELECT count(*) FROM sync_in_flight")
  }

  func parkedCount() async throws -> Int64 {
    try await number("SELECT count(*) FROM sync_parked")
  }

  private func waitingStamp(of record: RecordID) async throws -> Stamp? {
    try await device.store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.first(
        "SELECT modified_ms FROM sync_outbox WHERE record = ?", .text(record.description)
      ) { Stamp(milliseconds: $0.integer(0)) }
    }
  }

  func leftovers() async throws -> Int64 {
    try await number(
      """
      SELECT (SELECT count(*) FROM sync_outbox) + (SELECT count(*) FROM sync_in_flight)
        + (SELECT count(*) FROM sync_quarantine) + (SELECT count(*) FROM sync_parked)
      """)
  }

  func conflicts() async throws -> [KeptConflict] {
    let journal = device.store.journal
    return try await device.store.pool.read { (transaction) throws(JournalError) in
      try journal.conflicts(transaction)
    }
  }

  private func number(_ sql: StaticString) async throws -> Int64 {
    try await device.store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.first(sql) { $0.integer(0) } ?? 0
    }
  }
}

extension IdentityError {
  var isTransient: Bool {
    switch self {
    case .unreachable, .refused, .invalidResponse, .sessionChanged: true
    case .hubKeyChanged, .differentAccount, .secrets, .journal: false
    }
  }
}
