import AnchorModel
import AppShell
import ToolboxCommandLine

/// What was typed to plan something: when, how long, what.
struct PlanEntry: Equatable {
  /// A length that was not said.
  static let usualMinutes = 30

  let times: PlanBlock.Times
  let title: String

  /// Reads the longest beginning that says when; what follows is the title.
  ///
  /// 1. Two times of day: `9:00 9:45 write`. An end at or before the start is after midnight.
  /// 2. A time of day and a length, or none: `9:00 45m write`, `9:00 write`.
  /// 3. A length alone, for some time of the day: `45m write`. A lone `9:00` is a time of day.
  /// 4. Nothing of it: ``usualMinutes`` at some time of the day.
  static func read(_ words: [String]) throws(Trouble) -> PlanEntry {
    let words = words.flatMap { $0.split(separator: " ").map(String.init) }
    var rest = words[...]
    var start: Int?
    if let first = rest.first, let minute = minuteOfDay(first) {
      start = minute
      rest = rest.dropFirst()
    }
    var minutes = usualMinutes
    if let first = rest.first {
      if let start, let end = minuteOfDay(first) {
        minutes = end > start ? end - start : end + 1_440 - start
        rest = rest.dropFirst()
      } else if let length = self.minutes(first) {
        minutes = length
        rest = rest.dropFirst()
      }
    }
    let times = try Trouble.planning { () throws(PlanRefusal) in
      try PlanBlock.Times(startMinute: start, minutes: minutes)
    }
    return PlanEntry(times: times, title: rest.joined(separator: " "))
  }

  private init(times: PlanBlock.Times, title: String) {
    self.times = times
    self.title = title
  }

  /// Reads `9:00` and `14:30`; nil for anything else.
  static func minuteOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      text.utf8.allSatisfy({ $0 == UInt8(ascii: ":") || (48...57).contains($0) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  /// Whole minutes of a length; nil for what is none.
  static func minutes(_ text: String) -> Int? {
    text.contains(":")
      ? nil : HumanDuration.read(text).map { Int($0.components.seconds / 60) }
  }
}

extension Trouble {
  init(_ refusal: PlanRefusal) { self = AnchorTroubles.trouble(refusal) }

  /// Asks the model about a plan and says its refusal in words.
  static func planning<Result>(
    _ body: () throws(PlanRefusal) -> Result
  ) throws(Trouble) -> Result {
    do throws(PlanRefusal) { return try body() } catch { throw Trouble(error) }
  }
}
