/// A wish about a plan that the rules do not allow; nothing was changed.
///
/// None can succeed by asking again with the same words and the same clock.
public enum PlanRefusal: Error, Equatable, Sendable {
  /// There is no such block.
  case notFound
  /// There is no such template.
  case templateNotFound
  case titleMissing
  /// The title, the intent or a note is too long.
  case wordsOverLimit(PlanWords.Limit)
  /// A block takes from one minute to a day, and starts on a minute of its day.
  case timesOutOfRange
  /// What was done has an end after its start, is no longer than a day and is over.
  case livedRefused
  /// It is done, skipped or moved already; the person can open it again first.
  case notOpen
  case alreadyOpen

  /// The name in logs and in `--json` output; never renamed, never reused.
  public var code: String {
    switch self {
    case .notFound: "plan.not_found"
    case .templateNotFound: "plan.template_not_found"
    case .titleMissing: "plan.title_missing"
    case .wordsOverLimit: "plan.words_over_limit"
    case .timesOutOfRange: "plan.times_out_of_range"
    case .livedRefused: "plan.lived_refused"
    case .notOpen: "plan.not_open"
    case .alreadyOpen: "plan.already_open"
    }
  }
}
