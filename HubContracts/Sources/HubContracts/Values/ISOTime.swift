/// ISO 8601 as the wire uses it (docs/protocol/sync.md, "Times").
public enum ISOTime {
  private static let millisecondsOfYears =
    Day.numberMin * 86_400_000...Day.numberMax * 86_400_000 + 86_399_999

  /// `YYYY-MM-DDTHH:MM:SS.fffZ`, or without the fraction; a time outside the years 0001…9999
  /// becomes the first or the last one.
  public static func text(ofMilliseconds milliseconds: Int64, showsFraction: Bool = true) -> String
  {
    let inside = min(
      max(milliseconds, millisecondsOfYears.lowerBound), millisecondsOfYears.upperBound)
    let day = Day(number: inside.dividedRoundingDown(by: 86_400_000))
    let rest = inside - day.number * 86_400_000
    return ASCIIText.string(capacity: 24) { text in
      text.append(day)
      text.append("T")
      text.append(rest / 3_600_000, width: 2)
      text.append(":")
      text.append(rest / 60_000 % 60, width: 2)
      text.append(":")
      text.append(rest / 1000 % 60, width: 2)
      if showsFraction {
        text.append(".")
        text.append(rest % 1000, width: 3)
      }
      text.append("Z")
    }
  }

  /// Milliseconds since 1970 UTC; nil unless the text is a date or a time with its zone.
  ///
  /// Midnight may be written as 24:00 of the day before. Days that no calendar has, and times that
  /// their zone moves out of the years 0001…9999, are refused.
  public static func milliseconds(of text: String) -> Int64? {
    milliseconds(of: Array(text.utf8)[...])
  }

  static func milliseconds(of text: ArraySlice<UInt8>) -> Int64? {
    guard text.count >= 10, let day = Day(utf8: text.prefix(10)) else { return nil }
    let dayStart = day.number * 86_400_000
    if text.count == 10 { return dayStart }
    guard let time = millisecondsOfDay(text.dropFirst(10)),
      millisecondsOfYears.contains(dayStart + time)
    else { return nil }
    return dayStart + time
  }

  /// What `THH:MM:SS`, a fraction and a zone add to the start of the day in UTC; may be negative.
  private static func millisecondsOfDay(_ text: ArraySlice<UInt8>) -> Int64? {
    let start = text.startIndex
    guard text.count >= 10, text[start] == UInt8(ascii: "T"),
      text[start + 3] == UInt8(ascii: ":"), text[start + 6] == UInt8(ascii: ":"),
      let hour = decimal(text[start + 1..<start + 3]), hour <= 24,
      let minute = decimal(text[start + 4..<start + 6]), minute < 60,
      let second = decimal(text[start + 7..<start + 9]), second < 60,
      let (fraction, zone) = split(text[(start + 9)...]), let offset = offsetMinutes(zone)
    else { return nil }
    let clock = hour * 3_600_000 + minute * 60_000 + second * 1000 + fraction
    guard clock <= 86_400_000 else { return nil }
    return clock - offset * 60_000
  }

  /// The fraction in milliseconds, of one to three digits, and what follows it.
  private static func split(
    _ rest: ArraySlice<UInt8>
  ) -> (milliseconds: Int64, zone: ArraySlice<UInt8>)? {
    guard rest.first == UInt8(ascii: ".") else { return (0, rest) }
    let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
    guard digits.count <= 3, let number = decimal(digits) else { return nil }
    let scale: Int64 = digits.count == 1 ? 100 : digits.count == 2 ? 10 : 1
    return (number * scale, rest[digits.endIndex...])
  }

  private static func offsetMinutes(_ zone: ArraySlice<UInt8>) -> Int64? {
    if zone.count == 1, zone.first == UInt8(ascii: "Z") { return 0 }
    let start = zone.startIndex
    guard zone.count == 6, zone[start + 3] == UInt8(ascii: ":"),
      let hours = decimal(zone[start + 1..<start + 3]), hours < 24,
      let minutes = decimal(zone[start + 4..<start + 6]), minutes < 60
    else { return nil }
    switch zone[start] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }
}
