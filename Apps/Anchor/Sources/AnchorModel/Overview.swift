/// What the sessions of some days add up to.
///
/// A session that has ended counts whole for the day, the weekday and the hour on which it started, by
/// the wall clock; one that has not ended counts nowhere. All lengths are seconds of focus.
package struct Overview: Equatable, Sendable {
  /// A session is deep from this long on.
  package static let deepSecondsMin = 45 * 60

  /// A session that has ended, as far as an overview needs it.
  package struct Entry: Equatable, Sendable {
    let startedAt: Instant
    let focusedSeconds: Int
    let reason: FocusSession.EndReason?
    let isExact: Bool
    package let tags: [String]

    package init(
      startedAt: Instant, focusedSeconds: Int, reason: FocusSession.EndReason?, isExact: Bool,
      tags: [String]
    ) {
      self.startedAt = startedAt
      self.focusedSeconds = focusedSeconds
      self.reason = reason
      self.isExact = isExact
      self.tags = tags
    }
  }

  package struct Total: Equatable, Sendable {
    package internal(set) var sessions = 0
    package internal(set) var seconds = 0

    /// Rounded down, once all seconds are added.
    package var minutes: Int { seconds / 60 }

    mutating func add(_ entry: Entry) {
      sessions += 1
      seconds += entry.focusedSeconds
    }

    mutating func add(_ other: Total) {
      sessions += other.sessions
      seconds += other.seconds
    }
  }

  package struct DayTotal: Equatable, Sendable {
    package let day: Day
    package internal(set) var total = Total()
    /// Whether a session of it makes the day count for a ``Streak``.
    var countsForRun = false
  }

  package struct TagTotal: Equatable, Sendable {
    package let tag: String
    package let total: Total
  }

  package private(set) var finished = Total()
  package private(set) var completed = 0
  package private(set) var abandoned = 0
  /// Of ``deepSecondsMin`` or longer.
  package private(set) var deep = 0
  /// The one in the middle, of an even number the mean of the two there; nil without sessions.
  package private(set) var medianSeconds: Int?
  package private(set) var longestSeconds: Int?
  /// The most days in a row that count for a ``Streak``, within the days of this overview.
  package private(set) var bestRunDays = 0
  /// Whether every session is known to the second.
  package private(set) var isExact = true
  /// Days with a session, ascending.
  package private(set) var days: [DayTotal] = []
  /// By the hour of the wall clock: 24.
  package private(set) var hours = [Total](repeating: Total(), count: 24)
  /// Monday first: 7.
  package private(set) var weekdays = [Total](repeating: Total(), count: 7)
  /// Each hour of a week from Monday 0:00 on: 168.
  package private(set) var weekHours = [Total](repeating: Total(), count: 7 * 24)
  /// The most seconds first, then by name; a session counts for each of its tags.
  package private(set) var tags: [TagTotal] = []
  package private(set) var untagged = Total()

  /// - Parameters:
  ///   - entries: in the order of their starts.
  ///   - calendar: says which day and hour an instant belongs to.
  package init(_ entries: [Entry], calendar: AccountCalendar) {
    var day = Day.first
    var span = Instant.earliest..<Instant.earliest
    var byTag: [String: Total] = [:]
    for entry in entries {
      if !span.contains(entry.startedAt) {
        day = calendar.day(of: entry.startedAt)
        span = calendar.span(of: day)
        days.append(DayTotal(day: day))
      }
      count(entry)
      days[days.count - 1].total.add(entry)
      if entry.focusedSeconds >= Streak.sessionSecondsMin {
        days[days.count - 1].countsForRun = true
      }
      let hour = calendar.hour(of: entry.startedAt)
      hours[hour].add(entry)
      weekdays[day.weekday - 1].add(entry)
      weekHours[(day.weekday - 1) * 24 + hour].add(entry)
      for tag in entry.tags { byTag[tag, default: Total()].add(entry) }
    }
    tags = byTag.map { TagTotal(tag: $0, total: $1) }
      .sorted { ($1.total.seconds, $0.tag) < ($0.total.seconds, $1.tag) }
    let lengths = entries.map(\.focusedSeconds).sorted()
    medianSeconds = Self.median(lengths)
    longestSeconds = lengths.last
    bestRunDays = Self.longestRun(days)
  }

  /// Of all that have ended, how many met their plan: 0…1; nil without sessions.
  package var completionRate: Double? {
    finished.sessions == 0 ? nil : Double(completed) / Double(finished.sessions)
  }

  /// Every day of `range`, those without a session too.
  package func dense(_ range: ClosedRange<Day>) -> [DayTotal] {
    var known = days[...]
    return (range.lowerBound.number...range.upperBound.number).map { number in
      known = known.drop { $0.day.number < number }
      if let day = known.first, day.day.number == number { return day }
      return DayTotal(day: range.lowerBound.adding(days: number - range.lowerBound.number))
    }
  }

  private mutating func count(_ entry: Entry) {
    finished.add(entry)
    switch entry.reason {
    case .completed: completed += 1
    case .abandoned: abandoned += 1
    case .endedEarly, nil: break
    }
    if entry.focusedSeconds >= Self.deepSecondsMin { deep += 1 }
    if entry.tags.isEmpty { untagged.add(entry) }
    if !entry.isExact { isExact = false }
  }

  private static func median(_ sorted: [Int]) -> Int? {
    if sorted.isEmpty { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private static func longestRun(_ days: [DayTotal]) -> Int {
    var (longest, run) = (0, 0)
    var last: Day?
    for day in days where day.countsForRun {
      run = last.map { day.day.days(since: $0) == 1 } ?? false ? run + 1 : 1
      longest = max(longest, run)
      last = day.day
    }
    return longest
  }
}
