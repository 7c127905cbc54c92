import ToolboxSQLite

extension PassDriver {
  /// Runs a transaction that changes something, behind the person's own writes, if the grant stands.
  func saving<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(SyncError) -> Result
  ) async throws(SyncError) -> Result {
    let journal = journal
    let grant = grant
    await interlude()
    return try await store.write(.background) { (transaction) throws(SyncError) in
      try Self.require(grant, journal, transaction)
      return try body(transaction)
    }
  }

  /// Reads something if the grant stands.
  func reading<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(JournalError) -> Result
  ) async throws(SyncError) -> Result {
    let journal = journal
    let grant = grant
    await interlude()
    return try await store.read { (transaction) throws(SyncError) in
      try Self.require(grant, journal, transaction)
      return try inPass { () throws(JournalError) in try body(transaction) }
    }
  }

  func requireGrant() async throws(SyncError) {
    try await reading { _ throws(JournalError) in }
  }

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
