/// A wish about a habit that the rules do not allow; nothing was changed.
///
/// None can succeed by asking again with the same words and the same clock.
public enum HabitRefusal: Error, Equatable, Sendable {
  /// There is no such habit.
  case notFound
  case nameMissing
  /// The name, the question or a note is too long.
  case wordsOverLimit(HabitWords.Limit)
  /// A unit is one line of at most ``HabitMeasure/unitBytesMax`` bytes.
  case unitRefused
  /// Reaching at least nothing would always be done.
  case targetRefused
  /// The habit came from another device as facts only; here it can be checked in and no more.
  case factsOnly
  /// Nothing can be done yet on a day that has not begun.
  case dayInFuture(Day)
  /// An amount was given for a habit that counts nothing.
  case nothingMeasured
  /// The habit rests; the person can resume it first.
  case archived
  case notArchived

  /// The name in logs and in `--json` output; never renamed, never reused.
  public var code: String {
    switch self {
    case .notFound: "habit.not_found"
    case .nameMissing: "habit.name_missing"
    case .wordsOverLimit: "habit.words_over_limit"
    case .unitRefused: "habit.unit_refused"
    case .targetRefused: "habit.target_refused"
    case .factsOnly: "habit.facts_only"
    case .dayInFuture: "habit.day_in_future"
    case .nothingMeasured: "habit.nothing_measured"
    case .archived: "habit.archived"
    case .notArchived: "habit.not_archived"
    }
  }
}
