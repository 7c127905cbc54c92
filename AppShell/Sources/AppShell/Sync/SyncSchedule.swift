/// Decides when the next pass runs.
///
/// Pure: times are milliseconds of a clock that only rises, and chance is handed in.
struct SyncSchedule: Sendable {
  enum Event: Sendable, Equatable {
    case started
    /// Something in the store changed and waits to be sent.
    case changed
    /// The person asked for a pass now.
    case asked
    case finished(Outcome)
    /// The time that ``Action/wait(until:)`` named has come, or an earlier one.
    case timerFired
  }

  /// How a pass ended.
  enum Outcome: Sendable, Equatable {
    case settled
    /// It may go through later by itself. `retryAfterSeconds` is the Hub's own wish.
    case failed(retryAfterSeconds: Int?)
    /// Trying again helps only after the person did something.
    case halted
  }

  enum Action: Sendable, Equatable {
    case synchronize
    case wait(untilMilliseconds: Int64)
  }

  /// After a change, so that several in a row are one pass.
  static let debounceMilliseconds: Int64 = 2_000
  /// A row of changes is not held back longer than this.
  static let debounceMillisecondsMax: Int64 = 10_000
  static let intervalMilliseconds: Int64 = 15 * 60_000
  static let backoffMilliseconds: Int64 = 2_000
  static let backoffMillisecondsMax: Int64 = 5 * 60_000

  private enum State: Sendable {
    case new
    case running
    /// `firstChange`: when the first change since the last pass was seen.
    case resting(until: Int64, firstChange: Int64?)
    /// After a failure or a halt: changes do not shorten the wait.
    case holding(until: Int64)
  }

  private var state = State.new
  private var failuresInARow = 0

  /// What to do about an event; nil where it changes nothing.
  ///
  /// `chance` is 0..<1 and spreads the retries of many devices.
  mutating func handle(_ event: Event, at now: Int64, chance: Double) -> Action? {
    switch (state, event) {
    case (.new, .started), (.resting, .asked), (.holding, .asked):
      state = .running
      return .synchronize
    case (.resting(let until, _), .timerFired), (.holding(let until), .timerFired):
      guard now >= until else { return .wait(untilMilliseconds: until) }
      state = .running
      return .synchronize
    case (.resting(let until, let firstChange), .changed):
      let first = firstChange ?? now
      let due = min(now + Self.debounceMilliseconds, first + Self.debounceMillisecondsMax)
      let next = firstChange == nil ? min(until, due) : due
      state = .resting(until: next, firstChange: first)
      return .wait(untilMilliseconds: next)
    case (.running, .finished(let outcome)):
      return rest(after: outcome, at: now, chance: chance)
    // Changes are seen again after the pass, because they are still in the store then.
    case (.running, .changed), (.running, .asked), (.holding, .changed): return nil
    // Late or early events.
    case (.new, _), (.running, .started), (.running, .timerFired), (.resting, .started),
      (.resting, .finished), (.holding, .started), (.holding, .finished):
      return nil
    }
  }

  private mutating func rest(
    after outcome: Outcome, at now: Int64, chance: Double
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
      let backoff = Self.backoff(failures: failuresInARow, chance: chance)
      let wish = Int64(min(max(retryAfterSeconds ?? 0, 0), 300)) * 1_000
      until = now + max(backoff, wish)
      state = .holding(until: until)
    }
    return .wait(untilMilliseconds: until)
  }

  /// 2 s, doubling, at most 5 min; between half of that and all of it.
  static func backoff(failures: Int, chance: Double) -> Int64 {
    let doublings = min(max(failures - 1, 0), 20)
    let whole = min(backoffMilliseconds << Int64(doublings), backoffMillisecondsMax)
    return whole / 2 + Int64(Double(whole / 2) * min(max(chance, 0), 1))
  }
}
