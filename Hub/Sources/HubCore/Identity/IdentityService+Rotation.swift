import HubContracts

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
      let isEnded = try await storage.endDeviceSession(
        retiring: token, before: now - Self.retiredGraceMilliseconds,
        noting: SecurityEvent(.bearerCopied, atMilliseconds: now, network: network.kept))
      if isEnded { sessions.drop() }
      return nil
    }
  }

  /// Ends the session of a bearer or revoke handle (RFC 7009); nil, or how many seconds to wait.
  ///
  /// The answer does not say whether there was a session. What ended one does not count against its
  /// network.
  public func revoke(
    token text: String, from network: NetworkPrefix
  ) async throws(StorageError) -> Int? {
    if let wait = limits.beginRevocation(from: network, at: clock.nowMilliseconds) {
      return Self.seconds(wait)
    }
    let token = SecretToken(.device, text: text) ?? SecretToken(.revoke, text: text)
    guard let token else { return nil }
    if try await storage.endDeviceSession(holding: token.hash) {
      limits.revocationWasRight(from: network)
      sessions.drop()
    }
    return nil
  }
}
