import HubContracts
import ToolboxCrypto

/// What a bearer is good for.
public enum BearerAnswer: Sendable, Equatable {
  case session(DeviceSession)
  /// Unknown, ended, or too old.
  case unknown
  /// The store that the session speaks for is another account's; the session is of no use.
  case documentOwned
}

/// Bytes and the Hub's signature over exactly them.
public struct SignedStatement: Sendable, Equatable {
  public let bytes: [UInt8]
  /// Base64url.
  public let signature: String
}

extension IdentityService {
  /// The live session of a bearer.
  ///
  /// `isUse` is true where the device does more than ask who it is. The first such use makes the
  /// document the account's for ever; before it, an app whose person says no to the app's own question
  /// leaves nothing behind.
  public func device(
    bearer: String, isUse: Bool, from network: NetworkPrefix
  ) async throws(StorageError) -> BearerAnswer {
    guard let token = SecretToken(.device, text: bearer)?.hash,
      let session = try await liveSession(token, from: network)
    else { return .unknown }
    guard isUse, !session.isInUse else { return .session(session) }
    let isClaimed = try await storage.claimDocument(
      for: session.id, of: session.account.number, at: clock.nowMilliseconds)
    sessions.drop()
    guard isClaimed, let session = try await liveSession(token, from: network) else {
      // A session that ended meanwhile is not there; one that is has lost its document.
      return try await liveSession(token, from: network) == nil ? .unknown : .documentOwned
    }
    return .session(session)
  }

  private func liveSession(
    _ token: TokenHash, from network: NetworkPrefix
  ) async throws(StorageError) -> DeviceSession? {
    let now = clock.nowMilliseconds
    if let session = sessions.session(token, at: now) {
      return session.isLive(at: now) ? session : nil
    }
    let changes = sessions.changes
    var found = try await storage.deviceSession(token)
    if found == nil { found = try await successor(token, at: now, from: network) }
    guard let session = found, session.isLive(at: now) else { return nil }
    if now - session.lastSeenAtMilliseconds >= SessionLifetime.seenStepMilliseconds {
      try await storage.setSeen(now, ofDevice: session.id, of: session.account.number)
    }
    sessions.keep(session, for: token, at: now, readAfter: changes)
    return session
  }

  /// Whether a session lives, by its id: what goes on for days under one request asks so, because the
  /// bearer of that request may have been retired since, and a retired one that is used ends the session.
  public func isLive(
    _ session: SessionID, of account: AccountNumber
  ) async throws(StorageError) -> Bool {
    try await storage.deviceSession(session, of: account)?.isLive(at: clock.nowMilliseconds)
      ?? false
  }

  /// Who a session is, signed over the client's own nonce: 32 bytes in base64url.
  ///
  /// A service is told a link and no account (docs/protocol/service-binding.md, "The binding").
  public func statement(of session: DeviceSession, nonce: String) -> SignedStatement {
    let now = clock.nowMilliseconds
    let isService = Fleet.product(named: session.client)?.authority == .service
    guard
      let account = isService
        ? AccountID(bytes: session.document.bytes) : session.account.id
    else { preconditionFailure("an id has 16 bytes") }
    let statement = SessionStatement(
      hub: identity.id, hubKey: identity.publicKey, account: account,
      accountName: isService ? session.deviceName : session.account.name,
      timeZone: session.account.timeZone, session: session.id,
      client: session.client, document: session.document, issuedAtMilliseconds: now,
      expiresAtMilliseconds: SessionLifetime.device.end(
        created: session.createdAtMilliseconds, seen: now),
      nonce: nonce)
    return SignedStatement(
      bytes: statement.json, signature: identity.signature(over: statement.json))
  }

  /// Keeps what the session's app says waits there for the person, in place of what it said before.
  public func setAttention(
    _ counts: AttentionCounts, of session: DeviceSession
  ) async throws(StorageError) {
    try await storage.setAttention(counts, of: session.id, of: session.account.number)
    sessions.drop()
  }

  /// The account's live device sessions, newest first.
  public func deviceSessions(
    of account: AccountNumber
  ) async throws(StorageError) -> [DeviceSession] {
    let now = clock.nowMilliseconds
    return try await storage.deviceSessions(of: account).filter { $0.isLive(at: now) }
  }

  /// Ends one of the account's device sessions at once; whether there was one.
  ///
  /// Another account's session is answered like one that does not exist.
  public func revokeDevice(
    _ session: SessionID, of account: AccountNumber, from network: NetworkPrefix
  ) async throws(StorageError) -> Bool {
    let isEnded = try await storage.endDeviceSession(
      session, of: account, noting: event(.sessionEnded, from: network, session: session))
    sessionsEnded(of: account)
    return isEnded
  }
}

extension IdentityService {
  /// Who this Hub is, signed over the caller's nonce and the origin that the caller used.
  public func hubStatement(origin: String, nonce: String) -> SignedStatement {
    let statement = HubStatement(
      hub: identity.id, hubKey: identity.publicKey,
      protocolVersions: SyncLimits.protocolVersions, origin: origin, nonce: nonce)
    return SignedStatement(
      bytes: statement.json, signature: identity.signature(over: statement.json))
  }
}
