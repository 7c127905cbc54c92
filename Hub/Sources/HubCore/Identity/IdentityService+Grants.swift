import HubContracts
import ToolboxCrypto

/// What an app is told when it asks to be connected.
public struct DeviceGrantOffer: Sendable {
  /// For the app alone; fetches the session.
  public let deviceCode: SecretToken
  public let userCode: UserCode
  public let expiresInSeconds: Int64
  public let intervalSeconds: Int64
}

public enum DeviceGrantAnswer: Sendable {
  case offered(DeviceGrantOffer)
  case wait(seconds: Int)
}

/// What a person's code leads to.
public enum CodeAnswer: Sendable, Equatable {
  case found(DeviceGrant)
  /// Wrong, decided already, or too old.
  case unknown
  /// Too many wrong codes.
  case wait(seconds: Int)
}

public enum ApprovalAnswer: Sendable, Equatable {
  case approved
  case unknownCode
  /// Too many wrong codes or passwords.
  case wait(seconds: Int)
  case invalidDeviceName(DisplayName.Problem)
  /// The password is not fresh and none was given.
  case needsPassword
  case wrongPassword
  /// The document belongs to another account for ever, or to another app.
  case documentOwned
  case busy
}

public enum DenialAnswer: Sendable, Equatable {
  case denied
  case unknownCode
  case wait(seconds: Int)
}

/// A new device session and its secrets, which exist nowhere else.
public struct DeviceSignIn: Sendable {
  public let session: DeviceSession
  public let bearer: SecretToken
  public let revokeHandle: SecretToken
}

public enum RedeemAnswer: Sendable {
  case signedIn(DeviceSignIn)
  case pending
  case slowDown
  case denied
  case expired
  /// Unknown, used already, or not this app's.
  case invalid
}

extension IdentityService {
  /// Begins a device grant: the app shows the code and asks ``redeem(deviceCode:verifier:)``.
  public func requestGrant(
    _ request: DeviceGrantRequest, from network: NetworkPrefix
  ) async throws(StorageError) -> DeviceGrantAnswer {
    let now = clock.nowMilliseconds
    if let wait = limits.beginDeviceRequest(from: network, at: now) {
      return .wait(seconds: Self.seconds(wait))
    }
    let deviceCode = SecretToken(.deviceCode, random: random)
    // Twenty codes wait at most, so a second try is already next to impossible.
    for _ in 0..<8 {
      let grant = DeviceGrant(
        userCode: UserCode(random: random), client: request.client.name,
        document: request.document, platform: request.platform,
        unownedRecords: request.unownedRecords, requestedAtMilliseconds: now,
        network: network.kept)
      let insertion = try await storage.insert(
        NewDeviceGrant(grant: grant, deviceCode: deviceCode.hash, challenge: request.challenge),
        pendingMax: DeviceGrant.pendingMax, at: now)
      switch insertion {
      case .stored:
        return .offered(
          DeviceGrantOffer(
            deviceCode: deviceCode, userCode: grant.userCode,
            expiresInSeconds: DeviceGrant.lifeMilliseconds / Milliseconds.second,
            intervalSeconds: settings.pollIntervalSeconds))
      case .codeTaken: continue
      case .tooManyPending: return .wait(seconds: 60)
      }
    }
    return .wait(seconds: 60)
  }

  /// The waiting grant of a code that a person typed.
  public func grant(
    typedCode: String, by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> CodeAnswer {
    let account = session.account.number
    let now = clock.nowMilliseconds
    if let wait = limits.beginCode(account: account, from: network, at: now) {
      return .wait(seconds: Self.seconds(wait))
    }
    guard let code = UserCode(typed: typedCode), let grant = try await storage.pendingGrant(code),
      grant.isLive(at: now)
    else { return .unknown }
    limits.codeWasRight(account: account, from: network)
    return .found(grant)
  }

  /// Lets the app of a code in; its session begins when the app fetches it.
  ///
  /// `proof` is nil where the form had none; it is needed unless the session is fresh (SIGN-22).
  public func approve(
    typedCode: String, deviceName: String, proof: Proof?, by session: WebSession,
    from network: NetworkPrefix
  ) async throws(StorageError) -> ApprovalAnswer {
    let grant: DeviceGrant
    switch try await self.grant(typedCode: typedCode, by: session, from: network) {
    case .found(let found): grant = found
    case .unknown: return .unknownCode
    case .wait(let seconds): return .wait(seconds: seconds)
    }
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
    let result = try await storage.decide(
      grant.userCode, .approve(deviceName: name, by: acting(session)),
      noting: event(.deviceApproved, from: network, client: grant.client))
    switch result {
    case nil: return .needsPassword
    case .decided: return .approved
    case .gone: return .unknownCode
    case .documentOwned: return .documentOwned
    }
  }

  /// Refuses the app of a code.
  public func deny(
    typedCode: String, by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> DenialAnswer {
    switch try await grant(typedCode: typedCode, by: session, from: network) {
    case .unknown: return .unknownCode
    case .wait(let seconds): return .wait(seconds: seconds)
    case .found(let grant):
      let result = try await storage.decide(
        grant.userCode, .deny(by: session.account.number),
        noting: event(.deviceDenied, from: network, client: grant.client))
      return result == .decided ? .denied : .unknownCode
    }
  }

  /// Gives an app the session of its approved grant, once.
  ///
  /// `verifier` is the secret whose hash the app sent with its request; `client` the name it gave with
  /// this question, nil where it gave none.
  public func redeem(
    deviceCode text: String, verifier: String, client: String? = nil
  ) async throws(StorageError) -> RedeemAnswer {
    let now = clock.nowMilliseconds
    guard let code = SecretToken(.deviceCode, text: text)?.hash,
      let stored = try await storage.grant(deviceCode: code),
      stored.challenge.isAnswered(by: verifier), client == nil || client == stored.grant.client
    else { return .invalid }
    guard stored.grant.isLive(at: now) else { return .expired }
    if pacing.withLock({ $0.isTooSoon(code, at: now) }) { return .slowDown }
    switch stored.state {
    case .pending: return .pending
    case .denied: return .denied
    case .approved: break
    }
    let bearer = SecretToken(.device, random: random)
    let revokeHandle = SecretToken(.revoke, random: random)
    let session = NewDeviceSession(
      id: newIdentifier(), token: bearer.hash, revoke: revokeHandle.hash,
      createdAtMilliseconds: now)
    let made = try await storage.redeem(
      deviceCode: code, as: session, countMax: SessionLifetime.device.countMax)
    guard let made else { return .invalid }
    pacing.withLock { $0.forget(code) }
    // One session too many has ended the one that was idle longest.
    sessionsEnded(of: made.account.number)
    return .signedIn(DeviceSignIn(session: made, bearer: bearer, revokeHandle: revokeHandle))
  }
}
