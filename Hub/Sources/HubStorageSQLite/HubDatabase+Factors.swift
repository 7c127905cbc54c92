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
    _ sealed: [UInt8], of account: AccountNumber, keeping kept: SessionID,
    noting event: SecurityEvent
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try AccountTable.setPassword(sealed, of: account, transaction)
      try WebSessionTable.endAll(of: account, keeping: kept, transaction)
      try self.note(event, of: account, transaction)
    }
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
    sealedGenerator: [UInt8], of account: AccountNumber, at now: Int64
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try CodeGeneratorTable.begin(sealedGenerator, of: account, at: now, transaction)
    }
  }

  public func confirmGenerator(
    of account: AccountNumber, usedStep: Int64, keeping kept: SessionID, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      let isConfirmed = try CodeGeneratorTable.confirm(
        of: account, usedStep: usedStep, transaction)
      guard isConfirmed else { return false }
      try WebSessionTable.endAll(of: account, keeping: kept, transaction)
      try self.note(event, of: account, transaction)
      return true
    }
  }

  public func removeGenerator(
    of account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      guard try CodeGeneratorTable.remove(of: account, transaction) else { return false }
      try self.note(event, of: account, transaction)
      return true
    }
  }

  // MARK: - Recovery

  public func replaceRecoveryCodes(
    _ codes: [TokenHash], of account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try RecoveryTable.replace(codes, of: account, transaction)
      try self.note(event, of: account, transaction)
    }
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
      switch recovery.proof {
      case .code(let code):
        guard try RecoveryTable.take(code, of: account, transaction) else { return false }
      case .link(let token):
        let isTaken = try RecoveryTable.take(
          link: token, of: account, at: event.atMilliseconds, transaction)
        guard isTaken else { return false }
        _ = try CodeGeneratorTable.remove(of: account, transaction)
      }
      try AccountTable.setPassword(recovery.sealedPassword, of: account, transaction)
      try Self.endEverything(of: account, keeping: nil, transaction)
      try WebSessionTable.insert(recovery.session, of: account, transaction)
      try self.note(event, of: account, transaction)
      return true
    }
  }

  /// Takes what was given beside a password; a recovery code ends all but `kept` (SIGN-06).
  static func take(
    _ factor: SecondFactor?, of account: AccountNumber, keeping kept: SessionID?,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    switch factor {
    case nil: return true
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
    try DeviceGrantTable.endApproved(by: account, transaction)
    try AuthorizationTable.endApproved(by: account, transaction)
    try AgentTable.removeAll(of: account, transaction)
  }
}
