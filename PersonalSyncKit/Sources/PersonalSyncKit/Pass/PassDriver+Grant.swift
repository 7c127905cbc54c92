import ToolboxSQLite

extension PassDriver {
  var granted: GrantedStore { GrantedStore(store: store, journal: journal, grant: grant) }

  /// Runs a transaction that changes something, behind the person's own writes, if the grant stands.
  func saving<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(SyncError) -> Result
  ) async throws(SyncError) -> Result {
    await interlude()
    return try await granted.write(.background, body)
  }

  /// Reads something if the grant stands.
  func reading<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(JournalError) -> Result
  ) async throws(SyncError) -> Result {
    await interlude()
    return try await granted.readJournal(body)
  }

  func requireGrant() async throws(SyncError) {
    try await reading { _ throws(JournalError) in }
  }
}
