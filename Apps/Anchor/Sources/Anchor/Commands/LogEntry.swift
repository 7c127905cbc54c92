import AnchorModel
import AppShell
import ToolboxCommandLine

/// What was typed after `log`: a span and a title.
struct LogEntry: Equatable {
  /// The longest date that is looked for, as in `last fri at 6:30 pm`.
  private static let dateWordsMax = 5

  let start: Instant
  let end: Instant
  let title: String

  /// Reads the longest beginning that is a span; what follows is the title.
  ///
  /// 1. Two moments: `9:00 9:45`. The end is the first such time that is not before the start.
  /// 2. A moment and a length: `9:00 45m`.
  /// 3. A length that ended now: `45m`. A lone `10:00` is refused: as a time of day it has no end, and
  ///    taken as a length it would put ten hours where a person meant a moment.
  static func read(_ words: [String], _ clock: LocalClock) throws(Trouble) -> LogEntry {
    let words = words.flatMap { $0.split(separator: " ").map(String.init) }
    for count in stride(from: min(dateWordsMax, words.count), through: 1, by: -1) {
      guard let start = moment(words.prefix(count), clock, .past) else { continue }
      let rest = words.dropFirst(count)
      if let (end, used) = end(rest, from: start, clock) {
        return LogEntry(start, end, rest.dropFirst(used))
      }
    }
    if let first = words.first, !first.contains(":"), let length = HumanDuration.read(first) {
      let seconds = length.components.seconds
      return LogEntry(clock.now - seconds, clock.now, words.dropFirst())
    }
    throw Trouble(
      .usage, "anchor.log_without_times", "It is not clear from when to when that was.",
      "Such as: anchor log 9:00 9:45 \"what for\", or anchor log 45m \"what for\"")
  }

  private init(_ start: Int64, _ end: Int64, _ title: ArraySlice<String>) {
    self.start = Instant(wholeSeconds: start) ?? .earliest
    self.end = Instant(wholeSeconds: end) ?? .latest
    self.title = title.joined(separator: " ")
  }

  /// The end and how many words it takes.
  private static func end(
    _ words: ArraySlice<String>, from start: Int64, _ clock: LocalClock
  ) -> (end: Int64, words: Int)? {
    let fromStart = LocalClock(now: start, offset: clock.offset)
    for count in stride(from: min(dateWordsMax, words.count), through: 1, by: -1) {
      let piece = words.prefix(count)
      // What is said from now on is meant from now, not from the start.
      let isRelative = piece.first == "now" || piece.last == "ago"
      let end =
        isRelative ? moment(piece, clock, .past) : moment(piece, fromStart, .future)
      if let end { return (end, count) }
    }
    guard let first = words.first, let length = HumanDuration.read(first) else { return nil }
    return (start + length.components.seconds, 1)
  }

  private static func moment(
    _ words: ArraySlice<String>, _ clock: LocalClock, _ leaning: HumanDate.Leaning
  ) -> Int64? {
    do throws(HumanDate.Problem) {
      return try HumanDate.moment(words.joined(separator: " "), clock, leaning: leaning)
    } catch { return nil }
  }
}
