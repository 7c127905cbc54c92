import ToolboxSQLite

/// How a store and its Hub stand, for a person.
///
/// Made from what the store holds and the Hub has acknowledged, so it cannot say more than is so: while
/// something waits, or the last pass did not reach its end, it is not up to date.
/// Source: docs/protocol/sync.md, S10.
public struct SyncStatus: Sendable, Equatable {
  /// The one thing to say first.
  public enum State: Sendable, Equatable {
    /// The bookkeeping cannot be read; sync has stopped and the store is kept as it is.
    case damaged
    /// No session: never connected, or signed out, here or by the Hub.
    case signedOut
    /// Signed in, and the person has not said yet that the account owns the store.
    case approvalNeeded
    /// Passes do not reach their end, for the reason and since the time in ``SyncStatus/failure``.
    case offline
    /// So many changes wait; 0 before the first pass has gone through.
    case waiting(Int)
    case conflicts(Int)
    case quarantined(Int)
    /// Everything was sent, and everything that there was at ``SyncStatus/lastSuccessMilliseconds`` was
    /// received.
    case upToDate

    /// The name in `--json` output; never renamed, never reused.
    public var code: String {
      switch self {
      case .damaged: "damaged"
      case .signedOut: "signed_out"
      case .approvalNeeded: "approval_needed"
      case .offline: "offline"
      case .waiting: "waiting"
      case .conflicts: "conflicts"
      case .quarantined: "quarantined"
      case .upToDate: "up_to_date"
      }
    }
  }

  /// How long a success may be past before a status has to say when it was: four pauses between
  /// passes of ``AutomaticSync``.
  public static let freshMilliseconds = 4 * PassSchedule.intervalMilliseconds

  /// Nil where the bookkeeping is damaged.
  public let journal: JournalStatus?
  /// Nil while no pass runs.
  public var progress: SyncProgress?

  init(_ journal: JournalStatus?, progress: SyncProgress? = nil) {
    self.journal = journal
    self.progress = progress
  }

  public var state: State {
    guard let journal else { return .damaged }
    guard journal.account != nil else { return .signedOut }
    guard journal.owner != nil else { return .approvalNeeded }
    if journal.failure != nil { return .offline }
    if journal.waiting > 0 || journal.lastSuccessMilliseconds == nil {
      return .waiting(journal.waiting)
    }
    if journal.conflicts > 0 { return .conflicts(journal.conflicts) }
    if journal.quarantined > 0 { return .quarantined(journal.quarantined) }
    return .upToDate
  }

  /// Nil while signed out.
  public var account: PersonalSyncAccount? { journal?.account }
  /// Changes that wait or are on their way.
  public var waiting: Int { journal?.waiting ?? 0 }
  public var conflicts: Int { journal?.conflicts ?? 0 }
  public var quarantined: Int { journal?.quarantined ?? 0 }
  public var trashed: Int { journal?.trashed ?? 0 }
  /// Records whose detail is locked on this device.
  public var locked: Int { journal?.locked ?? 0 }
  /// Records of which the Hub says something older than what this device has seen of their details.
  public var rolledBack: Int { journal?.rolledBack ?? 0 }
  public var failure: SyncFailure? { journal?.failure }
  /// What this store, as a witness, knows of the Hub's audit chain; nil before the Hub has shown one.
  public var audit: AuditStatus? { journal?.audit }
  public var lastSuccessMilliseconds: Int64? { journal?.lastSuccessMilliseconds }

  /// Whether the last success is so new that "up to date" needs no time beside it.
  ///
  /// A clock that was set back makes a success that lies ahead; that is not fresh.
  public func isFresh(atMilliseconds now: Int64) -> Bool {
    guard let last = lastSuccessMilliseconds else { return false }
    return (0...Self.freshMilliseconds).contains(now - last)
  }

  /// Whether the person has to do something before it goes on.
  public var needsPerson: Bool {
    switch state {
    case .damaged, .signedOut, .approvalNeeded: true
    case .offline, .waiting, .conflicts, .quarantined, .upToDate:
      conflicts > 0 || quarantined > 0 || audit?.alarm != nil
    }
  }
}

/// How far a pass has come.
public struct SyncProgress: Sendable, Equatable {
  public enum Phase: String, Sendable {
    case receiving
    /// Reading the feed from its start, for what is missing.
    case recovering
    case sending
  }

  public var phase: Phase
  /// Of the feed in this pass, received or recovered.
  public var pages = 0
  /// Received or sent in this pass, own echoes included.
  public var records = 0

  init(_ phase: Phase) { self.phase = phase }
}

extension Journal {
  /// How things stand, from the store alone; asks nobody.
  public func syncStatus(_ transaction: borrowing Transaction) throws(JournalError) -> SyncStatus {
    do throws(JournalError) { return SyncStatus(try status(transaction)) } catch {
      guard case .damaged = error else { throw error }
      return SyncStatus(nil)
    }
  }
}
