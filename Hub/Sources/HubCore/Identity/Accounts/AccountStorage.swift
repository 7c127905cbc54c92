import HubContracts

/// Where a Hub's accounts, its invitations and what a person can look back at are kept; each function
/// is one transaction, as in ``IdentityStorage``.
public protocol AccountStorage: Sendable {
  // MARK: Accounts

  /// Every account, the oldest first.
  func accounts() async throws(StorageError) -> [ListedAccount]

  /// Keeps an account from being used: ends its sessions, its grants and its invitations; whether
  /// there was anything to change.
  func disable(
    _ account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool

  func enable(
    _ account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool

  // MARK: Invitations

  /// Keeps an invitation; false, without effect, where `countMax` are open, nil where its inviter's
  /// session may not.
  func insert(
    _ invitation: NewInvitation, countMax: Int, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool?

  /// When each invitation was made that is open at `now`, the newest first.
  func openInvitations(at now: Int64) async throws(StorageError) -> [Int64]

  func isOpen(invitation: TokenHash, at now: Int64) async throws(StorageError) -> Bool

  func withdrawInvitations() async throws(StorageError)

  /// Makes the account of an invitation that is open, with its first session, and ends the invitation.
  func join(
    _ account: NewAccount, session: NewWebSession, invitation: TokenHash,
    noting event: SecurityEvent
  ) async throws(StorageError) -> JoinResult

  // MARK: Looking back

  /// Notes what happened; without an account, of a name that nobody has.
  func note(_ event: SecurityEvent, of account: AccountNumber?) async throws(StorageError)

  /// What happened to an account, the newest first.
  func securityEvents(
    of account: AccountNumber, countMax: Int
  ) async throws(StorageError) -> [SecurityEvent]
}

/// An account with what the one who runs the Hub may see of it.
public struct ListedAccount: Sendable, Equatable {
  public let account: Account
  public let isOwner: Bool
  public let isDisabled: Bool
  public let createdAtMilliseconds: Int64
  /// Device sessions that were not ended.
  public let devices: Int

  public init(
    account: Account, isOwner: Bool, isDisabled: Bool, createdAtMilliseconds: Int64, devices: Int
  ) {
    self.account = account
    self.isOwner = isOwner
    self.isDisabled = isDisabled
    self.createdAtMilliseconds = createdAtMilliseconds
    self.devices = devices
  }
}

/// A link with which one more account can be made (SIGN-05).
public struct NewInvitation: Sendable {
  public static let lifeMilliseconds = 72 * Milliseconds.hour
  /// Open at once.
  public static let countMax = 20

  public let token: TokenHash
  /// Nil: the owner, by a command where the Hub is.
  public let inviter: ActingSession?
  public let createdAtMilliseconds: Int64
}

public enum JoinResult: Sendable, Equatable {
  case joined(Account)
  /// The invitation was used, withdrawn, or is too old.
  case gone
  case nameTaken
}
