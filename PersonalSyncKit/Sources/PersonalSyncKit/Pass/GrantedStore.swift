import ToolboxSQLite

/// A store as long as one grant stands: whatever it is opened for, the grant is checked in the same
/// transaction (docs/protocol/sync.md, O5).
struct GrantedStore: Sendable {
  let store: DatabasePool
  let journal: Journal
  let grant: PersonalSyncAccount

  func write<Result: Sendable>(
    _ urgency: DatabasePool.Urgency,
    _ body: @escaping @Sendable (borrowing Transaction) throws(SyncError) -> Result
  ) async throws(SyncError) -> Result {
    let (journal, grant) = (journal, grant)
    return try await store.write(urgency) { (transaction) throws(SyncError) in
      try Self.require(grant, journal, transaction)
      return try body(transaction)
    }
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(SyncError) -> Result
  ) async throws(SyncError) -> Result {
    let (journal, grant) = (journal, grant)
    return try await store.read { (transaction) throws(SyncError) in
      try Self.require(grant, journal, transaction)
      return try body(transaction)
    }
  }

  /// As ``write(_:_:)``, of the journal alone.
  func writeJournal<Result: Sendable>(
    _ urgency: DatabasePool.Urgency,
    _ body: @escaping @Sendable (borrowing Transaction) throws(JournalError) -> Result
  ) async throws(SyncError) -> Result {
    try await write(urgency) { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in try body(transaction) }
    }
  }

  /// As ``read(_:)``, of the journal alone.
  func readJournal<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(JournalError) -> Result
  ) async throws(SyncError) -> Result {
    try await read { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in try body(transaction) }
    }
  }

  /// Throws where the grant does not stand any more.
  func require() async throws(SyncError) { try await read { _ throws(SyncError) in } }

  static func require(
    _ grant: PersonalSyncAccount, _ journal: Journal, _ transaction: borrowing Transaction
  ) throws(SyncError) {
    switch try inPass({ () throws(JournalError) in try journal.standing(of: grant, transaction) }) {
    case .good: return
    case .unowned: throw .ownership(.approvalRequired)
    case .differentAccount: throw .ownership(.differentAccount)
    case .sessionChanged: throw .sessionChanged
    }
  }
}
