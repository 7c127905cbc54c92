import HubContracts
import HubCore
import WebInterface

/// Days and times as people read them, on the clocks of an account.
struct DateWords {
  let clock: AccountClock
  let now: Minute

  init(_ clock: AccountClock, nowMilliseconds: Int64) {
    self.clock = clock
    now = Minute(containingMilliseconds: nowMilliseconds)
  }

  var today: Day { clock.day(of: now) }

  /// "Monday, 30 November".
  static func long(_ day: Day) -> String {
    "\(weekdays[weekday(of: day)]), \(short(day))"
  }

  /// "30 November".
  static func short(_ day: Day) -> String {
    let (_, month, number) = day.calendar
    return "\(number) \(months[Int(month) - 1])"
  }

  /// "30 November 2026".
  static func dated(_ day: Day) -> String { "\(short(day)) \(day.calendar.year)" }

  /// "30".
  static func dayOfMonth(_ day: Day) -> String { String(day.calendar.day) }

  /// "Nov".
  static func monthName(_ day: Day) -> String {
    String(months[Int(day.calendar.month) - 1].prefix(3))
  }

  /// "Mo".
  static func twoLetters(_ day: Day) -> String { String(weekdays[weekday(of: day)].prefix(2)) }

  /// "Monday".
  static func weekdayName(_ day: Day) -> String { weekdays[weekday(of: day)] }

  /// "14:05".
  func time(_ minute: Minute) -> String {
    let shown = clock.minuteOfDay(at: minute)
    return "\(Self.twoDigits(shown / 60)):\(Self.twoDigits(shown % 60))"
  }

  /// "today 14:05", or as ``text(_:)`` of another day.
  func moment(_ minute: Minute) -> String { "\(text(clock.day(of: minute))) \(time(minute))" }

  /// "today", "yesterday", "tomorrow", else "30 November", with the year where it differs.
  private func text(_ day: Day) -> String {
    switch day.number - today.number {
    case 0: "today"
    case -1: "yesterday"
    case 1: "tomorrow"
    default: day.calendar.year == today.calendar.year ? Self.short(day) : Self.dated(day)
    }
  }

  /// "14:05" where it is of today, else as ``moment(_:)``.
  func freshness(milliseconds: Int64) -> HTML {
    let minute = Minute(containingMilliseconds: milliseconds)
    let isToday = clock.day(of: minute) == today
    return WebInterface.time(
      isToday ? time(minute) : moment(minute), .datetime(machineReadable(minute)))
  }

  /// ``moment(_:)`` with the exact minute for programs.
  func html(milliseconds: Int64) -> HTML {
    let minute = Minute(containingMilliseconds: milliseconds)
    return WebInterface.time(moment(minute), .datetime(machineReadable(minute)))
  }

  /// ``text(_:)`` with the exact day for programs.
  func html(_ day: Day) -> HTML { WebInterface.time(text(day), .datetime(day.description)) }

  /// "today", "yesterday", or the day's name within a week, else "30 November".
  func name(of day: Day) -> String {
    let past = today.number - day.number
    switch past {
    case 0: return "today"
    case 1: return "yesterday"
    case 2...6: return Self.weekdayName(day)
    default: return Self.short(day)
    }
  }

  /// "just now", "5 minutes ago"; for less than an hour.
  func ago(_ milliseconds: Int64, from nowMilliseconds: Int64) -> String {
    let minutes = max(0, (nowMilliseconds - milliseconds) / Milliseconds.minute)
    return minutes == 0 ? "just now" : "\(CountWords.text(minutes, "minute", "minutes")) ago"
  }

  /// As HTML's `datetime` wants it, such as `2026-11-30T09:30+01:00`.
  func machineReadable(_ minute: Minute) -> String {
    let ahead = clock.minutesAhead(at: minute)
    let size = Int(ahead.magnitude)
    return "\(clock.day(of: minute))T\(time(minute))\(ahead < 0 ? "-" : "+")"
      + "\(Self.twoDigits(size / 60)):\(Self.twoDigits(size % 60))"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// 0 for Monday; 1970-01-01 was a Thursday.
  static func weekday(of day: Day) -> Int { Int(((day.number + 3) % 7 + 7) % 7) }

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
