import HubContracts
import ToolboxCrypto

public enum SignInAnswer: Sendable {
  case signedIn(SignedIn)
  /// No such account, or another password: nobody learns which (SES-51).
  case refused
  /// Not looked at; the same form may be sent again after so many seconds (429).
  case wait(seconds: Int)
  /// Not looked at; too many passwords are being hashed (503).
  case busy
}

public enum PasswordAnswer: Sendable, Equatable {
  /// The session is fresh for ten minutes from now.
  case confirmed
  case refused
  case wait(seconds: Int)
  case busy
}

extension IdentityService {
  /// What a person typed to prove who they are; never printed.
  public struct Proof: Sendable, CustomStringConvertible, CustomReflectable {
    public let password: String
    /// Of the authenticator, or a recovery code; not looked at where the account has no authenticator.
    public let code: String

    public init(password: String, code: String = "") {
      self.password = password
      self.code = code
    }

    public var description: String { "Proof(redacted)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// Signs a browser in with an account's name and password, and its authenticator's code if it has
  /// one (SIGN-15).
  ///
  /// `replaced` is the cookie that the browser sent; its session ends, so that nobody who planted a
  /// cookie shares the new session. `mark` is what ``browserMark(of:)`` gave it once, if anything.
  public func signIn(
    name: String, with proof: Proof, replacing replaced: SecretToken?, known mark: String? = nil,
    from network: NetworkPrefix
  ) async throws(StorageError) -> SignInAnswer {
    guard proof.password.utf8.count <= PasswordRule.bytesMax else { return .refused }
    let key = DisplayName.key(ofTyped: name)
    var stored: StoredPassword?
    if let key { stored = try await storage.password(ofAccountNamed: key) }
    let browser = mark.flatMap { KnownBrowser(mark: $0, openedBy: pepper) }
    let isKnown = browser != nil && browser?.account == stored?.account.number
    let guess = AttemptLimits.Guess(
      account: "name \(key ?? "")",
      place: isKnown ? .known(browser?.id ?? []) : .network(network))
    if let wait = limits.beginPassword(guess, at: clock.nowMilliseconds) {
      return .wait(seconds: Self.seconds(wait))
    }
    switch await check(proof, against: stored, for: guess) {
    case .busy:
      limits.passwordWasNotTried(guess)
      return .busy
    case .right(let account, let credential):
      let (session, token) = newWebSession(from: network)
      let isSignedIn = try await storage.signIn(
        NewSignIn(
          session: session, account: account.number, replaced: replaced?.hash,
          credential: credential,
          event: event(.signedIn, from: network, by: credential.method)),
        countMax: SessionLifetime.web.countMax)
      if isSignedIn {
        limits.passwordWasRight(guess)
        // A recovery code ends all else; any sign-in may end the browser that was idle longest.
        sessionsEnded(of: account.number)
        return .signedIn(signedIn(session, token, account))
      }
    case .wrong: break
    }
    // Also of a name that nobody has: not noting it would be quicker, and tell.
    try await storage.note(
      event(.signInFailed, from: network, by: .password), of: stored?.account.number)
    return .refused
  }

  /// Takes the password of a signed-in person again, for what needs a fresh one (SES-10).
  public func confirm(
    _ proof: Proof, of session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> PasswordAnswer {
    guard proof.password.utf8.count <= PasswordRule.bytesMax else { return .refused }
    let number = session.account.number
    let guess = AttemptLimits.Guess(
      account: "number \(number.value)", place: .known(session.id.bytes))
    if let wait = limits.beginPassword(guess, at: clock.nowMilliseconds) {
      return .wait(seconds: Self.seconds(wait))
    }
    let stored = try await storage.password(of: number)
    switch await check(proof, against: stored, for: guess) {
    case .busy:
      limits.passwordWasNotTried(guess)
      return .busy
    case .right(_, let credential):
      let isFresh = try await storage.setFresh(
        NewFreshness(
          session: session.id, account: number,
          untilMilliseconds: clock.nowMilliseconds + SessionLifetime.freshMilliseconds,
          credential: credential, event: event(.verified, from: network, by: credential.method)))
      if isFresh {
        limits.passwordWasRight(guess)
        if credential.endsAllElse { sessionsEnded(of: number) }
        return .confirmed
      }
    case .wrong: break
    }
    try await storage.note(event(.verificationFailed, from: network, by: .password), of: number)
    return .refused
  }

  /// The live session of a cookie's value; nil for anything else.
  public func webSession(cookie: String) async throws(StorageError) -> WebSession? {
    guard let token = SecretToken(.web, text: cookie),
      let session = try await storage.webSession(token.hash)
    else { return nil }
    let now = clock.nowMilliseconds
    guard session.isLive(at: now) else { return nil }
    if now - session.lastSeenAtMilliseconds >= SessionLifetime.seenStepMilliseconds {
      try await storage.setSeen(now, ofWeb: session.id, of: session.account.number)
    }
    return session
  }

  /// Whether the person gave the password so lately that no form need ask for it.
  public func isFresh(_ session: WebSession) -> Bool { session.isFresh(at: clock.nowMilliseconds) }

  /// Ends a browser's session; repeating it is success.
  public func signOut(_ session: WebSession) async throws(StorageError) {
    try await storage.endWebSession(session.id, of: session.account.number)
    sessionsEnded(of: session.account.number)
  }

  func newWebSession(from network: NetworkPrefix) -> (NewWebSession, SecretToken) {
    let token = SecretToken(.web, random: random)
    let now = clock.nowMilliseconds
    let session = NewWebSession(
      id: newIdentifier(), token: token.hash, network: network.kept, signedInAtMilliseconds: now,
      freshUntilMilliseconds: now + SessionLifetime.freshMilliseconds)
    return (session, token)
  }

  func signedIn(
    _ session: NewWebSession, _ token: SecretToken, _ account: Account
  ) -> SignedIn {
    SignedIn(
      session: WebSession(
        id: session.id, account: account,
        signedInAtMilliseconds: session.signedInAtMilliseconds,
        lastSeenAtMilliseconds: session.signedInAtMilliseconds,
        freshUntilMilliseconds: session.freshUntilMilliseconds),
      token: token)
  }
}
