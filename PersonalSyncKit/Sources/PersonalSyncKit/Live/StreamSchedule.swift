/// Decides when the Hub's stream of events is opened.
///
/// Pure, as ``PassSchedule`` is. A pass that went through has shown that there is a session which the
/// Hub takes: before that the stream is not tried, so only passes tell a person what is wrong.
struct StreamSchedule: Sendable {
  enum Event: Sendable, Equatable {
    /// A pass went through.
    case passed
    case opened
    /// The stream is over, or could not be opened. `retryAfterSeconds` is the Hub's own wish.
    case ended(retryAfterSeconds: Int?)
    /// The session is over or another; a pass has to go through first.
    case halted
    /// The machine has a network again.
    case networkReturned
    case timerFired
  }

  enum Action: Sendable, Equatable {
    case open
    case wait(untilMilliseconds: Int64)
  }

  /// A stream that lived this long was a good one: the next is not tried ever more seldom.
  static let goodMilliseconds: Int64 = 60_000

  private enum State: Sendable {
    case closed
    case opening
    case open(since: Int64)
    case waiting(until: Int64, isHubsWish: Bool)
  }

  private var state = State.closed
  private var failuresInARow = 0

  /// What to do about an event; nil where it changes nothing.
  mutating func handle(_ event: Event, at now: Int64, chance: Double) -> Action? {
    switch (state, event) {
    case (.closed, .passed):
      state = .opening
      return .open
    case (.opening, .opened):
      state = .open(since: now)
      return nil
    case (.open(let since), .ended(let seconds)):
      if now - since >= Self.goodMilliseconds { failuresInARow = 0 }
      return wait(seconds, at: now, chance: chance)
    case (.opening, .ended(let seconds)):
      return wait(seconds, at: now, chance: chance)
    case (.opening, .halted), (.open, .halted):
      failuresInARow = 0
      state = .closed
      return nil
    case (.waiting(let until, _), .timerFired):
      guard now >= until else { return .wait(untilMilliseconds: until) }
      state = .opening
      return .open
    case (.waiting(let until, isHubsWish: false), .networkReturned):
      let next = min(until, now + Backoff.spread(PassSchedule.spreadMilliseconds, chance))
      state = .waiting(until: next, isHubsWish: false)
      return .wait(untilMilliseconds: next)
    // The Hub can be reached, but it may be streams that it refuses.
    case (.waiting, .passed): return nil
    // Nothing to do, or late.
    case (.closed, .opened), (.closed, .ended), (.closed, .halted), (.closed, .networkReturned),
      (.closed, .timerFired), (.opening, .passed), (.opening, .networkReturned),
      (.opening, .timerFired), (.open, .passed), (.open, .opened), (.open, .networkReturned),
      (.open, .timerFired), (.waiting, .opened), (.waiting, .ended), (.waiting, .halted),
      (.waiting(_, isHubsWish: true), .networkReturned):
      return nil
    }
  }

  private mutating func wait(_ seconds: Int?, at now: Int64, chance: Double) -> Action {
    failuresInARow += 1
    let backoff = Backoff.wait(failures: failuresInARow, chance: chance)
    let until = now + max(backoff, Backoff.wish(seconds))
    state = .waiting(until: until, isHubsWish: seconds != nil)
    return .wait(untilMilliseconds: until)
  }
}

extension StreamSchedule.Event {
  /// What the end of a stream by `error` means for the next one.
  init(_ error: SyncError) {
    switch error {
    case .hubRefused(_, let seconds): self = .ended(retryAfterSeconds: seconds)
    case .ownership, .sessionChanged, .signInNeeded, .hubKeyChanged, .hubWentBack: self = .halted
    case .unreachable, .invalidResponse, .journal, .applyFailed, .recursiveSynchronize:
      self = .ended(retryAfterSeconds: nil)
    }
  }
}
