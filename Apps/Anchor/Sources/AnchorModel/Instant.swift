/// A moment, in milliseconds since 1970-01-01T00:00:00Z.
///
/// Lies in the years 1 to 9999, so that every instant has a day that can be written.
public struct Instant: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  public static let earliest = Instant(inRange: -62_135_596_800_000)
  public static let latest = Instant(inRange: 253_402_300_799_999)

  /// Nil outside the years 1 to 9999.
  public init?(milliseconds: Int64) {
    guard (Self.earliest.milliseconds...Self.latest.milliseconds).contains(milliseconds) else {
      return nil
    }
    self.milliseconds = milliseconds
  }

  /// The nearest instant of the years 1 to 9999: for clocks, which always have an answer.
  public init(clamping milliseconds: Int64) {
    let bounded = min(max(milliseconds, Self.earliest.milliseconds), Self.latest.milliseconds)
    self.milliseconds = bounded
  }

  private init(inRange milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The second that this instant lies in, without its fraction.
  public var wholeSecond: Instant { floored(toMultipleOf: 1_000) }

  /// The minute of UTC that this instant lies in, without its seconds.
  public var wholeMinute: Instant { floored(toMultipleOf: 60_000) }

  /// The instant `seconds` later, or earlier where negative; stops at the ends of the range.
  public func adding(seconds: Int) -> Instant {
    let (shift, isTooFar) = Int64(seconds).multipliedReportingOverflow(by: 1_000)
    let (sum, isPastEnd) = milliseconds.addingReportingOverflow(shift)
    if isTooFar || isPastEnd { return seconds < 0 ? .earliest : .latest }
    return Instant(clamping: sum)
  }

  /// Whole seconds from `earlier` to this instant, rounded down; negative where it is later.
  public func seconds(since earlier: Instant) -> Int {
    Int((milliseconds - earlier.milliseconds).flooredQuotient(by: 1_000))
  }

  private func floored(toMultipleOf step: Int64) -> Instant {
    Instant(clamping: milliseconds.flooredQuotient(by: step) * step)
  }
}
