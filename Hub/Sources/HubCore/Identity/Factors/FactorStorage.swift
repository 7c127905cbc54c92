import HubContracts

/// Where second factors, recovery codes and passwords are kept; each function is one transaction, as
/// in ``IdentityStorage``.
public protocol FactorStorage: Sendable {
  /// What an account can sign in with.
  func standing(of account: AccountNumber) async throws(StorageError) -> FactorStanding

  /// Replaces the password's hash and ends the account's browser sessions but `kept`.
  func setPassword(
    _ sealed: [UInt8], of account: AccountNumber, keeping kept: SessionID,
    noting event: SecurityEvent
  ) async throws(StorageError)

  // MARK: Authenticator

  /// The account's authenticator, confirmed or not; nil where there is none.
  func codeGenerator(of account: AccountNumber) async throws(StorageError) -> StoredCodeGenerator?

  /// Keeps a secret until it is confirmed; a confirmed one stays, an unconfirmed one is replaced.
  func begin(
    sealedGenerator: [UInt8], of account: AccountNumber, at now: Int64
  ) async throws(StorageError)

  /// Asks for codes at sign-in from now on and ends the account's browser sessions but `kept`; false
  /// where there is nothing to confirm.
  func confirmGenerator(
    of account: AccountNumber, usedStep: Int64, keeping kept: SessionID, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool

  /// Asks for no more codes; whether there was one.
  func removeGenerator(
    of account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool

  // MARK: Recovery

  func replaceRecoveryCodes(
    _ codes: [TokenHash], of account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError)

  /// Keeps the one recovery link of an account; one made before is no longer good.
  func insert(
    recoveryLink token: TokenHash, of account: AccountNumber, at now: Int64
  ) async throws(StorageError)

  /// The account that a proof is good for at `now`; nil where there is none, or it is disabled.
  func account(
    recoveringWith proof: RecoveryProof, at now: Int64
  ) async throws(StorageError) -> Account?

  /// Takes the proof, sets the password, ends everything that the account is signed in with, and
  /// begins a session; false, without effect, where the proof was taken before.
  func recover(_ recovery: NewRecovery) async throws(StorageError) -> Bool
}

public struct FactorStanding: Sendable, Equatable {
  /// Whether signing in asks for an authenticator's code.
  public let hasCodeGenerator: Bool
  public let recoveryCodes: Int
  public let passkeys: Int

  public init(hasCodeGenerator: Bool, recoveryCodes: Int, passkeys: Int) {
    self.hasCodeGenerator = hasCodeGenerator
    self.recoveryCodes = recoveryCodes
    self.passkeys = passkeys
  }
}

/// An authenticator's secret, sealed with a key that is not in the database.
public struct StoredCodeGenerator: Sendable, Equatable {
  public let sealed: [UInt8]
  public let isConfirmed: Bool
  /// The newest step whose code was used; its code and older ones are no longer good.
  public let usedStep: Int64

  public init(sealed: [UInt8], isConfirmed: Bool, usedStep: Int64) {
    self.sealed = sealed
    self.isConfirmed = isConfirmed
    self.usedStep = usedStep
  }
}

/// What a person gave beside the password; each is good once.
public enum SecondFactor: Sendable, Equatable {
  /// A code of the authenticator.
  case step(Int64)
  case recoveryCode(TokenHash)
}

extension SecondFactor? {
  /// How somebody proved who they are, who gave this beside the password.
  var method: SecurityEvent.Method {
    switch self {
    case nil: .password
    case .step: .passwordAndCode
    case .recoveryCode: .recoveryCode
    }
  }
}

public enum RecoveryProof: Sendable, Equatable {
  /// How long a link from the Hub's machine is good.
  public static let linkLifeMilliseconds = 15 * Milliseconds.minute

  case code(TokenHash)
  /// Whoever has it may run commands where the Hub is: an authenticator is forgotten too.
  case link(TokenHash)
}

public struct NewRecovery: Sendable {
  public let account: AccountNumber
  public let proof: RecoveryProof
  public let sealedPassword: [UInt8]
  public let session: NewWebSession
  public let event: SecurityEvent
}
