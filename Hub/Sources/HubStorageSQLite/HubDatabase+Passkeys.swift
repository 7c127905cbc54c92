import HubContracts
import HubCore
import ToolboxSQLite

extension HubDatabase: PasskeyStorage {
  public func passkeyUser(
    of account: AccountNumber, proposed: [UInt8]
  ) async throws(StorageError) -> [UInt8] {
    try await write { (transaction) throws(SQLiteError) in
      try PasskeyTable.user(of: account, proposed: proposed, transaction)
    }
  }

  public func passkeys(
    of account: AccountNumber
  ) async throws(StorageError) -> [StoredPasskey] {
    try await read { (transaction) throws(SQLiteError) in
      try PasskeyTable.passkeys(of: account, transaction)
    }
  }

  public func passkey(_ id: [UInt8]) async throws(StorageError) -> OwnedPasskey? {
    try await read { (transaction) throws(SQLiteError) in
      try PasskeyTable.owned(id, transaction)
    }
  }

  public func insert(
    _ passkey: StoredPasskey, by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool? {
    let account = session.account
    return try await write(by: session) { (transaction) throws(SQLiteError) in
      guard try PasskeyTable.insert(passkey, of: account, transaction) else { return false }
      try WebSessionTable.endAll(of: account, keeping: session.id, transaction)
      try self.note(event, of: account, transaction)
      return true
    }
  }

  public func removePasskey(
    _ id: [UInt8], by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool? {
    let account = session.account
    return try await write(by: session) { (transaction) throws(SQLiteError) in
      guard try PasskeyTable.remove(id, of: account, transaction) else { return false }
      try self.note(event, of: account, transaction)
      return true
    }
  }

  public func use(_ use: PasskeyUse) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      try PasskeyTable.use(use, transaction)
    }
  }
}
