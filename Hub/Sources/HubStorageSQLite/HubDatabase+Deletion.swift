import HubCore
import ToolboxSQLite

extension HubDatabase: DeletionStorage {
  public func deletion(of account: AccountNumber) async throws(StorageError) -> AccountDeletion? {
    try await read { (transaction) throws(SQLiteError) in
      try DeletionTable.deletion(of: account, transaction)
    }
  }

  public func beginDeletion(
    of account: AccountNumber, by session: ActingSession?, noting event: SecurityEvent
  ) async throws(StorageError) -> DeletionStart? {
    try await write(by: session) { (transaction) throws(SQLiteError) in
      let accounts = try AccountTable.all(transaction)
      let isOwner = accounts.contains { $0.account.number == account && $0.isOwner }
      guard !isOwner || accounts.count == 1 else { return .othersRemain }
      try Self.endEverything(of: account, keeping: nil, transaction)
      try InvitationTable.endAll(by: account, transaction)
      if let begun = try DeletionTable.deletion(of: account, transaction) { return .begun(begun) }
      let deletion = AccountDeletion(askedAtMilliseconds: event.atMilliseconds)
      try DeletionTable.begin(deletion, of: account, transaction)
      try self.note(event, of: account, transaction)
      return .begun(deletion)
    }
  }

  public func cancelDeletion(
    of account: AccountNumber, askedAfter milliseconds: Int64, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      guard
        try DeletionTable.cancel(of: account, askedAfter: milliseconds, transaction)
      else { return false }
      try self.note(event, of: account, transaction)
      return true
    }
  }

  public func removeDeleted(
    askedUntil milliseconds: Int64, limit: Int
  ) async throws(StorageError) -> Bool {
    try await pool.write(.background) { (transaction) throws(StorageError) in
      do throws(SQLiteError) {
        guard let account = try DeletionTable.next(askedUntil: milliseconds, transaction) else {
          return false
        }
        if try DeletionTable.removeRecords(of: account, limit: limit, transaction) { return true }
        try AuditTable(account: account).close(
          at: milliseconds + AccountDeletion.graceMilliseconds, transaction)
        try DeletionTable.removeRest(of: account, transaction)
        return try DeletionTable.next(askedUntil: milliseconds, transaction) != nil
      } catch { throw StorageError(sqlite: error) }
    }
  }
}
