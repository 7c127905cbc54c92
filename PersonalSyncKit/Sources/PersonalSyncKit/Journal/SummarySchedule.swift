import HubContracts

/// Decides when a day's summary may be sent (docs/protocol/privacy.md, "Day summaries").
///
/// Pure. A summary tells something about when a person acts, so it goes at most every 30 minutes
/// while its day lasts, once more when the day is over, and never for far days.
public enum SummarySchedule {
  public static let intervalMilliseconds: Int64 = 30 * 60_000
  public static let daysBack: Int64 = 400
  public static let daysAhead: Int64 = 1

  /// Whether the Hub may hold a summary of `day` at all.
  public static func isInWindow(_ day: Day, today: Day) -> Bool {
    (today.adding(-daysBack)...today.adding(daysAhead)).contains(day)
  }

  /// Whether a changed summary may go now; `lastSent` is nil where none has gone.
  ///
  /// A day that is over is not throttled: its last word is due at once.
  public static func isDue(_ day: Day, today: Day, lastSent: Int64?, nowMilliseconds: Int64) -> Bool
  {
    guard isInWindow(day, today: today) else { return false }
    guard day >= today, let lastSent else { return true }
    // A clock that was set back must not hold a summary for ever.
    return nowMilliseconds >= lastSent + intervalMilliseconds || nowMilliseconds < lastSent
  }
}
