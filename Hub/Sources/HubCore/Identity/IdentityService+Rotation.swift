import HubContracts

/// What became of a secret that shall end its session.
public enum RevocationAnswer: Sendable, Equatable {
  /// No session has it any more; whether one had is not said.
  case over
  /// It was never such a secret.
  case unknown
  /// It ended nothing, and this network has sent too many such.
  case wait(seconds: Int)
}

/// How a device's session changes its bearer (SES-04).
///
/// The client makes the new bearer, keeps it, and sends its hash. Both are good until the first request
/// with the new one; that request retires the old one. A retired bearer that is used all the same was
/// copied, by whoever sent it or by whoever went on with the new one, and the session ends.
extension IdentityService {
  /// A request that was under way when its bearer was retired is only refused for so long.
  static let retiredGraceMilliseconds = Milliseconds.minute

  /// Keeps the hash of the bearer that a session wants to go on with; safe to repeat.
  ///
  /// False, without effect, where it has been a token before.
  public func offerToken(
    _ next: TokenHash, to session: DeviceSession
  ) async throws(StorageError) -> Bool {
    try await storage.offerToken(next, to: session.id, of: session.account.number)
  }

  /// The session that an offered token belongs to, and from now on alone.
  func successor(
    _ token: TokenHash, at now: Int64, from network: NetworkPrefix
  ) async throws(StorageError) -> DeviceSession? {
    switch try await storage.otherToken(token) {
    case .unknown: return nil
    case .offered:
      let session = try await storage.promoteToken(token, at: now)
      sessions.drop()
      // Another request may have promoted it between the two looks.
      if session == nil { return try await storage.deviceSession(token) }
      return session
    case .retired:
      let account = try await storage.endDeviceSession(
        retiring: token, before: now - Self.retiredGraceMilliseconds,
        noting: SecurityEvent(.bearerCopied, atMilliseconds: now, network: network.kept))
      if let account { sessionsEnded(of: account) }
      return nil
    }
  }

  /// Ends the session of a bearer or revoke handle (SES-07).
  ///
  /// Ending one that has ended is success, so that a sign-out whose answer was lost can be repeated.
  /// Only what ends none counts against its network, so that nobody keeps a session from being ended.
  public func revoke(
    token text: String, from network: NetworkPrefix
  ) async throws(StorageError) -> RevocationAnswer {
    let token = SecretToken(.device, text: text) ?? SecretToken(.revoke, text: text)
    if let token, let account = try await storage.endDeviceSession(holding: token.hash) {
      sessionsEnded(of: account)
      return .over
    }
    if let wait = limits.beginRevocation(from: network, at: clock.nowMilliseconds) {
      return .wait(seconds: Self.seconds(wait))
    }
    return token == nil ? .unknown : .over
  }
}
