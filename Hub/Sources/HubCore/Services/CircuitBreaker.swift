/// Decides whether a service that may be down is asked.
///
/// Pure: no clock. Times are milliseconds of any clock; one that was set back only ends a rest early.
public struct CircuitBreaker: Sendable, Equatable {
  /// What was admitted; its end is told with it, so that late ends are known for what they are.
  public enum Admission: Sendable, Equatable { case request, probe }

  public static let failuresMax = 3
  public static let firstRestMilliseconds = 10 * Milliseconds.second
  public static let longestRestMilliseconds = 5 * Milliseconds.minute

  private enum State: Equatable {
    case closed(failures: Int)
    case open(since: Int64, rest: Int64)
    /// One request decides whether it closes.
    case halfOpen(rest: Int64)
  }

  private var state = State.closed(failures: 0)

  public init() {}

  public var isClosed: Bool {
    switch state {
    case .closed: true
    case .open, .halfOpen: false
    }
  }

  /// Lets one more request through, or not; whoever is admitted has to say how it ended.
  public mutating func admit(at now: Int64) -> Admission? {
    switch state {
    case .closed: return .request
    case .open(let since, let rest):
      guard now < since || now - since >= rest else { return nil }
      state = .halfOpen(rest: rest)
      return .probe
    case .halfOpen: return nil
    }
  }

  public mutating func ended(_ admission: Admission, isAnswered: Bool, at now: Int64) {
    switch (state, admission, isAnswered) {
    case (.closed, .request, true): state = .closed(failures: 0)
    case (.closed(let failures), .request, false):
      state =
        failures + 1 < Self.failuresMax
        ? .closed(failures: failures + 1) : .open(since: now, rest: Self.firstRestMilliseconds)
    case (.halfOpen, .probe, true): state = .closed(failures: 0)
    case (.halfOpen(let rest), .probe, false):
      state = .open(since: now, rest: min(2 * rest, Self.longestRestMilliseconds))
    // Requests that were under way when it opened: the probe alone decides.
    case (.open, .request, _), (.halfOpen, .request, _): break
    case (.closed, .probe, _), (.open, .probe, _):
      preconditionFailure("a probe ends while it is half open, and only once")
    }
  }
}
