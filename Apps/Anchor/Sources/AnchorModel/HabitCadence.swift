/// How often a habit is meant to be kept.
public enum HabitCadence: Hashable, Sendable {
  case daily
  /// Monday to Friday.
  case weekdays
  /// So often from Monday to Sunday, on whichever days: 1…7.
  case timesPerWeek(Int)

  public static let timesPerWeekAllowed = 1...7
}

extension HabitCadence: CustomStringConvertible {
  /// `daily`, `weekdays` or `3/week`, which ``init(_:)`` reads.
  public var description: String {
    switch self {
    case .daily: "daily"
    case .weekdays: "weekdays"
    case .timesPerWeek(let times): "\(times)/week"
    }
  }

  /// Nil for anything that ``description`` does not write.
  public init?(_ text: String) {
    switch text {
    case "daily": self = .daily
    case "weekdays": self = .weekdays
    default:
      guard text.hasSuffix("/week"), let times = Int(text.dropLast(5)),
        Self.timesPerWeekAllowed.contains(times)
      else { return nil }
      self = .timesPerWeek(times)
    }
  }
}
