/// A wish that the rules of sessions do not allow; nothing was changed.
///
/// None can succeed by asking again with the same words and the same clock.
public enum SessionRefusal: Error, Equatable, Sendable {
  /// No session runs or is paused. The person can start one.
  case nothingActive
  case alreadyRunning(since: Instant)
  case alreadyPaused(since: Instant)
  case alreadyFinished(at: Instant)
  /// The session came from another device as facts only; here it can be read and deleted.
  case factsOnly(SessionID)
  /// A plan is 0 for an open end, else within ``FocusSession/plannedSecondsAllowed``.
  case planOutOfRange(seconds: Int)
  case timesRefused(TimesFault)
  case wordsOverLimit(SessionWords.Limit)

  /// What is wrong with a start and an end.
  public enum TimesFault: Equatable, Sendable {
    case endNotAfterStart(start: Instant, end: Instant)
    case inFuture(Instant, now: Instant)
    /// Longer than ``FocusSession/recordedSecondsMax``; most likely one of the days is wrong.
    case tooLong(seconds: Int)
  }

  /// The name in logs and in `--json` output; never renamed, never reused.
  public var code: String {
    switch self {
    case .nothingActive: "anchor.nothing_active"
    case .alreadyRunning: "anchor.already_running"
    case .alreadyPaused: "anchor.already_paused"
    case .alreadyFinished: "anchor.already_finished"
    case .factsOnly: "anchor.facts_only"
    case .planOutOfRange: "anchor.plan_out_of_range"
    case .timesRefused(.endNotAfterStart): "anchor.end_not_after_start"
    case .timesRefused(.inFuture): "anchor.in_future"
    case .timesRefused(.tooLong): "anchor.too_long"
    case .wordsOverLimit: "anchor.words_over_limit"
    }
  }
}
