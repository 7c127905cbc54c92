import HubContracts

/// A person's session in one browser.
public struct WebSession: Sendable, Equatable {
  public let id: SessionID
  public let account: Account
  public let signedInAtMilliseconds: Int64
  public let lastSeenAtMilliseconds: Int64
  /// Until when the password given last counts as fresh (SES-10).
  public let freshUntilMilliseconds: Int64

  public init(
    id: SessionID, account: Account, signedInAtMilliseconds: Int64,
    lastSeenAtMilliseconds: Int64, freshUntilMilliseconds: Int64
  ) {
    self.id = id
    self.account = account
    self.signedInAtMilliseconds = signedInAtMilliseconds
    self.lastSeenAtMilliseconds = lastSeenAtMilliseconds
    self.freshUntilMilliseconds = freshUntilMilliseconds
  }
}

/// One app on one device, signed in to an account.
public struct DeviceSession: Sendable, Equatable {
  public let id: SessionID
  public let account: Account
  /// A product of the ``Fleet``.
  public let client: String
  public let document: DocumentID
  public let platform: Platform
  /// What the person called the device when approving it.
  public let deviceName: String
  public let createdAtMilliseconds: Int64
  /// At most an hour behind, so that a sync does not write at each request.
  public let lastSeenAtMilliseconds: Int64
  /// Whether it was ever used for more than asking who it is; its document is then the account's.
  public let isInUse: Bool
  /// What its app last said waits there for the person.
  public let attention: AttentionCounts

  public init(
    id: SessionID, account: Account, client: String, document: DocumentID, platform: Platform,
    deviceName: String, createdAtMilliseconds: Int64, lastSeenAtMilliseconds: Int64, isInUse: Bool,
    attention: AttentionCounts = .nothing
  ) {
    self.id = id
    self.account = account
    self.client = client
    self.document = document
    self.platform = platform
    self.deviceName = deviceName
    self.createdAtMilliseconds = createdAtMilliseconds
    self.lastSeenAtMilliseconds = lastSeenAtMilliseconds
    self.isInUse = isInUse
    self.attention = attention
  }
}

/// What a device runs; a closed list, so that no device sends its own words.
public enum Platform: String, Sendable, CaseIterable {
  case linux, macos, ios, ipados, watchos, windows, android, browser

  public var title: String {
    switch self {
    case .linux: "Linux"
    case .macos: "macOS"
    case .ios: "iOS"
    case .ipados: "iPadOS"
    case .watchos: "watchOS"
    case .windows: "Windows"
    case .android: "Android"
    case .browser: "a browser"
    }
  }
}

/// How long a session lives (docs/protocol/identity.md, "Sessions in a browser" and "Sessions of devices").
public struct SessionLifetime: Sendable {
  public let idleMilliseconds: Int64
  public let absoluteMilliseconds: Int64
  /// At most so many of an account at once; the one that was idle longest ends first.
  public let countMax: Int

  /// 7 days idle, 30 days in all.
  public static let web = SessionLifetime(
    idleMilliseconds: 7 * Milliseconds.day, absoluteMilliseconds: 30 * Milliseconds.day,
    countMax: 20)
  /// 60 days idle, 365 days in all.
  public static let device = SessionLifetime(
    idleMilliseconds: 60 * Milliseconds.day, absoluteMilliseconds: 365 * Milliseconds.day,
    countMax: 50)

  /// How long a fresh password opens what needs one.
  public static let freshMilliseconds = 10 * Milliseconds.minute
  /// How far the last use that is kept may be behind.
  public static let seenStepMilliseconds = Milliseconds.hour

  /// When a session ends unless it is used again.
  public func end(created: Int64, seen: Int64) -> Int64 {
    min(created + absoluteMilliseconds, seen + idleMilliseconds)
  }

  public func isLive(created: Int64, seen: Int64, at now: Int64) -> Bool {
    now < end(created: created, seen: seen)
  }
}

/// Spans of time in milliseconds.
public enum Milliseconds {
  public static let second: Int64 = 1_000
  public static let minute = 60 * second
  public static let hour = 60 * minute
  public static let day = 24 * hour
}

extension WebSession {
  public func isLive(at now: Int64) -> Bool {
    SessionLifetime.web.isLive(
      created: signedInAtMilliseconds, seen: lastSeenAtMilliseconds, at: now)
  }

  /// Whether the password was given so lately that it need not be asked for again.
  public func isFresh(at now: Int64) -> Bool { now < freshUntilMilliseconds }
}

extension DeviceSession {
  public func isLive(at now: Int64) -> Bool {
    SessionLifetime.device.isLive(
      created: createdAtMilliseconds, seen: lastSeenAtMilliseconds, at: now)
  }
}
