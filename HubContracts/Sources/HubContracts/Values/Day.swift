/// A calendar day in the account's time zone, proleptic Gregorian, years 0001…9999.
public struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// 0001-01-01, as ``number``.
  static let numberMin: Int64 = -719_162
  /// 9999-12-31, as ``number``.
  static let numberMax: Int64 = 2_932_896

  /// Days since 1970-01-01; may be negative.
  public let number: Int64

  /// A day before 0001 or after 9999 becomes the first or the last one.
  public init(number: Int64) { self.number = min(max(number, Self.numberMin), Self.numberMax) }

  /// The day written `YYYY-MM-DD`; nil for any other text and for days that do not exist.
  public init?(_ text: String) { self.init(utf8: Array(text.utf8)[...]) }

  init?(utf8 text: ArraySlice<UInt8>) {
    let start = text.startIndex
    guard text.count == 10, text[start + 4] == UInt8(ascii: "-"),
      text[start + 7] == UInt8(ascii: "-"), let year = decimal(text[start..<start + 4]),
      let month = decimal(text[start + 5..<start + 7]),
      let day = decimal(text[start + 8..<start + 10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Nil where the calendar has no such day.
  public init?(year: Int64, month: Int64, day: Int64) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(year: year, month: month)
    else { return nil }
    // Counts from March, so that the leap day is the last day of a counted year.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.dividedRoundingDown(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
  }

  public var calendar: (year: Int64, month: Int64, day: Int64) {
    let shifted = number + 719_468
    let era = shifted.dividedRoundingDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch + (monthFromMarch < 10 ? 3 : -9)
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  public var description: String { ASCIIText.string(capacity: 10) { $0.append(self) } }

  public func adding(_ days: Int64) -> Day { Day(number: number + days) }

  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }

  private static func daysInMonth(year: Int64, month: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension ASCIIText {
  mutating func append(_ day: Day) {
    let (year, month, number) = day.calendar
    append(year, width: 4)
    append("-")
    append(month, width: 2)
    append("-")
    append(number, width: 2)
  }
}
