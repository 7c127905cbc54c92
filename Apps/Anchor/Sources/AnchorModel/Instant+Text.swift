/// How an instant is written, in UTC and to the whole second.
extension Instant {
  /// Such as `2026-11-30T08:00:00Z`.
  package var iso: String {
    let (day, clock) = dayAndClock
    return "\(day)T\(clock.map(Self.twoDigits).joined(separator: ":"))Z"
  }

  /// Such as `20261130T080000Z`.
  package var compact: String {
    let (day, clock) = dayAndClock
    return day.description.filter { $0 != "-" } + "T" + clock.map(Self.twoDigits).joined() + "Z"
  }

  /// Reads `2026-11-30T08:00:00Z`, twenty ASCII characters; nil for anything else.
  package init?(iso text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z"),
      let day = Day(String(decoding: bytes[..<10], as: UTF8.self)),
      let seconds = Self.seconds(of: bytes[11..<13] + bytes[14..<16] + bytes[17..<19])
    else { return nil }
    self = day.startInUTC.adding(seconds: seconds)
  }

  /// Reads `20261130T080000Z`, sixteen ASCII characters; nil for anything else.
  package init?(compact text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z"),
      let day = Day(compact: bytes[..<8]), let seconds = Self.seconds(of: bytes[9..<15])
    else { return nil }
    self = day.startInUTC.adding(seconds: seconds)
  }

  /// Seconds after midnight of `HHMMSS`; nil for what no clock shows.
  package static func seconds(of digits: ArraySlice<UInt8>) -> Int? {
    guard digits.count == 6, let clock = digits.decimalValue else { return nil }
    let (hour, minute, second) = (clock / 10_000, clock / 100 % 100, clock % 100)
    guard hour < 24, minute < 60, second < 60 else { return nil }
    return hour * 3_600 + minute * 60 + second
  }

  private var dayAndClock: (day: Day, clock: [Int]) {
    let seconds = milliseconds.flooredQuotient(by: 1_000)
    guard let day = Day(number: Int(seconds.flooredQuotient(by: 86_400))) else {
      preconditionFailure("an instant lies in a year that a day can have")
    }
    let rest = Int(seconds.flooredRemainder(by: 86_400))
    return (day, [rest / 3_600, rest / 60 % 60, rest % 60])
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension Day {
  /// Reads `20261130`; nil for anything else.
  package init?(compact digits: ArraySlice<UInt8>) {
    guard digits.count == 8, let date = digits.decimalValue else { return nil }
    self.init(year: date / 10_000, month: date / 100 % 100, day: date % 100)
  }
}
