import HubContracts
import ToolboxCrypto
import ToolboxJSON

/// What a browser needs to make a passkey.
public struct PasskeyOffer: Sendable {
  public let challenge: [UInt8]
  /// What the authenticator will know the account by: 32 random bytes, no name.
  public let user: [UInt8]
  /// COSE's numbers, the best first.
  public let algorithms: [Int64]
  /// Ids of passkeys that the account has, so that no authenticator gets a second one.
  public let known: [[UInt8]]
}

/// The answer to `navigator.credentials.create`.
public struct PasskeyRegistration: Sendable {
  public let clientData: [UInt8]
  public let attestation: [UInt8]

  public init(clientData: [UInt8], attestation: [UInt8]) {
    self.clientData = clientData
    self.attestation = attestation
  }
}

/// The answer to `navigator.credentials.get`.
public struct PasskeyAssertion: Sendable {
  public let id: [UInt8]
  public let clientData: [UInt8]
  public let authenticatorData: [UInt8]
  public let signature: [UInt8]
  public let user: [UInt8]

  public init(
    id: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
    user: [UInt8]
  ) {
    self.id = id
    self.clientData = clientData
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.user = user
  }
}

public enum PasskeyAnswer: Sendable, Equatable {
  case added
  case needsVerification
  case invalidName(DisplayName.Problem)
  /// Nobody learns which of the checks failed; begin again.
  case refused
}

extension IdentityService {
  /// The account's passkeys, the oldest first.
  public func passkeys(of account: Account) async throws(StorageError) -> [StoredPasskey] {
    try await storage.passkeys(of: account.number)
  }

  /// Begins making a passkey; nil where the session is not fresh.
  public func offerPasskey(to session: WebSession) async throws(StorageError) -> PasskeyOffer? {
    guard isFresh(session) else { return nil }
    let number = session.account.number
    let user = try await storage.passkeyUser(of: number, proposed: random.bytes(32))
    let known = try await storage.passkeys(of: number)
    return PasskeyOffer(
      challenge: challenges.make(
        for: .registration(session.id), of: session.id, at: clock.nowMilliseconds, random: random),
      user: user, algorithms: PasskeyKey.algorithms, known: known.map(\.id))
  }

  /// Keeps a passkey that the session's browser made.
  public func addPasskey(
    _ made: PasskeyRegistration, named text: String, for relyingParty: RelyingParty,
    by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> PasskeyAnswer {
    guard isFresh(session) else { return .needsVerification }
    let name: DisplayName
    do throws(DisplayName.Problem) { name = try DisplayName(text) } catch {
      return .invalidName(error)
    }
    guard
      let check = check(
        made.clientData, for: .registration(session.id), of: relyingParty)
    else { return .refused }
    let new: NewPasskey
    do throws(PasskeyFault) {
      new = try check.registration(clientData: made.clientData, attestation: made.attestation)
    } catch { return .refused }
    let now = clock.nowMilliseconds
    let passkey = StoredPasskey(
      id: new.id, name: name.text, publicKey: new.publicKey, signCount: new.signCount,
      canBackUp: new.canBackUp, isBackedUp: new.isBackedUp, createdAtMilliseconds: now,
      usedAtMilliseconds: now)
    let isKept = try await storage.insert(
      passkey, by: acting(session), noting: event(.passkeyAdded, from: network))
    sessionsEnded(of: session.account.number)
    guard let isKept else { return .needsVerification }
    return isKept ? .added : .refused
  }

  public func removePasskey(
    _ id: [UInt8], by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> GuardedAnswer {
    guard isFresh(session) else { return .needsVerification }
    return GuardedAnswer(
      whether: try await storage.removePasskey(
        id, by: acting(session), noting: event(.passkeyRemoved, from: network)))
  }

  // MARK: - Using one

  /// A challenge for signing in, with whichever passkey the person chooses; or how long to wait.
  public func signInChallenge(from network: NetworkPrefix) -> ChallengeAnswer {
    let now = clock.nowMilliseconds
    if let wait = limits.beginPasskey(from: network, at: now) {
      return .wait(seconds: Self.seconds(wait))
    }
    let challenge = challenges.makeForSignIn(from: network, at: now, random: random)
    guard let challenge else {
      return .wait(seconds: Self.seconds(PasskeyChallenges.lifeMilliseconds))
    }
    return .challenge(challenge)
  }

  /// A challenge for proving once more who one is.
  public func verificationChallenge(of session: WebSession) -> [UInt8] {
    challenges.make(
      for: .verification(session.id), of: session.id, at: clock.nowMilliseconds, random: random)
  }

  /// Signs a browser in with a passkey; passwords and their delays play no part in it.
  public func signIn(
    with assertion: PasskeyAssertion, for relyingParty: RelyingParty,
    replacing replaced: SecretToken?, from network: NetworkPrefix
  ) async throws(StorageError) -> SignInAnswer {
    guard
      let owned = try await checked(
        assertion, for: .signIn, of: relyingParty, from: network)
    else { return .refused }
    let (session, token) = newWebSession(from: network)
    let isSignedIn = try await storage.signIn(
      NewSignIn(
        session: session, account: owned.number, replaced: replaced?.hash,
        credential: .passkey(assertion.id),
        event: event(.signedIn, from: network, by: .passkey)),
      countMax: SessionLifetime.web.countMax)
    sessionsEnded(of: owned.number)
    return isSignedIn ? .signedIn(signedIn(session, token, owned)) : .refused
  }

  /// Opens what needs a fresh session with a passkey; whether it was one of the session's account.
  public func confirm(
    _ assertion: PasskeyAssertion, for relyingParty: RelyingParty, of session: WebSession,
    from network: NetworkPrefix
  ) async throws(StorageError) -> Bool {
    let account = try await checked(
      assertion, for: .verification(session.id), of: relyingParty, from: network)
    guard account?.number == session.account.number else { return false }
    return try await storage.setFresh(
      NewFreshness(
        session: session.id, account: session.account.number,
        untilMilliseconds: clock.nowMilliseconds + SessionLifetime.freshMilliseconds,
        credential: .passkey(assertion.id),
        event: event(.verified, from: network, by: .passkey)))
  }

  /// The account whose passkey answered; nil for whatever is wrong with the answer.
  private func checked(
    _ assertion: PasskeyAssertion, for purpose: PasskeyChallenges.Purpose,
    of relyingParty: RelyingParty, from network: NetworkPrefix
  ) async throws(StorageError) -> Account? {
    guard let check = check(assertion.clientData, for: purpose, of: relyingParty),
      let owned = try await storage.passkey(assertion.id), owned.user == assertion.user
    else { return nil }
    let said: AuthenticatorData
    do throws(PasskeyFault) {
      said = try check.assertion(
        clientData: assertion.clientData, authenticatorData: assertion.authenticatorData,
        signature: assertion.signature, of: owned.passkey)
    } catch { return nil }
    let isUsed = try await storage.use(
      PasskeyUse(
        id: assertion.id, account: owned.account.number, signCount: said.signCount,
        isBackedUp: said.isBackedUp, atMilliseconds: clock.nowMilliseconds))
    guard isUsed else {
      // Two authenticators count with one key: one of them is a copy.
      try await storage.note(
        event(.passkeyCounterFellBack, from: network), of: owned.account.number)
      return nil
    }
    return owned.account
  }

  /// Takes the challenge that an answer names; nil where it was not given out for this.
  private func check(
    _ clientData: [UInt8], for purpose: PasskeyChallenges.Purpose, of relyingParty: RelyingParty
  ) -> PasskeyCheck? {
    guard let challenge = PasskeyCheck.challenge(in: clientData),
      challenges.take(challenge, for: purpose, at: clock.nowMilliseconds)
    else { return nil }
    return PasskeyCheck(relyingParty: relyingParty, challenge: challenge)
  }
}

public enum ChallengeAnswer: Sendable, Equatable {
  /// 32 random bytes, good once within five minutes.
  case challenge([UInt8])
  case wait(seconds: Int)
}
