import HubContracts

/// Decides what a pass does next (docs/protocol/sync.md, §4).
///
/// Pure: no clock, no disk, no network. The driver does each action and feeds back what came of it.
///
///     (replay ↺) ─▶ pull ↺ ─▶ release parked ─▶ prepare ─▶ freeze ─▶ push ─▶ freeze … ─▶ finish
///                    ▲              ▲                                  │
///                    └──────────────┴── conflicts, at most 3 rounds ───┘
///
/// Where the Hub has forgotten deletions or lost records, the store is compared with the whole feed first:
///
///     begin ─▶ send again what was never answered ↺ ─▶ read whole ↺ ─▶ sweep ↺ ─▶ pull
///
/// What was never answered comes first because it may have been taken and deleted since: it has to be
/// known before anything is taken for missing. A comparison that stops at its limit leaves the feed
/// alone until the next pass, which goes on with it.
///
/// A pass sends what waited when its pushing began: a person who goes on writing does not keep it from
/// ending, and what came later waits for the next one.
///
/// A push that was refused as a whole is sent again in halves, until the one mutation that the Hub
/// cannot take is found and quarantined.
struct PassMachine: Sendable {
  enum Event: Sendable, Equatable {
    case begin
    case replayed(ApplyCounts, hasMore: Bool)
    case applied(ApplyCounts, hasMore: Bool)
    case released(ApplyCounts, hasMore: Bool)
    case prepared(waiting: Int)
    /// `refused` were put aside instead, because they can never be sent as they are.
    case frozen(count: Int, refused: Int = 0)
    case answered(AnswerCounts)
    /// The same to a store that reads no feed, by a Hub that was put back to a backup.
    case answeredByRestored(AnswerCounts, Epoch)
    /// The Hub refused the request itself and would refuse it again.
    case refusedWhole(code: String)
    case quarantined
    /// The store has to be compared with the whole feed.
    case mustReconcile(ReconcileReason)
    case reconcileBegun
    case read(ApplyCounts, hasMore: Bool)
    case swept(SweepCounts, hasMore: Bool)
  }

  enum Action: Sendable, Equatable {
    /// Ask for the page behind the replay's own cursor and fill what is missing.
    case replay
    /// Ask for the page behind the stored cursor and save it.
    case pull
    /// Give the app the changes that waited for an answer.
    case release
    /// Let the app add what has become due, and count what waits.
    case prepare
    /// Freeze at most `limit` mutations.
    case freeze(limit: Int)
    /// Send the frozen mutations and record the answers.
    case push
    /// Quarantine the one mutation of the batch.
    case quarantine(code: String)
    case finish(PassReport)
    /// Note durably that a comparison with the whole feed has begun.
    case beginReconcile(ReconcileReason)
    /// Take at most `limit` mutations that were frozen before and never answered.
    case freezeUnanswered(limit: Int)
    /// Ask for the page behind the comparison's own cursor and save it.
    case readWhole
    /// Settle some of what the Hub does not hold.
    case sweep
  }

  private enum State: Sendable {
    case idle
    case replaying(pages: Int)
    case pulling, releasing, preparing, freezing
    case pushing(count: Int)
    case quarantining, finished
    case beginning, reading, sweeping
  }

  static let roundsMax = 3
  /// Pages of one pass; what is left comes with the next one, so that a Hub that always has more does
  /// not keep this device from sending.
  static let pagesMax = 400

  private let isReplaying: Bool
  private let isImporting: Bool
  private let isReconciling: Bool
  private var state = State.idle
  private var report = PassReport()
  private var limit = SyncLimits.mutationsPerPushMax
  /// Pushes of this pass that were answered with conflicts.
  private var conflictRounds = 0
  private var mustPullAgain = false
  private var pages = 0
  /// Mutations that this pass may still send; nil before they were counted.
  private var budget: Int?
  /// Whether what is sent was frozen before this pass and comes before a comparison.
  private var isSendingAgain = false
  /// Pages of the comparison that this pass has read.
  private var wholePages = 0
  /// Whether the feed is left alone until the comparison has come to its end.
  private var isFeedClosed = false

  /// A pass that first reads the feed again from its start, at most ``SyncLimits/replayPagesMax`` pages,
  /// where `isReplaying`; one that reads no feed, but to compare, unless `isImporting`; one that goes on
  /// with a comparison that an earlier one began where `isReconciling`.
  init(isReplaying: Bool = false, isImporting: Bool = true, isReconciling: Bool = false) {
    self.isReplaying = isReplaying
    self.isImporting = isImporting
    self.isReconciling = isReconciling
  }

  mutating func handle(_ event: Event) -> Action {
    switch (state, event) {
    case (.idle, .begin):
      if isReconciling { return sendAgain() }
      guard isImporting else {
        state = .releasing
        return .release
      }
      state = isReplaying ? .replaying(pages: 0) : .pulling
      return isReplaying ? .replay : .pull
    case (.pulling, .mustReconcile(let reason)), (.replaying, .mustReconcile(let reason)),
      (.reading, .mustReconcile(let reason)):
      return beginReconcile(reason)
    case (.beginning, .reconcileBegun): return sendAgain()
    case (.reading, .read(let counts, let hasMore)):
      return afterRead(counts, hasMore)
    case (.sweeping, .swept(let counts, let hasMore)):
      report.add(counts)
      return hasMore ? .sweep : afterSweep()
    case (.replaying(let pages), .replayed(let counts, let hasMore)):
      return afterReplay(pages + 1, counts, hasMore)
    case (.pulling, .applied(let counts, let hasMore)):
      report.add(counts)
      pages += 1
      if hasMore, pages < Self.pagesMax { return .pull }
      state = .releasing
      return .release
    case (.releasing, .released(let counts, let hasMore)):
      report.add(counts)
      if hasMore { return .release }
      return afterRelease()
    case (.preparing, .prepared(let waiting)):
      budget = waiting
      return freezeOrFinish()
    case (.freezing, .frozen(let count, let refused)):
      return afterFreeze(count, refused)
    case (.pushing, .answered(let counts)):
      return afterAnswer(counts)
    case (.pushing, .answeredByRestored(let counts, let epoch)):
      report.add(counts)
      return beginReconcile(.restored(epoch))
    case (.pushing(let count), .refusedWhole(let code)):
      return afterRefusal(code, count)
    case (.quarantining, .quarantined):
      report.quarantined += 1
      if !isSendingAgain { budget = (budget ?? 0) - 1 }
      limit = SyncLimits.mutationsPerPushMax
      return freezeOrFinish()
    case (.idle, _), (.replaying, _), (.pulling, _), (.releasing, _), (.preparing, _),
      (.freezing, _),
      (.pushing, _), (.quarantining, _), (.finished, _), (.beginning, _), (.reading, _),
      (.sweeping, _):
      // The driver does one action at a time, so nothing else can come: our own mistake.
      preconditionFailure("\(event) in \(state)")
    }
  }

  private mutating func afterReplay(
    _ pages: Int, _ counts: ApplyCounts, _ hasMore: Bool
  ) -> Action {
    report.replayed += counts.applied
    if hasMore, pages < SyncLimits.replayPagesMax {
      state = .replaying(pages: pages)
      return .replay
    }
    // What is left is read by the next replay, which goes on where this one stopped.
    report.isReplayComplete = !hasMore
    state = .pulling
    return .pull
  }

  private mutating func afterRelease() -> Action {
    if mustPullAgain {
      mustPullAgain = false
      state = .pulling
      return .pull
    }
    guard budget != nil else {
      state = .preparing
      return .prepare
    }
    return freezeOrFinish()
  }

  private mutating func freezeOrFinish() -> Action {
    if isSendingAgain {
      state = .freezing
      return .freezeUnanswered(limit: limit)
    }
    guard let budget, budget > 0 else { return finish() }
    state = .freezing
    return .freeze(limit: limit)
  }

  private mutating func finish() -> Action {
    state = .finished
    return .finish(report)
  }

  private mutating func afterFreeze(_ count: Int, _ refused: Int) -> Action {
    report.quarantined += refused
    if !isSendingAgain { budget = (budget ?? 0) - refused }
    guard count > 0 else {
      if isSendingAgain { return readWhole() }
      return refused > 0 ? freezeOrFinish() : finish()
    }
    state = .pushing(count: count)
    return .push
  }

  private mutating func afterAnswer(_ counts: AnswerCounts) -> Action {
    report.add(counts)
    limit = SyncLimits.mutationsPerPushMax
    if isSendingAgain {
      // A conflicting edit is no longer in flight; it is settled with what is read.
      report.conflicts += counts.conflicts
      return counts == AnswerCounts() ? readWhole() : freezeOrFinish()
    }
    // A conflicting edit goes back to the outbox and may be sent once more.
    budget = (budget ?? 0) - counts.acknowledged - counts.rejected
    guard counts != AnswerCounts() else {
      // Another process has recorded these answers already; going on would send them for ever.
      return finish()
    }
    guard counts.conflicts > 0 else { return freezeOrFinish() }
    conflictRounds += 1
    guard conflictRounds < Self.roundsMax else {
      // Others write the same records all the time; what is left waits for the next pass.
      return finish()
    }
    mustPullAgain = isImporting && !isFeedClosed
    state = .releasing
    return .release
  }

  private mutating func afterRefusal(_ code: String, _ count: Int) -> Action {
    guard count > 1 else {
      state = .quarantining
      return .quarantine(code: code)
    }
    limit = count / 2
    state = .freezing
    return isSendingAgain ? .freezeUnanswered(limit: limit) : .freeze(limit: limit)
  }

  // MARK: - The whole feed

  private mutating func beginReconcile(_ reason: ReconcileReason) -> Action {
    // A Hub that says so again and again does not keep this device from sending.
    wholePages += 1
    guard wholePages < SyncLimits.replayPagesMax else { return closeFeed() }
    state = .beginning
    return .beginReconcile(reason)
  }

  private mutating func sendAgain() -> Action {
    isSendingAgain = true
    return freezeOrFinish()
  }

  private mutating func readWhole() -> Action {
    isSendingAgain = false
    limit = SyncLimits.mutationsPerPushMax
    state = .reading
    return .readWhole
  }

  private mutating func afterRead(_ counts: ApplyCounts, _ hasMore: Bool) -> Action {
    report.add(counts)
    wholePages += 1
    if !hasMore {
      state = .sweeping
      return .sweep
    }
    return wholePages < SyncLimits.replayPagesMax ? .readWhole : closeFeed()
  }

  private mutating func afterSweep() -> Action {
    guard !isImporting else {
      state = .pulling
      return .pull
    }
    // What was queued again is counted anew.
    budget = nil
    state = .releasing
    return .release
  }

  /// What is left is read by the next pass, which goes on where this one stopped.
  private mutating func closeFeed() -> Action {
    report.isReconcileComplete = false
    isFeedClosed = true
    state = .releasing
    return .release
  }
}
