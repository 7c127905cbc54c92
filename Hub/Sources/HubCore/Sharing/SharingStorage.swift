import HubContracts

/// What a person lets their apps' sessions do beyond their own domains; each function is one
/// transaction, as in ``IdentityStorage``.
///
/// A grant is the session's and ends with it. Nothing here is cached: what was taken back is refused at the
/// next request.
public protocol SharingStorage: Sendable {
  /// What each of the account's sessions may do; one with nothing is absent.
  func sharing(
    of account: AccountNumber
  ) async throws(StorageError) -> [SessionID: Set<SharingScope>]

  /// Lets a session do these and nothing else, and notes the event of each that changes.
  ///
  /// Where the session that asks has ended or is not fresh, only taking back is done.
  func setSharing(
    _ scopes: Set<SharingScope>, of device: SessionID, by session: ActingSession,
    noting event: @escaping @Sendable (SharingScope, _ isGranted: Bool) -> SecurityEvent
  ) async throws(StorageError) -> SharingAnswer

  /// The domains whose days a session may read, and what they say of `days`, as they are at one moment.
  func sharedSummaries(
    for session: SessionID, of days: ClosedRange<Day>, _ account: AccountNumber
  ) async throws(StorageError) -> (domains: [Domain], changes: [Change])
}

public enum SharingAnswer: Sendable, Equatable {
  case done
  /// It would grant something, and the session that asks is not fresh (SES-10); nothing was changed.
  case needsVerification
  /// The account has no such session.
  case unknown
}
