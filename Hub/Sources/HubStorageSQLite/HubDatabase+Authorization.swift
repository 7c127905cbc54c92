import HubContracts
import HubCore
import ToolboxSQLite

extension HubDatabase: AuthorizationStorage {
  public func insert(
    _ authorization: NewAuthorization, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool? {
    let account = authorization.session.account
    return try await write(by: authorization.session) { (transaction) throws(SQLiteError) in
      let wish = authorization.request.wish
      let asked = DocumentTable.Owner(account: account, client: wish.client.name)
      let owner = try DocumentTable.owner(of: wish.document, transaction)
      guard owner == nil || owner == asked else { return false }
      try AuthorizationTable.insert(authorization, transaction)
      try self.note(event, of: account, transaction)
      return true
    }
  }

  public func authorization(
    _ code: TokenHash
  ) async throws(StorageError) -> StoredAuthorization? {
    try await read { (transaction) throws(SQLiteError) in
      try AuthorizationTable.stored(code, transaction)
    }
  }

  public func redeem(
    authorization code: TokenHash, as session: NewDeviceSession, countMax: Int
  ) async throws(StorageError) -> DeviceSession? {
    try await write { (transaction) throws(SQLiteError) in
      guard let approved = try AuthorizationTable.take(code, for: session, transaction) else {
        return nil
      }
      let made = try DeviceSessionTable.insert(session, of: approved, transaction)
      try DeviceSessionTable.limit(to: countMax, of: made.account.number, transaction)
      return made
    }
  }
}
