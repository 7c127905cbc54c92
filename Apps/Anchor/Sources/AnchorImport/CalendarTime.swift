import AnchorModel

/// A date and time of a calendar: what the wall clock of some place shows.
struct CalendarTime {
  let day: Day
  /// After midnight.
  let wallSeconds: Int
  /// Of the place whose clock it is.
  let calendar: AccountCalendar

  var instant: Instant { calendar.instant(on: day, wallSeconds: wallSeconds) }

  /// What the wall clock shows, taken for UTC: the same whatever the zone is.
  var asUTC: Instant { day.startInUTC.adding(seconds: wallSeconds) }

  /// The same time of the clock on another day.
  func on(_ day: Day) -> CalendarTime {
    CalendarTime(day: day, wallSeconds: wallSeconds, calendar: calendar)
  }
}

/// Reads times of a calendar, in their zones.
struct CalendarClock {
  private let own: AccountCalendar
  private let zone: @Sendable (String) -> (any TimeZoneRules)?
  private var known: [String: AccountCalendar?] = [:]

  init(_ terms: FileImport.Terms) {
    own = terms.calendar
    zone = terms.zone
  }

  enum Reading {
    case time(CalendarTime)
    /// A day without a time.
    case day(Day)
  }

  /// Reads the values of a line, one or a list.
  mutating func read(_ line: CalendarLines.Line) throws(RowFault) -> [Reading] {
    var readings: [Reading] = []
    for value in line.value.split(separator: ",", omittingEmptySubsequences: false) {
      readings.append(try read(String(value), line))
    }
    return readings
  }

  /// `20261130`, `20261130T080000` by the clock of the zone that is named or of the account, or
  /// `20261130T080000Z`.
  private mutating func read(
    _ value: String, _ line: CalendarLines.Line
  ) throws(RowFault) -> Reading {
    let bytes = Array(value.utf8)
    if bytes.count == 8, let day = Day(compact: bytes[...]) { return .day(day) }
    let isUTC = bytes.last == UInt8(ascii: "Z")
    guard bytes.count == (isUTC ? 16 : 15), bytes[8] == UInt8(ascii: "T"),
      let day = Day(compact: bytes[..<8]), let seconds = Instant.seconds(of: bytes[9..<15])
    else { throw .failed(.notATime(field: line.name)) }
    let calendar = isUTC ? AccountCalendar(rules: UTCRules()) : try zoned(line.parameters["TZID"])
    return .time(CalendarTime(day: day, wallSeconds: seconds, calendar: calendar))
  }

  private mutating func zoned(_ name: String?) throws(RowFault) -> AccountCalendar {
    guard let name else { return own }
    if known[name] == nil { known[name] = .some(Self.find(name, zone)) }
    guard let calendar = known[name] ?? nil else { throw .failed(.unknownZone(name)) }
    return calendar
  }

  /// A name may come from anywhere, and the zones of a system are files.
  private static func find(
    _ name: String, _ zone: (String) -> (any TimeZoneRules)?
  ) -> AccountCalendar? {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    guard isPlain, !name.hasPrefix("/"), name.utf8.count <= 64 else { return nil }
    return zone(name).map { AccountCalendar(rules: $0) }
  }
}

private struct UTCRules: TimeZoneRules {
  func offsetSeconds(at instant: Instant) -> Int { 0 }
}

/// A length of time as §3.3.6 writes it, such as `PT1H30M` or `P1W`.
enum CalendarLength {
  /// Seconds; nil for anything else, and for what is over a hundred days or negative.
  static func seconds(_ text: String) -> Int? {
    var rest = Substring(text)
    if rest.hasPrefix("+") { rest = rest.dropFirst() }
    guard rest.first == "P", rest.count > 2 else { return nil }
    rest = rest.dropFirst()
    var seconds = 0
    var isTime = false
    while let first = rest.first {
      if first == "T", !isTime {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard (1...7).contains(digits.count), let number = Int(digits),
        let unit = rest.dropFirst(digits.count).first, let length = units(isTime)[unit]
      else { return nil }
      seconds += number * length
      rest = rest.dropFirst(digits.count + 1)
    }
    return seconds <= 100 * 86_400 ? seconds : nil
  }

  private static func units(_ isTime: Bool) -> [Character: Int] {
    isTime ? ["H": 3_600, "M": 60, "S": 1] : ["W": 604_800, "D": 86_400]
  }
}
