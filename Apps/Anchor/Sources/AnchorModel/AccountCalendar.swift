/// What the wall clock of one time zone shows, through every change of summer time.
///
/// A seam: the app answers from the system's zone database, tests from a table.
public protocol TimeZoneRules: Sendable {
  /// Seconds to add to UTC to get the wall clock at `instant`: from −64,800 to 64,800.
  ///
  /// Always the same answer for the same instant, else days would move under their sessions.
  func offsetSeconds(at instant: Instant) -> Int
}

/// The days of an account's time zone.
///
/// Days follow each other without gap or overlap: each instant has one day, which is the one whose
/// ``span(of:)`` holds it. Where the clock goes back over midnight, the repeated time belongs to
/// the earlier day; a day that a zone skipped has no length.
public struct AccountCalendar: Sendable {
  public let rules: any TimeZoneRules

  public init(rules: any TimeZoneRules) {
    self.rules = rules
  }

  public func day(of instant: Instant) -> Day {
    var day = dayShown(at: instant)
    while day > .first, instant < start(of: day) { day = day.adding(days: -1) }
    while day < .last, instant >= start(of: day.adding(days: 1)) { day = day.adding(days: 1) }
    return day
  }

  /// The first instant of the day: midnight, or where the clock skips midnight, the moment after.
  public func start(of day: Day) -> Instant {
    // No offset reaches a day, so one change of the clock near midnight lies between these two.
    let midnight = day.startInUTC
    let before = rules.offsetSeconds(at: midnight.adding(seconds: -86_400))
    let after = rules.offsetSeconds(at: midnight.adding(seconds: 86_400))
    let byOldOffset = midnight.adding(seconds: -before)
    let byNewOffset = midnight.adding(seconds: -after)
    switch (
      rules.offsetSeconds(at: byOldOffset) == before, rules.offsetSeconds(at: byNewOffset) == after
    ) {
    case (true, true):
      // Midnight came twice. Only where the day before was shown again in between, as when 00:01
      // becomes 23:01, is the second one the start; where 01:00 becomes 00:00 it is the first.
      let (first, second) = (
        min(byOldOffset, byNewOffset), max(byOldOffset, byNewOffset)
      )
      return dayShown(at: second.adding(seconds: -1)) < day ? second : first
    case (true, false): return byOldOffset
    case (false, true): return byNewOffset
    case (false, false):
      return firstInstant(
        from: min(byOldOffset, byNewOffset), to: max(byOldOffset, byNewOffset), showing: day)
    }
  }

  /// The instant at which the wall clock shows `wallSeconds` after midnight of `day`.
  ///
  /// Where it shows that twice, the first time; where it never does because the clock was set forward
  /// past it, what it would have been.
  public func instant(on day: Day, wallSeconds: Int) -> Instant {
    let shown = day.startInUTC.adding(seconds: wallSeconds)
    let before = rules.offsetSeconds(at: shown.adding(seconds: -86_400))
    let after = rules.offsetSeconds(at: shown.adding(seconds: 86_400))
    let possible = [before, after].filter { offset in
      rules.offsetSeconds(at: shown.adding(seconds: -offset)) == offset
    }
    return possible.map { shown.adding(seconds: -$0) }.min() ?? shown.adding(seconds: -before)
  }

  /// From the start of the day up to the start of the next.
  public func span(of day: Day) -> Range<Instant> {
    let start = start(of: day)
    return start..<max(start, self.start(of: day.adding(days: 1)))
  }

  /// 86,400 on most days; an hour less or more where summer time begins or ends.
  public func lengthSeconds(of day: Day) -> Int {
    let span = span(of: day)
    return span.upperBound.seconds(since: span.lowerBound)
  }

  /// The hour on the wall clock: 0…23.
  ///
  /// On the day that summer time ends, one hour comes twice.
  public func hour(of instant: Instant) -> Int {
    minuteOfDay(at: instant) / 60
  }

  /// Minutes from midnight on the wall clock: 0…1,439.
  public func minuteOfDay(at instant: Instant) -> Int {
    wallSeconds(at: instant).flooredRemainder(by: 86_400) / 60
  }

  private func dayShown(at instant: Instant) -> Day {
    let number = wallSeconds(at: instant).flooredQuotient(by: 86_400)
    return Day.first.adding(days: number - Day.first.number)
  }

  /// Seconds since 1970 that a clock on UTC would have when it shows what the wall shows.
  private func wallSeconds(at instant: Instant) -> Int {
    Int(instant.milliseconds.flooredQuotient(by: 1_000)) + rules.offsetSeconds(at: instant)
  }

  /// Halves the span until it finds the second at which the wall clock jumps into the day.
  private func firstInstant(from low: Instant, to high: Instant, showing day: Day) -> Instant {
    var (low, high) = (low, high)
    while high.seconds(since: low) > 1 {
      let middle = low.adding(seconds: high.seconds(since: low) / 2)
      if dayShown(at: middle) >= day { high = middle } else { low = middle }
    }
    return dayShown(at: low) >= day ? low : high
  }
}
