/// Days in a row with focus.
public enum Streak {
  /// The shortest session that makes its day count.
  public static let sessionSecondsMin = 60

  /// The number of days in a row up to `day`.
  ///
  /// A day without focus ends a streak only when it is over: until then the streak of yesterday
  /// still stands.
  ///
  /// - Parameters:
  ///   - day: the last day of the streak; one after `today` is taken as `today`.
  ///   - today: the current day of the account.
  ///   - activeDays: days with a session that counts (``FocusSession/countsForStreak``), newest
  ///     first; repeats are fine. Read lazily, no further than the streak reaches, so a store can
  ///     hand over rows as it reads them.
  /// - Returns: 0 where neither `day` nor, while it is not over, the day before it has focus.
  public static func days(
    upTo day: Day, today: Day, activeDays: some Sequence<Day>
  ) -> Int {
    let last = min(day, today)
    var expected = last.number
    var count = 0
    for active in activeDays where active <= last {
      if active.number > expected { continue }
      if count == 0, last == today, active.number == expected - 1 { expected = active.number }
      guard active.number == expected else { break }
      count += 1
      expected -= 1
    }
    return count
  }
}

extension FocusSession {
  /// Whether it makes its start day count for a ``Streak``: finished, with a minute of focus.
  public var countsForStreak: Bool {
    isFinished && bankedSeconds >= Streak.sessionSecondsMin
  }
}
