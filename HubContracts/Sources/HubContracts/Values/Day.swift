/// A calendar day in the account's time zone, proleptic Gregorian, years 0001…9999.
public struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Days since 1970-01-01; may be negative.
  public let number: Int64

  public init(number: Int64) { self.number = number }

  /// The day written `YYYY-MM-DD`; nil for any other text and for days that do not exist.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]),
      let day = decimal(bytes[8..<10])
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

  public var description: String {
    let (year, month, day) = calendar
    return padded(year, to: 4) + "-" + padded(month, to: 2) + "-" + padded(day, to: 2)
  }

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

/// A whole minute of UTC.
public struct Minute: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Minutes since 1970-01-01T00:00Z; may be negative.
  public let number: Int64

  public init(number: Int64) { self.number = number }

  /// The minute in which an instant lies.
  public init(containingMilliseconds milliseconds: Int64) {
    number = milliseconds.dividedRoundingDown(by: 60_000)
  }

  /// The minute of an ISO 8601 date, or date and time with a zone; seconds are cut off.
  ///
  /// `YYYY-MM-DD`, optionally with `THH:MM:SS[.f]` and `Z` or `±HH:MM`; nil for any other text.
  public init?(_ text: String) {
    guard let milliseconds = ISOTime.milliseconds(of: text) else { return nil }
    self.init(containingMilliseconds: milliseconds)
  }

  public var milliseconds: Int64 { number * 60_000 }

  /// `YYYY-MM-DDTHH:MM:00Z`.
  public var description: String {
    ISOTime.text(ofMilliseconds: milliseconds, showsFraction: false)
  }

  public static func < (left: Minute, right: Minute) -> Bool { left.number < right.number }
}

/// ISO 8601 as the wire uses it.
public enum ISOTime {
  /// `YYYY-MM-DDTHH:MM:SS.fffZ`, or without the fraction.
  public static func text(ofMilliseconds milliseconds: Int64, showsFraction: Bool = true) -> String
  {
    let seconds = milliseconds.dividedRoundingDown(by: 1000)
    let day = Day(number: seconds.dividedRoundingDown(by: 86_400))
    let rest = seconds - day.number * 86_400
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { padded($0, to: 2) }
    let fraction = showsFraction ? "." + padded(milliseconds - seconds * 1000, to: 3) : ""
    return "\(day)T" + clock.joined(separator: ":") + fraction + "Z"
  }

  /// Milliseconds since 1970 UTC; nil unless the text is a date or a time with its zone.
  public static func milliseconds(of text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes.count <= 40,
      let day = Day(String(decoding: bytes[0..<10], as: UTF8.self))
    else { return nil }
    if bytes.count == 10 { return day.number * 86_400_000 }
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), let hour = decimal(bytes[11..<13]), hour < 24,
      let minute = decimal(bytes[14..<16]), minute < 60, let second = decimal(bytes[17..<19]),
      second < 60
    else { return nil }
    let (fraction, zone) = split(bytes[19...])
    guard let fraction, let offset = offsetMinutes(zone) else { return nil }
    return day.number * 86_400_000 + hour * 3_600_000 + (minute - offset) * 60_000
      + second * 1000 + fraction
  }

  /// The fraction in milliseconds and what follows it.
  private static func split(_ rest: ArraySlice<UInt8>) -> (Int64?, ArraySlice<UInt8>) {
    guard rest.first == UInt8(ascii: ".") else { return (0, rest) }
    let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
    guard (1...3).contains(digits.count) else { return (nil, rest) }
    let scale: Int64 = digits.count == 1 ? 100 : digits.count == 2 ? 10 : 1
    return (decimal(digits).map { $0 * scale }, rest[digits.endIndex...])
  }

  private static func offsetMinutes(_ zone: ArraySlice<UInt8>) -> Int64? {
    let bytes = Array(zone)
    if bytes == [UInt8(ascii: "Z")] { return 0 }
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = decimal(bytes[1..<3]),
      hours < 24, let minutes = decimal(bytes[4..<6]), minutes < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }
}

private func decimal(_ digits: ArraySlice<UInt8>) -> Int64? {
  guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
}

private func padded(_ number: Int64, to width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.count)) + text
}

extension Int64 {
  /// The quotient rounded towards minus infinity, so that times before 1970 fall in their own unit.
  fileprivate func dividedRoundingDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
