import HubContracts

/// An account that its person gave up, and that is removed when the days of grace are over (LIFE-02).
public struct AccountDeletion: Sendable, Equatable {
  public static let graceMilliseconds = 7 * Milliseconds.day

  public let askedAtMilliseconds: Int64

  /// From then on it may be gone at any moment; until then it can be kept.
  public var removedAtMilliseconds: Int64 { askedAtMilliseconds + Self.graceMilliseconds }

  public init(askedAtMilliseconds: Int64) { self.askedAtMilliseconds = askedAtMilliseconds }
}

/// Where accounts that were given up are kept and removed; each function is one transaction.
public protocol DeletionStorage: Sendable {
  /// Nil where nobody gave the account up.
  func deletion(of account: AccountNumber) async throws(StorageError) -> AccountDeletion?

  /// Notes that the account is given up, and ends all that it is signed in with; nil, without effect,
  /// where the session may not.
  ///
  /// `session` is nil for a command where the Hub is.
  func beginDeletion(
    of account: AccountNumber, by session: ActingSession?, noting event: SecurityEvent
  ) async throws(StorageError) -> DeletionStart?

  /// Keeps the account after all; false where nobody gave it up, or its grace was over `before` now.
  func cancelDeletion(
    of account: AccountNumber, askedAfter milliseconds: Int64, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool

  /// Removes at most some `limit` rows of accounts that were given up until `milliseconds`; whether
  /// there is more to remove.
  ///
  /// The account itself goes last, with all that is left, so that an interruption loses nothing of
  /// what has to be done. Its documents stay claimed, by a hash that names nobody.
  func removeDeleted(
    askedUntil milliseconds: Int64, limit: Int
  ) async throws(StorageError) -> Bool
}

public enum DeletionStart: Sendable, Equatable {
  /// Now, or at an earlier time, whose grace goes on.
  case begun(AccountDeletion)
  /// The owner goes last: others have accounts here.
  case othersRemain
}

/// What came of giving an account up.
public enum DeletionAnswer: Sendable, Equatable {
  case begun(AccountDeletion)
  case othersRemain
  case needsVerification
  /// What was typed is not the account's name.
  case otherName
}

extension IdentityService {
  /// Rows that go in one transaction, so that nobody's write waits for long.
  static let removedAtOnceMax = 1_000

  public func deletion(of account: Account) async throws(StorageError) -> AccountDeletion? {
    try await storage.deletion(of: account.number)
  }

  /// Gives the account up: every session ends now, and all of it goes after the days of grace.
  public func delete(
    typedName: String, by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> DeletionAnswer {
    guard isFresh(session) else { return .needsVerification }
    guard let key = DisplayName.key(ofTyped: typedName),
      key == DisplayName.key(ofTyped: session.account.name)
    else { return .otherName }
    let start = try await storage.beginDeletion(
      of: session.account.number, by: acting(session),
      noting: event(.deletionAsked, from: network))
    sessionsEnded(of: session.account.number)
    switch start {
    case nil: return .needsVerification
    case .begun(let deletion): return .begun(deletion)
    case .othersRemain: return .othersRemain
    }
  }

  /// Keeps an account that was given up; false where it was not.
  public func keep(
    _ account: Account, from network: NetworkPrefix
  ) async throws(StorageError) -> Bool {
    try await storage.cancelDeletion(
      of: account.number, askedAfter: clock.nowMilliseconds - AccountDeletion.graceMilliseconds,
      noting: event(.deletionCancelled, from: network))
  }

  /// Removes what was given up and whose grace is over; to be called now and then.
  public func removeDeleted() async throws(StorageError) {
    let until = clock.nowMilliseconds - AccountDeletion.graceMilliseconds
    while try await storage.removeDeleted(askedUntil: until, limit: Self.removedAtOnceMax) {}
    sessions.drop()
  }
}

extension AccountDesk {
  /// Gives an account up, as its person can on the page Account.
  public func delete(_ account: Account) async throws(StorageError) -> DeletionStart {
    let start = try await storage.beginDeletion(
      of: account.number, by: nil, noting: event(.deletionAsked))
    guard let start else { preconditionFailure("there is no session that may not") }
    return start
  }

  /// Keeps an account that was given up; false where it was not.
  public func keep(_ account: Account) async throws(StorageError) -> Bool {
    try await storage.cancelDeletion(
      of: account.number, askedAfter: clock.nowMilliseconds - AccountDeletion.graceMilliseconds,
      noting: event(.deletionCancelled))
  }
}
