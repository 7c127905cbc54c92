/// Lengths of time as people type and read them.
public enum HumanDuration {
  public static let minute = Duration.seconds(60)
  public static let hour = Duration.seconds(3_600)
  public static let day = Duration.seconds(86_400)

  /// Nothing that a person types is longer; keeps sums far from overflow.
  public static let max = Duration.seconds(3_660 * 86_400)

  /// Reads `25`, `25m`, `90 min`, `1h30`, `1 h 30 min`, `1:30`, `1.5h`, `45s`, `2 days`.
  ///
  /// A bare number is minutes, and so is one after hours; after minutes it is seconds. Units go
  /// from long to short, each at most once, and a bare number is the last. `1:30` is hours and minutes.
  ///
  /// - Returns: nil where the text is none of this, or longer than ``max``.
  public static func read(_ text: String) -> Duration? {
    if let clock = readClock(text) { return clock }
    var rest = Substring(text.lowercased())
    var total = 0.0
    var last: Unit?
    var isOver = false
    skipSpaces(&rest)
    while !rest.isEmpty {
      guard !isOver, let number = readNumber(&rest) else { return nil }
      skipSpaces(&rest)
      let word = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(word.count)
      guard let unit = word.isEmpty ? implied(after: last) : Unit.named(word),
        last.map({ unit.seconds < $0.seconds }) ?? true
      else { return nil }
      total += number * unit.seconds
      last = unit
      isOver = word.isEmpty
      skipSpaces(&rest)
    }
    guard last != nil, total <= Double(max.components.seconds) else { return nil }
    return .milliseconds(Int64((total * 1_000).rounded()))
  }

  /// `1 h 30 min`, `25 min`, `45 s`, `2 d 3 h`: at most two units, the rest rounded down.
  ///
  /// Of a negative length the size is written.
  public static func text(_ duration: Duration) -> String {
    let seconds = Swift.abs(duration.components.seconds)
    var parts: [String] = []
    var rest = seconds
    for unit in Unit.allCases {
      let count = rest / Int64(unit.seconds)
      rest %= Int64(unit.seconds)
      if count > 0 { parts.append("\(count) \(unit.rawValue)") }
      // What follows the second unit, or a gap, would only be noise.
      if parts.count == 2 || (parts.count == 1 && count == 0) { break }
    }
    return parts.isEmpty ? "0 min" : parts.joined(separator: " ")
  }

  private enum Unit: String, CaseIterable {
    case days = "d"
    case hours = "h"
    case minutes = "min"
    case seconds = "s"

    var seconds: Double {
      switch self {
      case .days: 86_400
      case .hours: 3_600
      case .minutes: 60
      case .seconds: 1
      }
    }

    static func named(_ word: Substring) -> Unit? {
      switch word {
      case "d", "day", "days": .days
      case "h", "hr", "hrs", "hour", "hours": .hours
      case "m", "min", "mins", "minute", "minutes": .minutes
      case "s", "sec", "secs", "second", "seconds": .seconds
      default: nil
      }
    }
  }

  private static func implied(after unit: Unit?) -> Unit? {
    switch unit {
    case nil, .hours: .minutes
    case .minutes: .seconds
    case .days, .seconds: nil
    }
  }

  /// `1:30`; minutes have two digits and are under 60.
  private static func readClock(_ text: String) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...3).contains(parts[0].count), parts[1].count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hours = Int64(parts[0]), let minutes = Int64(parts[1]), minutes < 60
    else { return nil }
    return .seconds(hours * 3_600 + minutes * 60)
  }

  /// Digits with at most one `.` or `,` between them; at most nine digits.
  private static func readNumber(_ rest: inout Substring) -> Double? {
    let word = rest.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
    let digits = word.count { $0 != "." && $0 != "," }
    guard (1...9).contains(digits), word.count - digits <= 1,
      word.first?.isNumber == true, word.last?.isNumber == true
    else { return nil }
    rest = rest.dropFirst(word.count)
    return Double(String(word.map { $0 == "," ? "." : $0 }))
  }

  private static func skipSpaces(_ rest: inout Substring) {
    rest = rest.drop { $0 == " " }
  }
}
