import HubContracts
import HubCore
import ToolboxSQLite

extension HubDatabase: FactorStorage {
  public func standing(
    of account: AccountNumber
  ) async throws(StorageError) -> FactorStanding {
    try await read { (transaction) throws(SQLiteError) in
      FactorStanding(
        hasCodeGenerator: try CodeGeneratorTable.generator(of: account, transaction)?.isConfirmed
          ?? false,
        recoveryCodes: try RecoveryTable.count(of: account, transaction),
        passkeys: try PasskeyTable.passkeys(of: account, transaction).count)
    }
  }

  public func setPassword(
    _ sealed: [UInt8], by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    let account = session.account
    return try await write(by: session) { (transaction) throws(SQLiteError) in
      try AccountTable.setPassword(sealed, of: account, transaction)
      try WebSessionTable.endAll(of: account, keeping: session.id, transaction)
      try Self.endApproved(by: account, transaction)
      try self.note(event, of: account, transaction)
      return true
    } ?? false
  }

  // MARK: - Authenticator

  public func codeGenerator(
    of account: AccountNumber
  ) async throws(StorageError) -> StoredCodeGenerator? {
    try await read { (transaction) throws(SQLiteError) in
      try CodeGeneratorTable.generator(of: account, transaction)
    }
  }

  public func begin(
    sealedGenerator: [UInt8], by session: ActingSession
  ) async throws(StorageError) -> Bool {
    return try await write(by: session) { (transaction) throws(SQLiteError) in
      try CodeGeneratorTable.begin(
        sealedGenerator, of: session.account, at: session.atMilliseconds, transaction)
      return true
    } ?? false
  }

  public func confirmGenerator(
    usedStep: Int64, by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool? {
    let account = session.account
    return try await write(by: session) { (transaction) throws(SQLiteError) in
      let isConfirmed = try CodeGeneratorTable.confirm(
        of: account, usedStep: usedStep, transaction)
      guard isConfirmed else { return false }
      try WebSessionTable.endAll(of: account, keeping: session.id, transaction)
      try self.note(event, of: account, transaction)
      return true
    }
  }

  public func removeGenerator(
    by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool? {
    let account = session.account
    return try await write(by: session) { (transaction) throws(SQLiteError) in
      guard try CodeGeneratorTable.remove(of: account, transaction) else { return false }
      try self.note(event, of: account, transaction)
      return true
    }
  }

  // MARK: - Recovery

  public func replaceRecoveryCodes(
    _ codes: [TokenHash], by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    return try await write(by: session) { (transaction) throws(SQLiteError) in
      try RecoveryTable.replace(codes, of: session.account, transaction)
      try self.note(event, of: session.account, transaction)
      return true
    } ?? false
  }

  public func insert(
    recoveryLink token: TokenHash, of account: AccountNumber, at now: Int64
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try RecoveryTable.insert(link: token, of: account, at: now, transaction)
    }
  }

  public func account(
    recoveringWith proof: RecoveryProof, at now: Int64
  ) async throws(StorageError) -> Account? {
    try await read { (transaction) throws(SQLiteError) in
      try RecoveryTable.account(of: proof, at: now, transaction)
    }
  }

  public func recover(_ recovery: NewRecovery) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      let (account, event) = (recovery.account, recovery.event)
      let owner = try RecoveryTable.account(
        of: recovery.proof, at: event.atMilliseconds, transaction)
      guard owner?.number == account else { return false }
      try RecoveryTable.removeAll(of: account, transaction)
      if case .link = recovery.proof {
        _ = try CodeGeneratorTable.remove(of: account, transaction)
        try PasskeyTable.removeAll(of: account, transaction)
      }
      try AccountTable.setPassword(recovery.sealedPassword, of: account, transaction)
      try Self.endEverything(of: account, keeping: nil, transaction)
      try WebSessionTable.insert(recovery.session, of: account, transaction)
      try self.note(event, of: account, transaction)
      return true
    }
  }

  /// Takes what somebody proved who they are with; false, without effect, where it is no longer the
  /// account's.
  ///
  /// A recovery code ends all but `kept` (SIGN-06).
  static func take(
    _ credential: Credential, of account: AccountNumber, keeping kept: SessionID?,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    switch credential {
    case .passkey(let id):
      return try PasskeyTable.owned(id, transaction)?.account.number == account
    case .password(let sealed, let factor):
      guard let stored = try AccountTable.password(of: account, transaction),
        stored.sealed == sealed
      else { return false }
      // An authenticator that was confirmed meanwhile was never asked for.
      guard let factor else { return stored.generator == nil }
      return try take(factor, of: account, keeping: kept, transaction)
    }
  }

  private static func take(
    _ factor: SecondFactor, of account: AccountNumber, keeping kept: SessionID?,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    switch factor {
    case .step(let step): return try CodeGeneratorTable.take(step, of: account, transaction)
    case .recoveryCode(let code):
      guard try RecoveryTable.take(code, of: account, transaction) else { return false }
      try endEverything(of: account, keeping: kept, transaction)
      return true
    }
  }

  /// Ends all that an account is signed in with, and what it approved and no app has fetched.
  static func endEverything(
    of account: AccountNumber, keeping kept: SessionID?, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try WebSessionTable.endAll(of: account, keeping: kept, transaction)
    try DeviceSessionTable.endAll(of: account, transaction)
    try endApproved(by: account, transaction)
    try AgentTable.removeAll(of: account, transaction)
  }

  /// Takes back what an account approved and no app has fetched.
  static func endApproved(
    by account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try DeviceGrantTable.endApproved(by: account, transaction)
    try AuthorizationTable.endApproved(by: account, transaction)
  }
}
