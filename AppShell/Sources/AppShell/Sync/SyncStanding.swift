import PersonalSyncKit

/// How a store and its Hub stand, for a person; made from the store alone.
public struct SyncStanding: Sendable, Equatable {
  public enum Connection: String, Sendable {
    case notConnected = "not_connected"
    /// The store has an owner and no session: signed out here, or ended by the Hub.
    case signInNeeded = "sign_in_needed"
    case approvalNeeded = "approval_needed"
    case connected
  }

  public let connection: Connection
  /// What the account is called, and where its Hub is; nil while signed out.
  public let account: PersonalSyncAccount?
  public let waiting: Int
  public let conflicts: Int
  public let quarantined: Int
  public let lastSuccessMilliseconds: Int64?
  /// Nil while passes go through.
  public let failure: SyncFailure?
  /// For the times in words.
  let zone: ZoneOffsets
  let nowMilliseconds: Int64

  init(
    _ status: JournalStatus, failure: SyncFailure?, zone: ZoneOffsets, nowMilliseconds: Int64
  ) {
    connection =
      switch (status.owner != nil, status.account != nil) {
      case (false, false): .notConnected
      case (true, false): .signInNeeded
      case (false, true): .approvalNeeded
      case (true, true): .connected
      }
    account = status.account
    waiting = status.waiting
    conflicts = status.conflicts
    quarantined = status.quarantined
    lastSuccessMilliseconds = status.lastSuccessMilliseconds
    self.failure = failure
    self.zone = zone
    self.nowMilliseconds = nowMilliseconds
  }

  public static func == (left: SyncStanding, right: SyncStanding) -> Bool {
    left.connection == right.connection && left.account == right.account
      && left.waiting == right.waiting && left.conflicts == right.conflicts
      && left.quarantined == right.quarantined && left.failure == right.failure
      && left.lastSuccessMilliseconds == right.lastSuccessMilliseconds
      && left.zone.name == right.zone.name && left.nowMilliseconds == right.nowMilliseconds
  }

  /// Whether the person has to do something before it goes on.
  public var needsPerson: Bool {
    connection == .signInNeeded || connection == .approvalNeeded || conflicts > 0
      || quarantined > 0
  }
}
