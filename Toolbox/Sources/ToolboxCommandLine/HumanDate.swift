/// Days and moments as people type them.
///
/// Read are `now`, `10 min ago`, `in 2 h`, `18:30`, `6:30pm`, `today`, `yesterday 18:30`,
/// `fri 9:00`, `last fri`, `2026-11-30`, `2026-11-30 18:30`, `2026-11-30T18:30:00+01:00`,
/// `30 nov`, `30 nov 2026`, `nov 30`, `30.11.`, `30.11.2026`. Case and doubled spaces do not
/// matter; `at` may stand before a time and `on` before a day.
public enum HumanDate {
  /// Which of the days is meant where the text names none or only part of one.
  public enum Leaning: Sendable {
    /// The latest that is not after now: for what was done.
    case past
    /// The earliest that is not before now: for what is planned.
    case future
  }

  /// What was typed: a day with a time, or a day alone.
  public enum Reading: Sendable, Equatable {
    /// Seconds since 1970 in UTC.
    case moment(Int64)
    case day(CivilDay)
  }

  public enum Problem: Error, Equatable, Sendable {
    case notADate
    /// It reads like a day or a time, but there is none: `30 feb`, `25:00`.
    case noSuchDate
    /// A day stands alone where a moment was asked for.
    case timeMissing

    /// Finishes the sentence "… is not".
    public var expected: String {
      switch self {
      case .notADate: "a date such as \"yesterday 18:30\", \"fri 9:00\", \"2026-11-30 18:30\""
      case .noSuchDate: "a date that exists, from 1970 to 9999"
      case .timeMissing: "complete: add a time, such as \"yesterday 18:30\""
      }
    }
  }

  public static func moment(
    _ text: String, _ clock: LocalClock, leaning: Leaning
  ) throws(Problem) -> Int64 {
    guard case .moment(let moment) = try read(text, clock, leaning: leaning) else {
      throw .timeMissing
    }
    return moment
  }

  /// The day alone, or the local day of a moment.
  public static func day(
    _ text: String, _ clock: LocalClock, leaning: Leaning
  ) throws(Problem) -> CivilDay {
    switch try read(text, clock, leaning: leaning) {
    case .day(let day): return day
    case .moment(let moment): return try localDay(of: moment, clock)
    }
  }

  public static func read(
    _ text: String, _ clock: LocalClock, leaning: Leaning
  ) throws(Problem) -> Reading {
    let words = text.lowercased().split { $0 == " " || $0 == "\t" }.map(String.init)
    if let moment = try readStamp(words, clock) { return .moment(moment) }
    if let moment = try readRelative(words, clock) { return .moment(moment) }

    var reader = DateWords(words, today: try localDay(of: clock.now, clock), leaning: leaning)
    let day = try reader.takeDay()
    let time = try reader.takeTime(isDayGiven: day != nil)
    guard reader.isAtEnd else { throw .notADate }

    switch (day, time) {
    case (nil, nil): throw .notADate
    case (let day?, nil): return .day(day.day)
    case (nil, let time?): return .moment(try nearest(time, clock, leaning))
    case (let day?, let time?): return .moment(try moment(day, time, clock, leaning))
    }
  }

  // MARK: - Joining day and time

  private static let daySeconds: Int64 = 86_400

  private static func localDay(of moment: Int64, _ clock: LocalClock) throws(Problem) -> CivilDay {
    let wall = clock.wallSeconds(at: moment)
    guard wall >= 0, let day = CivilDay(number: Int(wall / daySeconds)) else { throw .noSuchDate }
    return day
  }

  private static func moment(_ day: CivilDay, _ time: Int, _ clock: LocalClock) -> Int64 {
    clock.moment(atWall: Int64(day.number) * daySeconds + Int64(time))
  }

  /// Of a weekday that is today the time decides whether today or a week off is meant.
  private static func moment(
    _ day: DateWords.Day, _ time: Int, _ clock: LocalClock, _ leaning: Leaning
  ) throws(Problem) -> Int64 {
    let moment = moment(day.day, time, clock)
    guard day.mayShiftWeek else { return moment }
    let shift =
      switch leaning {
      case .past where moment > clock.now: -7
      case .future where moment < clock.now: 7
      case .past, .future: 0
      }
    guard let shifted = CivilDay(number: day.day.number + shift) else { throw .noSuchDate }
    return Self.moment(shifted, time, clock)
  }

  private static func nearest(
    _ time: Int, _ clock: LocalClock, _ leaning: Leaning
  ) throws(Problem) -> Int64 {
    let today = try localDay(of: clock.now, clock)
    let moment = moment(today, time, clock)
    let shift =
      switch leaning {
      case .past where moment > clock.now: -1
      case .future where moment < clock.now: 1
      case .past, .future: 0
      }
    guard let day = CivilDay(number: today.number + shift) else { throw .noSuchDate }
    return Self.moment(day, time, clock)
  }

  // MARK: - Whole forms

  /// `now`, `10 min ago`, `in 2 h`; whole days are days of the calendar, at the same time.
  private static func readRelative(
    _ words: [String], _ clock: LocalClock
  ) throws(Problem) -> Int64? {
    if words == ["now"] { return clock.now }
    let isPast = words.last == "ago"
    guard words.count > 1, isPast != (words.first == "in") else { return nil }
    let length = (isPast ? words.dropLast() : words.dropFirst()).joined(separator: " ")
    guard let duration = HumanDuration.read(length) else { throw .notADate }
    let seconds = duration.components.seconds * (isPast ? -1 : 1)
    let isWholeDays = seconds % daySeconds == 0
    let moment =
      isWholeDays
      ? clock.moment(atWall: clock.wallSeconds(at: clock.now) + seconds) : clock.now + seconds
    guard moment >= 0 else { throw .noSuchDate }
    return moment
  }

  /// `2026-11-30T18:30`, with seconds and an offset or `Z` if they are given.
  private static func readStamp(_ words: [String], _ clock: LocalClock) throws(Problem) -> Int64? {
    guard words.count == 1, let word = words.first,
      let match = word.wholeMatch(
        of:
          /([0-9]{4}-[0-9][0-9]-[0-9][0-9])t([0-9][0-9]):([0-9][0-9])(?::([0-9][0-9])(?:\.[0-9]+)?)?(z|[+-][0-9][0-9]:?[0-9][0-9])?/
      )
    else { return nil }
    guard let day = DateWords.isoDay(String(match.1)) else { throw .noSuchDate }
    guard let hour = Int(match.2), let minute = Int(match.3), let second = Int(match.4 ?? "0"),
      hour < 24, minute < 60, second < 60
    else { throw .noSuchDate }
    let time = hour * 3_600 + minute * 60 + second
    guard let zone = match.5 else { return moment(day, time, clock) }
    let digits = zone.filter { $0.isNumber }
    let offset =
      zone == "z"
      ? 0 : (Int(digits.prefix(2)) ?? 0) * 3_600 + (Int(digits.suffix(2)) ?? 0) * 60
    let wall = Int64(day.number) * daySeconds + Int64(time)
    return wall - Int64(zone.hasPrefix("-") ? -offset : offset)
  }
}
