import HubContracts
import ToolboxCrypto
import ToolboxLocks

/// Everything about who a caller is: the owner's set-up, sign-in, sessions, and connecting apps.
///
/// Pages and routes call it and hold no rule of their own. A normal answer is a value (refused, wait,
/// busy); ``StorageError`` means that nothing was decided and nothing stored. Safe to call from many
/// tasks at once: what may happen once happens once.
///
/// Source: docs/protocol/identity.md.
public final class IdentityService: Sendable {
  /// The keys that the Hub keeps outside its database.
  public struct Keys: Sendable {
    public let identity: HubIdentity
    /// Seals password hashes, so that a stolen database alone cannot even be guessed at (SIGN-14).
    public let pepper: SealingKey

    public init(identity: HubIdentity, pepper: SealingKey) {
      self.identity = identity
      self.pepper = pepper
    }
  }

  public struct Settings: Sendable {
    /// How an account's password is hashed.
    public var passwordHash: any PasswordHashing
    /// How long an app waits between two questions for its session, in whole seconds.
    public var pollIntervalSeconds: Int64
    /// Whether a text is the IANA name of a time zone.
    public var isTimeZone: @Sendable (String) -> Bool

    public init(
      passwordHash: any PasswordHashing = PasswordHash(), pollIntervalSeconds: Int64 = 5,
      isTimeZone: @escaping @Sendable (String) -> Bool
    ) {
      precondition(pollIntervalSeconds > 0, "an app waits for at least a second")
      self.passwordHash = passwordHash
      self.pollIntervalSeconds = pollIntervalSeconds
      self.isTimeZone = isTimeZone
    }
  }

  public let identity: HubIdentity
  public let settings: Settings
  let storage: any IdentityStorage
  let pepper: SealingKey
  let clock: any WallClock
  let random: any RandomBytes

  // What is only in memory; after a restart all of it begins anew.
  let setupLink = SetupLink()
  let limits = AttemptLimits()
  public let passwords = PasswordQueue()
  let sessions = SessionCache()
  let challenges = PasskeyChallenges()
  private let feed: ChangeFeed
  let pacing: Locked<PollPacing>

  /// `feed` is told when sessions end, so that their streams do.
  public init(
    storage: any IdentityStorage, keys: Keys, clock: any WallClock, random: any RandomBytes,
    feed: ChangeFeed = ChangeFeed(), settings: Settings
  ) {
    self.storage = storage
    self.feed = feed
    self.clock = clock
    self.random = random
    self.settings = settings
    identity = keys.identity
    pepper = keys.pepper
    pacing = Locked(
      PollPacing(intervalMilliseconds: settings.pollIntervalSeconds * Milliseconds.second))
  }

  /// Whether storage answers; for `/ready`.
  public func checkStorage() async throws(StorageError) { _ = try await storage.hasOwner() }

  /// Removes sessions and grants that are over; to be called now and then, at most hourly.
  public func removeEnded() async throws(StorageError) {
    try await storage.removeEnded(at: clock.nowMilliseconds)
  }

  /// Forgets what was read of sessions, and has each stream of the account look again whether its own
  /// session lives; to be called after one may have ended.
  func sessionsEnded(of account: AccountNumber) {
    sessions.drop()
    feed.sessionsEnded(of: account)
  }

  func newIdentifier<Named>() -> Identifier<Named> {
    guard let identifier = Identifier<Named>(random.uuid()) else {
      preconditionFailure("random.uuid() writes a lower-case UUID")
    }
    return identifier
  }

  /// Milliseconds as whole seconds to wait, rounded up so that waiting is enough.
  static func seconds(_ milliseconds: Int64) -> Int {
    Int(max(1, (milliseconds + Milliseconds.second - 1) / Milliseconds.second))
  }
}
