import HubContracts

/// Where second factors, recovery codes and passwords are kept; each function is one transaction, as
/// in ``IdentityStorage``.
///
/// What an ``ActingSession`` asks has no effect where that session has ended or is no longer fresh.
public protocol FactorStorage: Sendable {
  /// What an account can sign in with.
  func standing(of account: AccountNumber) async throws(StorageError) -> FactorStanding

  /// Replaces the password's hash, ends the account's browser sessions but the one that asks, and
  /// takes back what was approved and no app has fetched; false where that session may not.
  func setPassword(
    _ sealed: [UInt8], by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool

  // MARK: Authenticator

  /// The account's authenticator, confirmed or not; nil where there is none.
  func codeGenerator(of account: AccountNumber) async throws(StorageError) -> StoredCodeGenerator?

  /// Keeps a secret until it is confirmed; a confirmed one stays, an unconfirmed one is replaced.
  /// False where the session may not.
  func begin(
    sealedGenerator: [UInt8], by session: ActingSession
  ) async throws(StorageError) -> Bool

  /// Asks for codes at sign-in from now on and ends the account's browser sessions but the one that
  /// asks; false where there is nothing to confirm, nil where that session may not.
  func confirmGenerator(
    usedStep: Int64, by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool?

  /// Asks for no more codes; whether there was one, nil where the session may not.
  func removeGenerator(
    by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool?

  // MARK: Recovery

  /// False where the session may not.
  func replaceRecoveryCodes(
    _ codes: [TokenHash], by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool

  /// Keeps the one recovery link of an account; one made before is no longer good.
  func insert(
    recoveryLink token: TokenHash, of account: AccountNumber, at now: Int64
  ) async throws(StorageError)

  /// The account that a proof is good for at `now`; nil where there is none, or it is disabled.
  func account(
    recoveringWith proof: RecoveryProof, at now: Int64
  ) async throws(StorageError) -> Account?

  /// Takes the proof, sets the password, ends everything that the account is signed in with, withdraws
  /// its recovery codes, and begins a session; false, without effect, where the proof is no longer good.
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

public enum RecoveryProof: Sendable, Equatable {
  /// How long a link from the Hub's machine is good.
  public static let linkLifeMilliseconds = 15 * Milliseconds.minute

  case code(TokenHash)
  /// Whoever has it may run commands where the Hub is: authenticator and passkeys are forgotten too.
  case link(TokenHash)
}

public struct NewRecovery: Sendable {
  public let account: AccountNumber
  public let proof: RecoveryProof
  public let sealedPassword: [UInt8]
  public let session: NewWebSession
  public let event: SecurityEvent
}
