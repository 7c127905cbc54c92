import HubContracts

/// An app's wish to be connected through a browser beside it (RFC 8252, RFC 7636).
public struct AuthorizationRequest: Sendable {
  public let wish: DeviceGrantRequest
  public let callback: Callback

  public init(wish: DeviceGrantRequest, callback: Callback) {
    self.wish = wish
    self.callback = callback
  }
}

/// A code that a person approved, as it is stored.
public struct NewAuthorization: Sendable {
  /// A minute.
  public static let lifeMilliseconds = Milliseconds.minute

  public let code: TokenHash
  public let session: ActingSession
  public let request: AuthorizationRequest
  public let deviceName: DisplayName
  public let createdAtMilliseconds: Int64
}

public struct StoredAuthorization: Sendable, Equatable {
  public let account: AccountNumber
  public let client: String
  public let challenge: CodeChallenge
  /// A ``Callback/text``.
  public let callback: String
  public let createdAtMilliseconds: Int64
  /// The session that it gave; nil until it was redeemed.
  public let session: SessionID?

  public init(
    account: AccountNumber, client: String, challenge: CodeChallenge, callback: String,
    createdAtMilliseconds: Int64, session: SessionID?
  ) {
    self.account = account
    self.client = client
    self.challenge = challenge
    self.callback = callback
    self.createdAtMilliseconds = createdAtMilliseconds
    self.session = session
  }
}

/// Where codes are kept; each function is one transaction, as in ``IdentityStorage``.
public protocol AuthorizationStorage: Sendable {
  /// Keeps a code; false, without effect, where the document is another account's or another app's,
  /// nil where the session that approves may not.
  func insert(
    _ authorization: NewAuthorization, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool?

  func authorization(_ code: TokenHash) async throws(StorageError) -> StoredAuthorization?

  /// Makes the session of a code, once; nil where it was redeemed before, or is too old. Ends the
  /// account's longest idle device sessions above `countMax`.
  func redeem(
    authorization code: TokenHash, as session: NewDeviceSession, countMax: Int
  ) async throws(StorageError) -> DeviceSession?
}

public enum AuthorizationAnswer: Sendable {
  /// The code, for the app alone.
  case approved(SecretToken)
  case invalidDeviceName(DisplayName.Problem)
  case needsPassword
  case wrongPassword
  case wait(seconds: Int)
  /// The document belongs to another account for ever, or to another app.
  case documentOwned
  case busy
}

extension IdentityService {
  /// Lets an app in that a person looked at in the browser beside it (SIGN-22).
  ///
  /// `proof` is nil where the form had none; it is needed unless the session is fresh.
  public func authorize(
    _ request: AuthorizationRequest, deviceName: String, proof: Proof?, by session: WebSession,
    from network: NetworkPrefix
  ) async throws(StorageError) -> AuthorizationAnswer {
    let name: DisplayName
    do throws(DisplayName.Problem) { name = try DisplayName(deviceName) } catch {
      return .invalidDeviceName(error)
    }
    if let proof, !proof.password.isEmpty {
      switch try await confirm(proof, of: session, from: network) {
      case .confirmed: break
      case .refused: return .wrongPassword
      case .wait(let seconds): return .wait(seconds: seconds)
      case .busy: return .busy
      }
    } else if !isFresh(session) {
      return .needsPassword
    }
    let code = SecretToken(.authorizationCode, random: random)
    let isKept = try await storage.insert(
      NewAuthorization(
        code: code.hash, session: acting(session), request: request, deviceName: name,
        createdAtMilliseconds: clock.nowMilliseconds),
      noting: event(.deviceApproved, from: network, client: request.wish.client.name))
    guard let isKept else { return .needsPassword }
    return isKept ? .approved(code) : .documentOwned
  }

  /// Gives an app the session of its code, once; a second use ends that session (RFC 9700 §2.1.1).
  ///
  /// `verifier` is the secret whose hash the app sent along; `callback` is where the code was sent.
  public func redeem(
    authorizationCode text: String, verifier: String, client: String, callback: String,
    from network: NetworkPrefix
  ) async throws(StorageError) -> RedeemAnswer {
    let now = clock.nowMilliseconds
    guard let code = SecretToken(.authorizationCode, text: text)?.hash,
      let stored = try await storage.authorization(code),
      stored.challenge.isAnswered(by: verifier), stored.client == client,
      stored.callback == callback
    else { return .invalid }
    let bearer = SecretToken(.device, random: random)
    let revokeHandle = SecretToken(.revoke, random: random)
    let session = NewDeviceSession(
      id: newIdentifier(), token: bearer.hash, revoke: revokeHandle.hash,
      createdAtMilliseconds: now)
    let made = try await storage.redeem(
      authorization: code, as: session, countMax: SessionLifetime.device.countMax)
    sessionsEnded(of: stored.account)
    if let made {
      return .signedIn(DeviceSignIn(session: made, bearer: bearer, revokeHandle: revokeHandle))
    }
    // Somebody has the code beside the app, and one of the two has a session by it.
    if let given = try await storage.authorization(code)?.session {
      _ = try await storage.endDeviceSession(
        given, of: stored.account, noting: event(.sessionEnded, from: network))
      sessionsEnded(of: stored.account)
      return .invalid
    }
    return .expired
  }
}
