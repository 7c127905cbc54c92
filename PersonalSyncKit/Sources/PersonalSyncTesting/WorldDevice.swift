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

  let person: String
  let device: TestDevice
  var lastCursor: Int64 = 0
  var sessionChanges = 0
  /// The edits of each record, oldest first.
  private(set) var edits: [RecordID: [Edit]] = [:]

  init(person: String, device: TestDevice) {
    self.person = person
    self.device = device
  }

  func save(_ name: String, _ minutes: Int?) async throws {
    try await device.save(name, minutes)
    edits[.named(name), default: []].append(Edit(record: .named(name), minutes: minutes))
  }

  /// Lets the errors pass that the world's own faults cause; any other is a finding.
  func expect(_ error: SyncError) throws {
    switch error {
    case .unreachable, .hubRefused, .invalidResponse, .signInNeeded, .applyFailed: return
    case .sessionChanged: sessionChanges += 1
    case .ownership, .journal:
      throw Broken.promise("\(person)'s pass failed with \(error.code)")
    }
  }

  func cursor() async throws -> Int64 {
    try await number("SELECT coalesce(max(cursor), 0) FROM sync_position")
  }

  func inFlightCount() async throws -> Int64 {
    try await number("SELECT count(*) FROM sync_in_flight")
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
