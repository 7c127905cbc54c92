import HubContracts
import HubCore
import ToolboxSQLite

extension HubDatabase: IdentityStorage {
  public func hasOwner() async throws(StorageError) -> Bool {
    try await read { (transaction) throws(SQLiteError) in try AccountTable.hasOwner(transaction) }
  }

  public func makeOwner(
    _ account: NewAccount, session: NewWebSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Account? {
    try await write { (transaction) throws(SQLiteError) in
      guard let account = try AccountTable.makeOwner(account, transaction) else { return nil }
      try WebSessionTable.insert(session, of: account.number, transaction)
      try self.note(event, of: account.number, transaction)
      return account
    }
  }

  public func password(
    ofAccountNamed key: String
  ) async throws(StorageError) -> StoredPassword? {
    try await read { (transaction) throws(SQLiteError) in
      try AccountTable.password(named: key, transaction)
    }
  }

  public func password(of account: AccountNumber) async throws(StorageError) -> StoredPassword? {
    try await read { (transaction) throws(SQLiteError) in
      try AccountTable.password(of: account, transaction)
    }
  }

  public func setTimeZone(_ name: String, of account: AccountNumber) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try AccountTable.setTimeZone(name, of: account, transaction)
    }
  }

  // MARK: - Web sessions

  public func signIn(_ new: NewSignIn, countMax: Int) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      let account = new.account
      guard try Self.take(new.credential, of: account, keeping: nil, transaction) else {
        return false
      }
      if let replaced = new.replaced { try WebSessionTable.end(replaced, transaction) }
      try WebSessionTable.insert(new.session, of: account, transaction)
      try WebSessionTable.limit(to: countMax, of: account, transaction)
      try self.note(new.event, of: account, transaction)
      return true
    }
  }

  public func webSession(_ token: TokenHash) async throws(StorageError) -> WebSession? {
    try await read { (transaction) throws(SQLiteError) in
      try WebSessionTable.session(token, transaction)
    }
  }

  public func setSeen(
    _ now: Int64, ofWeb session: SessionID, of account: AccountNumber
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try WebSessionTable.setSeen(now, session, of: account, transaction)
    }
  }

  public func setFresh(_ new: NewFreshness) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      let until = try WebSessionTable.freshUntil(new.session, of: new.account, transaction)
      guard until != nil,
        try Self.take(new.credential, of: new.account, keeping: new.session, transaction)
      else { return false }
      try WebSessionTable.setFresh(
        until: new.untilMilliseconds, new.session, of: new.account, transaction)
      try self.note(new.event, of: new.account, transaction)
      return true
    }
  }

  public func endWebSession(
    _ session: SessionID, of account: AccountNumber
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      _ = try WebSessionTable.end(session, of: account, transaction)
    }
  }

  public func endWebSession(
    _ ended: SessionID, by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool? {
    try await write(by: session) { (transaction) throws(SQLiteError) in
      guard try WebSessionTable.end(ended, of: session.account, transaction) else { return false }
      try self.note(event, of: session.account, transaction)
      return true
    }
  }

  public func endOtherWebSessions(
    by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    return try await write(by: session) { (transaction) throws(SQLiteError) in
      try WebSessionTable.endAll(of: session.account, keeping: session.id, transaction)
      try self.note(event, of: session.account, transaction)
      return true
    } ?? false
  }

  public func webSessions(
    of account: AccountNumber
  ) async throws(StorageError) -> [ListedWebSession] {
    try await read { (transaction) throws(SQLiteError) in
      try WebSessionTable.listed(of: account, transaction)
    }
  }

  // MARK: - Device grants

  public func insert(
    _ grant: NewDeviceGrant, pendingMax: Int, at now: Int64
  ) async throws(StorageError) -> GrantInsertion {
    try await write { (transaction) throws(SQLiteError) in
      try DeviceGrantTable.insert(grant, pendingMax: pendingMax, at: now, transaction)
    }
  }

  public func pendingGrant(_ code: UserCode) async throws(StorageError) -> DeviceGrant? {
    try await read { (transaction) throws(SQLiteError) in
      try DeviceGrantTable.pending(code, transaction)
    }
  }

  public func grant(deviceCode: TokenHash) async throws(StorageError) -> StoredGrant? {
    try await read { (transaction) throws(SQLiteError) in
      try DeviceGrantTable.stored(deviceCode, transaction)
    }
  }

  public func decide(
    _ code: UserCode, _ decision: GrantDecision, noting event: SecurityEvent
  ) async throws(StorageError) -> GrantDecisionResult? {
    try await write(by: decision.session) { (transaction) throws(SQLiteError) in
      let result = try DeviceGrantTable.decide(
        code, decision, at: event.atMilliseconds, transaction)
      if result == .decided { try self.note(event, of: decision.account, transaction) }
      return result
    }
  }

  public func redeem(
    deviceCode: TokenHash, as session: NewDeviceSession, countMax: Int
  ) async throws(StorageError) -> DeviceSession? {
    try await write { (transaction) throws(SQLiteError) in
      let approved = try DeviceGrantTable.take(
        deviceCode, at: session.createdAtMilliseconds, transaction)
      guard let approved else { return nil }
      let made = try DeviceSessionTable.insert(session, of: approved, transaction)
      try DeviceSessionTable.limit(to: countMax, of: made.account.number, transaction)
      return made
    }
  }

  // MARK: - Device sessions

  public func deviceSession(
    _ session: SessionID, of account: AccountNumber
  ) async throws(StorageError) -> DeviceSession? {
    try await read { (transaction) throws(SQLiteError) in
      try DeviceSessionTable.session(session, of: account, transaction)
    }
  }

  public func deviceSession(_ token: TokenHash) async throws(StorageError) -> DeviceSession? {
    try await read { (transaction) throws(SQLiteError) in
      try DeviceSessionTable.session(token, transaction)
    }
  }

  public func setSeen(
    _ now: Int64, ofDevice session: SessionID, of account: AccountNumber
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try DeviceSessionTable.setSeen(now, session, of: account, transaction)
    }
  }

  public func claimDocument(
    for session: SessionID, of account: AccountNumber, at now: Int64
  ) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      guard let found = try DeviceSessionTable.session(session, of: account, transaction) else {
        return false
      }
      let owner = DocumentTable.Owner(account: account, client: found.client)
      guard try DocumentTable.claim(found.document, for: owner, at: now, transaction) else {
        return false
      }
      try DeviceSessionTable.setInUse(session, of: account, transaction)
      return true
    }
  }

  public func deviceSessions(
    of account: AccountNumber
  ) async throws(StorageError) -> [DeviceSession] {
    try await read { (transaction) throws(SQLiteError) in
      try DeviceSessionTable.sessions(of: account, transaction)
    }
  }

  public func endDeviceSession(
    _ session: SessionID, of account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      guard try DeviceSessionTable.end(session, of: account, transaction) else { return false }
      try self.note(event, of: account, transaction)
      return true
    }
  }

  public func endDeviceSessions(
    by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    let account = session.account
    return try await write(by: session) { (transaction) throws(SQLiteError) in
      try DeviceSessionTable.endAll(of: account, transaction)
      try Self.endApproved(by: account, transaction)
      try self.note(event, of: account, transaction)
      return true
    } ?? false
  }

  public func setAttention(
    _ counts: AttentionCounts, of session: SessionID, of account: AccountNumber
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try DeviceSessionTable.setAttention(counts, session, of: account, transaction)
    }
  }

  public func rename(
    deviceSession session: SessionID, to name: DisplayName, of account: AccountNumber,
    noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      let isRenamed = try DeviceSessionTable.rename(session, to: name, of: account, transaction)
      if isRenamed { try self.note(event, of: account, transaction) }
      return isRenamed
    }
  }

  public func endDeviceSession(
    holding token: TokenHash
  ) async throws(StorageError) -> AccountNumber? {
    // Made-up secrets cost no write.
    let account = try await read { (transaction) throws(SQLiteError) in
      try DeviceSessionTable.account(holding: token, transaction)
    }
    guard let account else { return nil }
    return try await write { (transaction) throws(SQLiteError) in
      try DeviceSessionTable.end(holding: token, transaction) ? account : nil
    }
  }

  public func removeEnded(at now: Int64) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try DeviceGrantTable.removeEnded(at: now, transaction)
      try WebSessionTable.removeEnded(at: now, transaction)
      try DeviceSessionTable.removeEnded(at: now, transaction)
      try InvitationTable.removeEnded(at: now, transaction)
      try RecoveryTable.removeEnded(at: now, transaction)
      try AuthorizationTable.removeEnded(at: now, transaction)
    }
  }

  // MARK: - Rotation

  public func offerToken(
    _ next: TokenHash, to session: SessionID, of account: AccountNumber
  ) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      try RotationTable.offer(next, to: session, of: account, transaction)
    }
  }

  public func otherToken(_ token: TokenHash) async throws(StorageError) -> OtherToken {
    try await read { (transaction) throws(SQLiteError) in
      try RotationTable.standing(of: token, transaction)
    }
  }

  public func promoteToken(
    _ next: TokenHash, at now: Int64
  ) async throws(StorageError) -> DeviceSession? {
    try await write { (transaction) throws(SQLiteError) in
      guard try RotationTable.promote(next, at: now, transaction) else { return nil }
      return try DeviceSessionTable.session(next, transaction)
    }
  }

  public func endDeviceSession(
    retiring token: TokenHash, before: Int64, noting event: SecurityEvent
  ) async throws(StorageError) -> AccountNumber? {
    try await write { (transaction) throws(SQLiteError) -> AccountNumber? in
      let holder = try RotationTable.endSession(retiring: token, before: before, transaction)
      guard let holder else { return nil }
      var event = event
      event.client = holder.client
      try self.note(event, of: holder.account, transaction)
      return holder.account
    }
  }

  /// Runs `body` as one transaction in the name of a browser session; nil, without effect, where that
  /// session has ended or is no longer fresh.
  ///
  /// `session` is nil for what needs none: a command where the Hub is, or a denial.
  func write<Result: Sendable>(
    by session: ActingSession?,
    _ body: @escaping @Sendable (borrowing Transaction) throws(SQLiteError) -> Result
  ) async throws(StorageError) -> Result? {
    try await write { (transaction) throws(SQLiteError) -> Result? in
      if let session, try !WebSessionTable.isFresh(session, transaction) { return nil }
      return try body(transaction)
    }
  }

  /// Runs `body` as one durable transaction and says failures in the Hub's words.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(SQLiteError) -> Result
  ) async throws(StorageError) -> Result {
    do throws(SQLiteError) { return try await pool.write(.local, body) } catch {
      throw StorageError(sqlite: error)
    }
  }
}
