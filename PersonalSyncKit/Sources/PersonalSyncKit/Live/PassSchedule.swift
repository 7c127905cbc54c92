/// Decides when the next pass runs.
///
/// Pure: times are milliseconds of a clock that only rises, and chance is handed in.
struct PassSchedule: Sendable {
  enum Event: Sendable, Equatable {
    case started
    /// Something in the store changed and waits to be sent.
    case changed
    /// The Hub has what this store has not read.
    case behind
    /// The Hub has something for this app to do.
    case actionWaits
    /// The person asked for a pass now, or signed in.
    case asked
    /// The machine has a network again.
    case networkReturned
    case finished(PassOutcome)
    /// The time that ``Action/wait(untilMilliseconds:)`` named has come, or an earlier one.
    case timerFired
  }

  enum Action: Sendable, Equatable {
    case synchronize
    case wait(untilMilliseconds: Int64)
  }

  /// After a change, so that several in a row are one pass.
  static let debounceMilliseconds: Int64 = 2_000
  /// A row of changes is not held back longer than this.
  static let debounceMillisecondsMax: Int64 = 10_000
  /// Also while the Hub's stream is open: no promise rests on the stream.
  static let intervalMilliseconds: Int64 = 15 * 60_000
  /// Many devices hear of one change at once; their passes are spread over this time.
  static let spreadMilliseconds: Int64 = 500
  /// A network that comes and goes does not have the Hub tried more often than this.
  static let returnMilliseconds: Int64 = 5_000

  private enum State: Sendable {
    case new
    case running
    /// `firstChange`: when the first change since the last pass was seen.
    case resting(until: Int64, firstChange: Int64?)
    /// After a failure that may pass by itself; `since` is when it was.
    case retrying(until: Int64, since: Int64)
    /// The Hub asked for the time, or the person has to do something.
    case holding(until: Int64)
  }

  private var state = State.new
  private var failuresInARow = 0

  /// What to do about an event; nil where it changes nothing.
  ///
  /// `chance` is 0..<1 and spreads the passes of many devices.
  mutating func handle(_ event: Event, at now: Int64, chance: Double) -> Action? {
    switch (state, event) {
    case (.new, .started), (.resting, .asked), (.retrying, .asked), (.holding, .asked),
      (.resting, .actionWaits):
      // Somebody who asked an app to do something looks at it: no spreading.
      state = .running
      return .synchronize
    case (.resting(let until, _), .timerFired), (.retrying(let until, _), .timerFired),
      (.holding(let until), .timerFired):
      guard now >= until else { return .wait(untilMilliseconds: until) }
      state = .running
      return .synchronize
    case (.resting(let until, let first), .changed):
      return debounce(until: until, first: first, at: now)
    case (.resting(let until, let first), .behind):
      let next = min(until, now + Backoff.spread(Self.spreadMilliseconds, chance))
      state = .resting(until: next, firstChange: first)
      return .wait(untilMilliseconds: next)
    case (.retrying(let until, let since), .networkReturned),
      (.retrying(let until, let since), .behind),
      (.retrying(let until, let since), .actionWaits):
      let soon = now + Backoff.spread(Self.spreadMilliseconds, chance)
      let next = min(until, max(soon, since + Self.returnMilliseconds))
      state = .retrying(until: next, since: since)
      return .wait(untilMilliseconds: next)
    case (.running, .finished(let outcome)):
      return rest(after: outcome, at: now, chance: chance)
    // A change shortens no wait after a failure. A network that returns changes nothing for a store
    // that is in step, nor where the Hub or a person is waited for.
    case (.retrying, .changed), (.holding, .changed), (.holding, .behind),
      (.holding, .actionWaits), (.holding, .networkReturned), (.resting, .networkReturned):
      return nil
    // What comes during a pass is kept by the caller and told after it. The rest is late or early.
    case (.new, _), (.running, .started), (.running, .changed), (.running, .behind),
      (.running, .actionWaits), (.running, .asked), (.running, .networkReturned),
      (.running, .timerFired),
      (.resting, .started), (.resting, .finished), (.retrying, .started), (.retrying, .finished),
      (.holding, .started), (.holding, .finished):
      return nil
    }
  }

  private mutating func debounce(until: Int64, first: Int64?, at now: Int64) -> Action {
    let start = first ?? now
    let due = min(now + Self.debounceMilliseconds, start + Self.debounceMillisecondsMax)
    // The first change may not put off a pass that is due earlier; a later one may put off the first.
    let next = first == nil ? min(until, due) : due
    state = .resting(until: next, firstChange: start)
    return .wait(untilMilliseconds: next)
  }

  private mutating func rest(
    after outcome: PassOutcome, at now: Int64, chance: Double
  ) -> Action {
    let until: Int64
    switch outcome {
    case .settled:
      failuresInARow = 0
      until = now + Self.intervalMilliseconds
      state = .resting(until: until, firstChange: nil)
    case .halted:
      failuresInARow = 0
      until = now + Self.intervalMilliseconds
      state = .holding(until: until)
    case .failed(let retryAfterSeconds):
      failuresInARow += 1
      let backoff = Backoff.wait(failures: failuresInARow, chance: chance)
      until = now + max(backoff, Backoff.wish(retryAfterSeconds))
      state =
        retryAfterSeconds == nil ? .retrying(until: until, since: now) : .holding(until: until)
    }
    return .wait(untilMilliseconds: until)
  }
}

/// How a pass ended, as far as the next one is concerned.
public enum PassOutcome: Sendable, Equatable {
  case settled
  /// It may go through later by itself. `retryAfterSeconds` is the Hub's own wish.
  case failed(retryAfterSeconds: Int?)
  /// Trying again helps only after the person did something.
  case halted

  public init(_ outcome: SyncOutcome) {
    switch outcome {
    case .completed: self = .settled
    case .signedOut: self = .halted
    }
  }

  public init(_ error: SyncError) {
    switch error {
    case .hubRefused(_, let seconds): self = .failed(retryAfterSeconds: seconds)
    case .journal(.damaged), .journal(.newerSchema), .ownership, .signInNeeded, .hubKeyChanged,
      .hubWentBack:
      self = .halted
    case .unreachable, .sessionChanged, .applyFailed, .invalidResponse, .recursiveSynchronize,
      .journal:
      self = .failed(retryAfterSeconds: nil)
    }
  }
}

/// How long to wait before trying again.
enum Backoff {
  static let first: Int64 = 2_000
  static let most: Int64 = 5 * 60_000

  /// 2 s, doubling, at most 5 min; between half of that and all of it.
  static func wait(failures: Int, chance: Double) -> Int64 {
    let doublings = min(max(failures - 1, 0), 20)
    let whole = min(first << Int64(doublings), most)
    return whole / 2 + spread(whole / 2, chance)
  }

  /// A part of `whole`, as chance says.
  static func spread(_ whole: Int64, _ chance: Double) -> Int64 {
    Int64(Double(whole) * min(max(chance, 0), 1))
  }

  /// What the Hub asked for in `Retry-After`, at most 5 min.
  static func wish(_ seconds: Int?) -> Int64 { Int64(min(max(seconds ?? 0, 0), 300)) * 1_000 }
}
