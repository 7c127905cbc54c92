/// What a pass did.
public struct PassReport: Sendable, Equatable {
  /// Changes from elsewhere that the app saved.
  public var pulled = 0
  public var pushed = 0
  public var conflicts = 0
  public var quarantined = 0
  /// Records that a replay handed over.
  public var replayed = 0
  /// False where a replay stopped at its limit; the next one goes on there.
  public var isReplayComplete = true
  /// Records that the Hub does not hold any more: deleted here and kept in the trash.
  public var trashed = 0
  /// Records and deletions that the Hub has lost and was offered again.
  public var offered = 0
  /// Records that the Hub does not hold and that were left alone, because the app gave no
  /// `currentRecords`.
  public var leftAlone = 0
  /// False where the comparison with the whole feed stopped at its limit; the next pass goes on there.
  public var isReconcileComplete = true
  /// What the store did before the pass, of what the Hub asked.
  public var actions = ActionReport()

  public init() {}

  /// What both passes did, as one; complete where the later one was.
  public func followed(by later: PassReport) -> PassReport {
    var both = later
    both.pulled += pulled
    both.pushed += pushed
    both.conflicts += conflicts
    both.quarantined += quarantined
    both.replayed += replayed
    both.trashed += trashed
    both.offered += offered
    both.leftAlone += leftAlone
    both.actions.applied += actions.applied
    both.actions.rejected += actions.rejected
    both.actions.told += actions.told
    return both
  }

  mutating func add(_ counts: ApplyCounts) {
    pulled += counts.applied
    conflicts += counts.conflicts
  }

  mutating func add(_ counts: AnswerCounts) {
    pushed += counts.acknowledged
    quarantined += counts.rejected
  }

  mutating func add(_ counts: SweepCounts) {
    trashed += counts.trashed
    offered += counts.offered
    leftAlone += counts.leftAlone
  }
}
