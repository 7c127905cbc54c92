/// A day of the proleptic Gregorian calendar, from 0001-01-01 to 9999-12-31; no zone, no time.
///
/// Which instants belong to a day is for ``AccountCalendar`` to say.
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, negative before it.
  public let number: Int

  public static let first = Day(inRange: -719_162)
  public static let last = Day(inRange: 2_932_896)

  /// Nil outside the years 1 to 9999.
  public init?(number: Int) {
    guard (Self.first.number...Self.last.number).contains(number) else { return nil }
    self.number = number
  }

  /// Nil where the calendar has no such day, as 2023-02-29.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9_999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    number = Self.daysBefore(year: year, month: month) + day - 1 - Self.daysBefore1970
  }

  /// Reads `YYYY-MM-DD`, ten ASCII characters and nothing around them; nil for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = bytes[0..<4].decimalValue, let month = bytes[5..<7].decimalValue,
      let day = bytes[8..<10].decimalValue
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private init(inRange number: Int) {
    self.number = number
  }

  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }

  /// The day `count` later, or earlier where negative; stops at the ends of the range.
  public func adding(days count: Int) -> Day {
    let (sum, isTooFar) = number.addingReportingOverflow(count)
    if isTooFar { return count < 0 ? .first : .last }
    return Day(inRange: min(max(sum, Self.first.number), Self.last.number))
  }

  /// Days from `earlier` to this day; negative where it is later.
  public func days(since earlier: Day) -> Int { number - earlier.number }

  /// Monday is 1, Sunday is 7.
  public var weekday: Int { (number + 3).flooredRemainder(by: 7) + 1 }

  public var year: Int { parts.year }
  public var month: Int { parts.month }
  public var dayOfMonth: Int { parts.day }

  /// Midnight UTC at the start of this day.
  public var startInUTC: Instant { Instant(clamping: Int64(number) * 86_400_000) }

  private var parts: (year: Int, month: Int, day: Int) {
    let sinceYear1 = number + Self.daysBefore1970
    // 146,097 days are 400 years. Leap days come in lumps, so the guess may be one year off.
    var year = (sinceYear1 * 400).flooredQuotient(by: 146_097) + 1
    if Self.daysBefore(year: year, month: 1) > sinceYear1 { year -= 1 }
    if Self.daysBefore(year: year + 1, month: 1) <= sinceYear1 { year += 1 }
    var month = 12
    while Self.daysBefore(year: year, month: month) > sinceYear1 { month -= 1 }
    return (year, month, sinceYear1 - Self.daysBefore(year: year, month: month) + 1)
  }

  private static let daysBefore1970 = 719_162
  private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

  /// Days from 0001-01-01 to the first of the month.
  private static func daysBefore(year: Int, month: Int) -> Int {
    let past = year - 1
    let leapDay = month > 2 && isLeap(year) ? 1 : 0
    return past * 365 + past / 4 - past / 100 + past / 400 + daysBeforeMonth[month - 1] + leapDay
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Day: CustomStringConvertible {
  /// `YYYY-MM-DD`, which ``init(_:)`` reads.
  public var description: String {
    let (year, month, day) = parts
    return "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
  }

  private static func padded(_ value: Int, to width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
