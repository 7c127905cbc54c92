import AnchorModel

/// How an event repeats: every so many days, or on days of every so many weeks.
///
/// Other rules of RFC 5545 §3.3.10 are not read, rather than read by half.
struct CalendarRule: Equatable {
  /// From the first day of one round to that of the next, at least 1.
  private let roundDays: Int
  /// Days within a round, ascending.
  private let offsets: [Int]
  /// Whether rounds begin on Mondays, and not on the day of the first event.
  private let isWeekly: Bool
  private let count: Int?
  private let until: Instant?

  private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// Nil for a rule that is not read.
  ///
  /// - Parameters:
  ///   - text: such as `FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261231T000000Z`.
  ///   - start: of the event.
  init?(_ text: String, from start: CalendarTime) {
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
    }
    let known: Set = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST"]
    guard known.isSuperset(of: parts.keys), parts["COUNT"] == nil || parts["UNTIL"] == nil,
      let interval = Self.number(parts["INTERVAL"] ?? "1")
    else { return nil }
    switch (parts["FREQ"], parts["BYDAY"]) {
    case ("DAILY", nil):
      (roundDays, offsets, isWeekly) = (interval, [0], false)
    case ("WEEKLY", let days):
      // Where a week begins makes no difference as long as every week counts.
      guard interval == 1 || parts["WKST"] ?? "MO" == "MO" else { return nil }
      let names =
        days.map { $0.split(separator: ",").map(String.init) }
        ?? [Self.weekdays[start.day.weekday - 1]]
      let found = Set(names.compactMap { Self.weekdays.firstIndex(of: $0) })
      guard found.count == names.count, !found.isEmpty else { return nil }
      (roundDays, offsets, isWeekly) = (interval * 7, found.sorted(), true)
    default: return nil
    }
    if let text = parts["COUNT"] {
      guard let number = Self.number(text) else { return nil }
      count = number
    } else {
      count = nil
    }
    if let text = parts["UNTIL"] {
      guard let end = Self.end(text, start) else { return nil }
      until = end
    } else {
      until = nil
    }
  }

  /// The times at which it takes place within `days`, ascending.
  func times(from start: CalendarTime, within days: ClosedRange<Day>) -> [CalendarTime] {
    let first = isWeekly ? start.day.startOfWeek : start.day
    let skipped = offsets.filter { first.adding(days: $0) < start.day }.count
    let lastRound = days.upperBound.days(since: first) / roundDays
    var round = max(0, days.lowerBound.days(since: first) / roundDays)
    var times: [CalendarTime] = []
    // Counted and not compared with the last day: a day stops at the end of the calendar.
    while round <= lastRound {
      for (place, offset) in offsets.enumerated() {
        let day = first.adding(days: round * roundDays + offset)
        guard day >= start.day, days.contains(day) else { continue }
        if let count, round * offsets.count + place - skipped >= count { return times }
        let time = start.on(day)
        if let until, time.instant > until { return times }
        times.append(time)
      }
      round += 1
    }
    return times
  }

  private static func number(_ text: String) -> Int? {
    guard text.utf8.count <= 4, let number = Int(text), number >= 1 else { return nil }
    return number
  }

  private static func end(_ text: String, _ start: CalendarTime) -> Instant? {
    if let instant = Instant(compact: text) { return instant }
    let bytes = Array(text.utf8)
    guard bytes.count == 8 || bytes.count == 15, let day = Day(compact: bytes.prefix(8)) else {
      return nil
    }
    if bytes.count == 8 { return start.calendar.span(of: day).upperBound.adding(seconds: -1) }
    guard bytes[8] == UInt8(ascii: "T"), let seconds = Instant.seconds(of: bytes[9...]) else {
      return nil
    }
    return start.calendar.instant(on: day, wallSeconds: seconds)
  }
}
