import AnchorModel

/// Reads `2023-03-26 01:00:00` as UTC; seconds may be left out.
func utc(_ text: String) -> Instant {
  let parts = text.split(separator: " ")
  let clock = parts.last.map { $0.split(separator: ":").compactMap { Int($0) } } ?? []
  guard parts.count == 2, (2...3).contains(clock.count), let day = Day(String(parts[0])) else {
    preconditionFailure("not an instant: \(text)")
  }
  let seconds = clock[0] * 3_600 + clock[1] * 60 + (clock.count == 3 ? clock[2] : 0)
  return day.startInUTC.adding(seconds: seconds)
}

func day(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure("not a day: \(text)") }
  return day
}

func sessionID(_ number: UInt128) -> SessionID { SessionID(random: number) }

func written(_ title: String, tags: [String] = [], notes: String = "") -> SessionWords {
  do {
    return try SessionWords(title: title, tags: tags, notes: notes)
  } catch {
    preconditionFailure("refused words: \(error)")
  }
}

/// Offsets by hand, as a stand-in for a zone database.
struct OffsetTable: TimeZoneRules {
  /// What holds before the first change.
  var first: Int
  /// In order of time.
  var changes: [(at: Instant, offset: Int)] = []

  func offsetSeconds(at instant: Instant) -> Int {
    changes.last { $0.at <= instant }?.offset ?? first
  }
}

extension AccountCalendar {
  static let utc = AccountCalendar(rules: OffsetTable(first: 0))

  /// Summer time from 26 March to 29 October 2023, both at 01:00 UTC.
  static let berlin2023 = AccountCalendar(
    rules: OffsetTable(
      first: 3_600,
      changes: [
        (AnchorModelTests.utc("2023-03-26 01:00"), 7_200),
        (AnchorModelTests.utc("2023-10-29 01:00"), 3_600),
      ]))
}

extension FocusSession {
  /// A running session that was started at the given instant.
  static func running(
    _ number: UInt128 = 1, from start: String, minutes: Int = 0, title: String = "write"
  ) throws -> FocusSession {
    let start = utc(start)
    return try FocusSession.start(
      SessionStart(
        id: sessionID(number), startedAt: start, plannedSeconds: minutes * 60, words: written(title)
      ),
      ending: nil, now: start
    ).started
  }

  /// A finished session of full detail, all of it focus.
  static func finished(
    _ number: UInt128 = 1, from start: String, to end: String, title: String = "write"
  ) throws -> FocusSession {
    try log(
      sessionID(number), from: utc(start), to: utc(end), words: written(title), now: .latest)
  }
}
