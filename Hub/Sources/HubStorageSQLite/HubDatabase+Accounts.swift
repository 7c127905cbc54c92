import HubCore
import ToolboxSQLite

extension HubDatabase: AccountStorage {
  public func accounts() async throws(StorageError) -> [ListedAccount] {
    try await read { (transaction) throws(SQLiteError) in try AccountTable.all(transaction) }
  }

  public func disable(
    _ account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      let isChanged = try AccountTable.disable(account, at: event.atMilliseconds, transaction)
      guard isChanged else { return false }
      try Self.endEverything(of: account, keeping: nil, transaction)
      try InvitationTable.endAll(by: account, transaction)
      try self.note(event, of: account, transaction)
      return true
    }
  }

  public func enable(
    _ account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      guard try AccountTable.enable(account, transaction) else { return false }
      try self.note(event, of: account, transaction)
      return true
    }
  }

  // MARK: - Invitations

  public func insert(
    _ invitation: NewInvitation, countMax: Int, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool? {
    try await write(by: invitation.inviter) { (transaction) throws(SQLiteError) in
      guard try InvitationTable.insert(invitation, countMax: countMax, transaction) else {
        return false
      }
      let owner = try AccountTable.all(transaction).first(where: \.isOwner)?.account.number
      try self.note(event, of: invitation.inviter?.account ?? owner, transaction)
      return true
    }
  }

  public func openInvitations(at now: Int64) async throws(StorageError) -> [Int64] {
    try await read { (transaction) throws(SQLiteError) in
      try InvitationTable.open(at: now, transaction)
    }
  }

  public func isOpen(invitation: TokenHash, at now: Int64) async throws(StorageError) -> Bool {
    try await read { (transaction) throws(SQLiteError) in
      try InvitationTable.isOpen(invitation, at: now, transaction)
    }
  }

  public func withdrawInvitations() async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in try InvitationTable.endAll(transaction) }
  }

  public func join(
    _ account: NewAccount, session: NewWebSession, invitation: TokenHash,
    noting event: SecurityEvent
  ) async throws(StorageError) -> JoinResult {
    try await write { (transaction) throws(SQLiteError) in
      let now = event.atMilliseconds
      guard try InvitationTable.isOpen(invitation, at: now, transaction) else { return .gone }
      guard try !AccountTable.isTaken(account.name, transaction) else { return .nameTaken }
      let made = try AccountTable.insert(account, isOwner: false, transaction)
      try InvitationTable.end(invitation, transaction)
      try WebSessionTable.insert(session, of: made.number, transaction)
      try self.note(event, of: made.number, transaction)
      return .joined(made)
    }
  }

  // MARK: - Looking back

  public func note(
    _ event: SecurityEvent, of account: AccountNumber?
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try self.note(event, of: account, transaction)
    }
  }

  public func securityEvents(
    of account: AccountNumber, countMax: Int
  ) async throws(StorageError) -> [SecurityEvent] {
    try await read { (transaction) throws(SQLiteError) in
      let counted = try SecurityEventTable.newest(countMax, of: account, transaction)
      let chained = try AuditTable(account: account).newest(
        countMax, about: .security, transaction)
      let all = chained.compactMap(\.securityEvent) + counted
      // Both are in order already; a sort that is not stable may only part events of one moment.
      return Array(all.sorted { $0.atMilliseconds > $1.atMilliseconds }.prefix(countMax))
    }
  }
}
