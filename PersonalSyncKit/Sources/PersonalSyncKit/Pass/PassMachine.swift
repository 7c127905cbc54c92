import HubContracts

/// Decides what a pass does next (docs/protocol/sync.md, §4).
///
/// Pure: no clock, no disk, no network. The driver does each action and feeds back what came of it.
///
///     (replay ↺) ─▶ pull ↺ ─▶ release parked ─▶ prepare ─▶ freeze ─▶ push ─▶ freeze … ─▶ finish
///                    ▲              ▲                                  │
///                    └──────────────┴── conflicts, at most 3 rounds ───┘
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
    /// The Hub refused the request itself and would refuse it again.
    case refusedWhole(code: String)
    case quarantined
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
  }

  private enum State: Sendable {
    case idle
    case replaying(pages: Int)
    case pulling, releasing, preparing, freezing
    case pushing(count: Int)
    case quarantining, finished
  }

  static let roundsMax = 3
  /// Pages of one pass; what is left comes with the next one, so that a Hub that always has more does
  /// not keep this device from sending.
  static let pagesMax = 400

  private let isReplaying: Bool
  private let isImporting: Bool
  private var state = State.idle
  private var report = PassReport()
  private var limit = SyncLimits.mutationsPerPushMax
  /// Pushes of this pass that were answered with conflicts.
  private var conflictRounds = 0
  private var mustPullAgain = false
  private var pages = 0
  /// Mutations that this pass may still send; nil before they were counted.
  private var budget: Int?

  /// A pass that first reads the feed again from its start, at most ``SyncLimits/replayPagesMax`` pages,
  /// where `isReplaying`; one that reads no feed at all unless `isImporting`.
  init(isReplaying: Bool = false, isImporting: Bool = true) {
    self.isReplaying = isReplaying
    self.isImporting = isImporting
  }

  mutating func handle(_ event: Event) -> Action {
    switch (state, event) {
    case (.idle, .begin):
      guard isImporting else {
        state = .releasing
        return .release
      }
      state = isReplaying ? .replaying(pages: 0) : .pulling
      return isReplaying ? .replay : .pull
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
    case (.pushing(let count), .refusedWhole(let code)):
      return afterRefusal(code, count)
    case (.quarantining, .quarantined):
      report.quarantined += 1
      budget = (budget ?? 0) - 1
      limit = SyncLimits.mutationsPerPushMax
      return freezeOrFinish()
    case (.idle, _), (.replaying, _), (.pulling, _), (.releasing, _), (.preparing, _),
      (.freezing, _),
      (.pushing, _), (.quarantining, _), (.finished, _):
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
    budget = (budget ?? 0) - refused
    guard count > 0 else { return refused > 0 ? freezeOrFinish() : finish() }
    state = .pushing(count: count)
    return .push
  }

  private mutating func afterAnswer(_ counts: AnswerCounts) -> Action {
    report.pushed += counts.acknowledged
    report.quarantined += counts.rejected
    limit = SyncLimits.mutationsPerPushMax
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
    mustPullAgain = isImporting
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
    return .freeze(limit: limit)
  }
}

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

  public init() {}

  fileprivate mutating func add(_ counts: ApplyCounts) {
    pulled += counts.applied
    conflicts += counts.conflicts
  }
}
