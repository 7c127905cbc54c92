import HubContracts
import ToolboxCrypto

/// Why a password is not changed; nothing was.
public enum ChangeAnswer: Sendable, Equatable {
  case changed
  case needsVerification
  /// At most one problem for each field.
  case invalid([SetupProblem])
  case busy
}

/// What came of confirming an authenticator.
public enum GeneratorAnswer: Sendable, Equatable {
  case confirmed
  case needsVerification
  /// This is not the app's code now, or there is nothing to confirm.
  case wrongCode
  case wait(seconds: Int)
}

extension IdentityService {
  /// What an account can sign in with.
  public func standing(of account: Account) async throws(StorageError) -> FactorStanding {
    try await storage.standing(of: account.number)
  }

  /// Replaces the password and signs the account's other browsers out (SES-08).
  public func changePassword(
    to password: String, repeated: String, by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> ChangeAnswer {
    guard isFresh(session) else { return .needsVerification }
    let account = session.account
    let problems = passwordProblems(password, repeated: repeated, accountName: account.name)
    guard problems.isEmpty else { return .invalid(problems) }
    guard let sealed = await sealedHash(of: password, for: account.id) else { return .busy }
    let isSet = try await storage.setPassword(
      sealed, by: acting(session), noting: event(.passwordChanged, from: network))
    sessionsEnded(of: account.number)
    return isSet ? .changed : .needsVerification
  }

  // MARK: - Authenticator

  /// The secret that waits to be confirmed, to be shown to its person; nil where none does, and where
  /// the session is not fresh.
  public func waitingGenerator(
    of session: WebSession
  ) async throws(StorageError) -> CodeGenerator? {
    guard isFresh(session) else { return nil }
    let stored = try await storage.codeGenerator(of: session.account.number)
    guard let stored, !stored.isConfirmed else { return nil }
    return generator(stored.sealed, of: session.account.id)
  }

  /// Makes a secret that is good for nothing until it is confirmed.
  public func beginGenerator(by session: WebSession) async throws(StorageError) -> GuardedAnswer {
    guard isFresh(session) else { return .needsVerification }
    let secret = random.bytes(CodeGenerator.secretByteCount)
    let sealed = pepper.seal(
      secret, context: Self.generatorContext(of: session.account.id), random: random)
    let isKept = try await storage.begin(sealedGenerator: sealed, by: acting(session))
    return isKept ? .done : .needsVerification
  }

  /// Asks for the authenticator's codes from now on, once one of them was right.
  public func confirmGenerator(
    code: String, by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> GeneratorAnswer {
    guard isFresh(session) else { return .needsVerification }
    let now = clock.nowMilliseconds
    let guess = AttemptLimits.Guess(
      account: "generator \(session.account.number.value)", place: .known(session.id.bytes))
    if let wait = limits.beginPassword(guess, at: now) {
      return .wait(seconds: Self.seconds(wait))
    }
    guard let generator = try await waitingGenerator(of: session),
      let step = generator.step(ofTyped: code, at: now, after: 0)
    else { return .wrongCode }
    let isConfirmed = try await storage.confirmGenerator(
      usedStep: step, by: acting(session), noting: event(.generatorAdded, from: network))
    guard let isConfirmed else { return .needsVerification }
    guard isConfirmed else { return .wrongCode }
    limits.passwordWasRight(guess)
    return .confirmed
  }

  /// Asks for no more codes; repeating it is success.
  public func removeGenerator(
    by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> GuardedAnswer {
    guard isFresh(session) else { return .needsVerification }
    let isRemoved = try await storage.removeGenerator(
      by: acting(session), noting: event(.generatorRemoved, from: network))
    return isRemoved == nil ? .needsVerification : .done
  }

  // MARK: - Recovery codes

  /// Makes ten new codes, which are shown this once; nil where the session is not fresh.
  public func renewRecoveryCodes(
    by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> [RecoveryCode]? {
    guard isFresh(session) else { return nil }
    let codes = (0..<RecoveryCode.count).map { _ in RecoveryCode(random: random) }
    let isReplaced = try await storage.replaceRecoveryCodes(
      codes.map(\.hash), by: acting(session), noting: event(.recoveryRenewed, from: network))
    return isReplaced ? codes : nil
  }

  // MARK: - What was typed beside the password

  enum FactorCheck: Equatable {
    case right(SecondFactor?)
    case wrong
  }

  /// Compares the code beside a password, or does the same work where none is needed (SES-51).
  func check(code: String, against stored: StoredPassword?) -> FactorCheck {
    let kept = stored?.generator
    let generator = stored.flatMap { stored in
      kept.flatMap { self.generator($0.sealed, of: stored.account.id) }
    }
    let step = (generator ?? Self.nobodysGenerator).step(
      ofTyped: code, at: clock.nowMilliseconds, after: kept?.usedStep ?? 0)
    guard kept != nil else { return .right(nil) }
    // A secret that does not open is of another key: nobody gets in by it.
    if generator != nil, let step { return .right(.step(step)) }
    if let code = RecoveryCode(typed: code) { return .right(.recoveryCode(code.hash)) }
    return .wrong
  }

  private static let nobodysGenerator: CodeGenerator = {
    let secret = [UInt8](repeating: 0, count: CodeGenerator.secretByteCount)
    guard let generator = CodeGenerator(secret: secret) else {
      preconditionFailure("the secret has its length")
    }
    return generator
  }()

  private func generator(_ sealed: [UInt8], of account: AccountID) -> CodeGenerator? {
    pepper.open(sealed, context: Self.generatorContext(of: account))
      .flatMap { CodeGenerator(secret: $0) }
  }

  /// A secret cut out of one account's row opens in no other's, and never as a password's hash.
  private static func generatorContext(of account: AccountID) -> [UInt8] {
    Array("hub-code-generator-v1".utf8) + account.bytes
  }
}
