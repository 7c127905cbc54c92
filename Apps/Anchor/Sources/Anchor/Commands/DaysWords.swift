import AnchorModel
import AppShell
import ToolboxCommandLine

/// Which days a person means: a named stretch, one day, or from one day to another.
enum DaysWords {
  /// What is typed behind a verb; a shell offers the names.
  static let argument = RemainingArguments(
    "days",
    ValueKind("DAYS", completion: .words(NamedDays.allCases.map(\.rawValue))) {
      (word) throws(ValueProblem) in word
    },
    "Which days: such as week, lastmonth, fri, or 2026-11-01 to 2026-11-30.")

  static let help = """
    Days are named (\(NamedDays.allCases.map(\.rawValue).joined(separator: ", ")); a colon may stand \
    before, as in timewarrior's :week) or written: one day, or DAY to DAY, where both are meant too.
    """

  /// - Parameters:
  ///   - words: as they were typed.
  ///   - clock: says which day is today.
  ///   - usual: what is meant where nothing was typed.
  /// - Returns: the days, the ends included.
  /// - Throws: ``Trouble`` for words that name no days, or days in the wrong order.
  static func read(
    _ words: [String], _ clock: LocalClock, usually usual: NamedDays
  ) throws(Trouble) -> ClosedRange<AnchorModel.Day> {
    var words = words.flatMap { $0.split(separator: " ").map(String.init) }
    let today = try day("today", clock)
    guard let first = words.first else { return usual.days(today: today) }
    if words.count == 1 {
      let name = first.hasPrefix(":") ? String(first.dropFirst()) : first
      if let named = NamedDays(rawValue: name.lowercased()) { return named.days(today: today) }
    }
    if first == "from" { words.removeFirst() }
    let parts = words.split(separator: "to", omittingEmptySubsequences: false)
      .map { $0.joined(separator: " ") }
    guard parts.count <= 2 else { throw notDays(words.joined(separator: " ")) }
    let start = try day(parts[0], clock)
    let end = parts.count == 2 ? try day(parts[1], clock) : first == "from" ? today : start
    guard start <= end else {
      throw Trouble(
        .usage, "anchor.days_in_wrong_order", "\(start) is after \(end).",
        "The earlier day comes first: \(end) to \(start).")
    }
    return start...end
  }

  private static func day(
    _ text: String, _ clock: LocalClock
  ) throws(Trouble) -> AnchorModel.Day {
    do throws(HumanDate.Problem) {
      let day = try HumanDate.day(text, clock, leaning: .past)
      guard let day = AnchorModel.Day(number: day.number) else { throw .noSuchDate }
      return day
    } catch { throw notDays(text) }
  }

  private static func notDays(_ text: String) -> Trouble {
    Trouble(
      .usage, "anchor.not_days", "\"\(text)\" does not say which days.",
      "Such as: week, lastmonth, fri, or 2026-11-01 to 2026-11-30")
  }
}
