import HubContracts

/// What came of an act that needs a fresh session.
public enum GuardedAnswer: Sendable, Equatable {
  case done
  case needsVerification
  /// There is no such thing, or it is another account's.
  case unknown

  /// - Parameter found: whether there was such a thing; nil where the session may not.
  init(whether found: Bool?) {
    switch found {
    case true?: self = .done
    case false?: self = .unknown
    case nil: self = .needsVerification
    }
  }
}

extension IdentityService {
  /// Changes where the account's days begin, for all of its devices; false for a name of no zone.
  public func setTimeZone(
    _ name: String, of account: Account
  ) async throws(StorageError) -> Bool {
    guard settings.isTimeZone(name) else { return false }
    try await storage.setTimeZone(name, of: account.number)
    sessions.drop()
    return true
  }

  /// Notes that all of the account was handed out.
  public func noteExport(
    of account: Account, from network: NetworkPrefix
  ) async throws(StorageError) {
    try await storage.note(event(.exported, from: network), of: account.number)
  }

  // MARK: - Browsers

  /// The account's live sessions in browsers, the one used last first.
  public func webSessions(of account: Account) async throws(StorageError) -> [ListedWebSession] {
    let now = clock.nowMilliseconds
    return try await storage.webSessions(of: account.number).filter {
      SessionLifetime.web.isLive(
        created: $0.signedInAtMilliseconds, seen: $0.lastSeenAtMilliseconds, at: now)
    }
  }

  /// Whether a browser's session lives, by its id; asking is no use of it, which would keep it alive.
  public func isLive(
    web session: SessionID, of account: Account
  ) async throws(StorageError) -> Bool {
    try await webSessions(of: account).contains { $0.id == session }
  }

  /// Ends one of the account's browser sessions (SES-09).
  public func endWebSession(
    _ id: SessionID, by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> GuardedAnswer {
    guard isFresh(session) else { return .needsVerification }
    let isEnded = try await storage.endWebSession(
      id, by: acting(session), noting: event(.sessionEnded, from: network))
    sessionsEnded(of: session.account.number)
    return GuardedAnswer(whether: isEnded)
  }

  /// Ends every browser session of the account but this one.
  public func endOtherWebSessions(
    by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> GuardedAnswer {
    guard isFresh(session) else { return .needsVerification }
    let isDone = try await storage.endOtherWebSessions(
      by: acting(session), noting: event(.sessionEnded, from: network))
    sessionsEnded(of: session.account.number)
    return isDone ? .done : .needsVerification
  }

  // MARK: - Devices

  /// Gives one of the account's devices another name; false where it is not the account's.
  public func renameDevice(
    _ id: SessionID, to name: DisplayName, of account: Account, from network: NetworkPrefix
  ) async throws(StorageError) -> Bool {
    let isRenamed = try await storage.rename(
      deviceSession: id, to: name, of: account.number,
      noting: event(.deviceRenamed, from: network, session: id))
    sessions.drop()
    return isRenamed
  }

  /// Disconnects every app of the account; their data stays where it is.
  public func endAllDeviceSessions(
    by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> GuardedAnswer {
    guard isFresh(session) else { return .needsVerification }
    let isDone = try await storage.endDeviceSessions(
      by: acting(session), noting: event(.sessionEnded, from: network))
    sessionsEnded(of: session.account.number)
    return isDone ? .done : .needsVerification
  }
}
