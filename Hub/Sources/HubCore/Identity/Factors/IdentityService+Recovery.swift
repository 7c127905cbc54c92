import HubContracts
import ToolboxCrypto

/// What a person gives who lost the password; never printed.
public struct RecoveryForm: Sendable, CustomStringConvertible, CustomReflectable {
  /// A recovery code, or the code of a link that was made where the Hub is.
  public var code: String
  public var password: String
  public var repeatedPassword: String

  public init(code: String, password: String, repeatedPassword: String) {
    self.code = code
    self.password = password
    self.repeatedPassword = repeatedPassword
  }

  public var description: String { "RecoveryForm(redacted)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

public enum RecoveryAnswer: Sendable {
  /// The new password is set, and every other session of the account has ended.
  case recovered(SignedIn)
  /// Nobody learns whether it was wrong, used or too old.
  case unknownCode
  /// Nothing was changed and the code stays good.
  case invalid([SetupProblem])
  case wait(seconds: Int)
  case busy
}

extension IdentityService {
  /// Sets a new password with a recovery code or link and signs the browser in (SIGN-06).
  ///
  /// Of many calls with the same code at most one succeeds.
  public func recover(
    _ form: RecoveryForm, from network: NetworkPrefix
  ) async throws(StorageError) -> RecoveryAnswer {
    let now = clock.nowMilliseconds
    if let wait = limits.beginRecovery(from: network, at: now) {
      return .wait(seconds: Self.seconds(wait))
    }
    guard let proof = Self.proof(form.code),
      let account = try await storage.account(recoveringWith: proof, at: now)
    else { return .unknownCode }
    limits.recoveryWasRight(from: network)
    let problems = passwordProblems(
      form.password, repeated: form.repeatedPassword, accountName: account.name)
    guard problems.isEmpty else { return .invalid(problems) }
    guard let sealed = await sealedHash(of: form.password, for: account.id) else { return .busy }
    let (session, token) = newWebSession(from: network)
    let method: SecurityEvent.Method =
      if case .link = proof { .recoveryLink } else { .recoveryCode }
    let isRecovered = try await storage.recover(
      NewRecovery(
        account: account.number, proof: proof, sealedPassword: sealed, session: session,
        event: event(.recoveryUsed, from: network, by: method)))
    sessionsEnded(of: account.number)
    return isRecovered ? .recovered(signedIn(session, token, account)) : .unknownCode
  }

  private static func proof(_ typed: String) -> RecoveryProof? {
    if let token = SecretToken(.recovery, text: typed) { return .link(token.hash) }
    return RecoveryCode(typed: typed).map { .code($0.hash) }
  }
}
