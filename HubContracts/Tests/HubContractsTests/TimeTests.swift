import HubContracts
import Testing

@Suite struct ISOTimeReadingTests {
  @Test(arguments: [
    ("1970-01-01", Int64(0)), ("2026-11-30", 1_795_996_800_000),
    ("2026-11-30T08:30:00Z", 1_796_027_400_000), ("2026-11-30T08:30:15.007Z", 1_796_027_415_007),
    ("2026-11-30T08:30:15.5Z", 1_796_027_415_500), ("2026-11-30T08:30:15.25Z", 1_796_027_415_250),
    ("2026-11-30T09:30:00+01:00", 1_796_027_400_000),
    ("2026-11-30T00:00:00-08:30", 1_796_027_400_000),
    ("2026-11-30T08:30:00-00:00", 1_796_027_400_000),
    ("2026-12-01T08:29:00+23:59", 1_796_027_400_000), ("2026-11-29T24:00:00Z", 1_795_996_800_000),
    ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("1969-12-31T23:59:59.999Z", -1),
    ("0001-01-01T00:00:00Z", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
  ])
  func `a date or a time with its zone is read`(text: String, milliseconds: Int64) {
    #expect(ISOTime.milliseconds(of: text) == milliseconds)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-1-30", "20261130", "2026-11-30T", "2026-11-30T08:30Z",
    "2026-11-30T08:30:00", "2026-11-30 08:30:00Z", "2026-11-30t08:30:00Z", "2026-11-30T08:30:00z",
    "2026-11-30T08:30:00.Z", "2026-11-30T08:30:00.1234Z", "2026-11-30T08:30:00,5Z",
    "2026-11-30T08:30:60Z", "2026-11-30T08:60:00Z", "2026-11-30T25:00:00Z", "2026-11-30T24:00:01Z",
    "2026-11-30T24:01:00Z", "2026-11-30T24:00:00.001Z", "2026-11-30T08:30:00+24:00",
    "2026-11-30T08:30:00+01:60", "2026-11-30T08:30:00+0100", "2026-11-30T08:30:00+1:00",
    "2026-11-30T08:30:00Z ", " 2026-11-30", "2026-11-30Z", "2026-11-30T08:30:00ZZ",
    "2026-11-30T-8:30:00Z", "+026-11-30", "2026-11-30T08:30:00\u{2212}01:00", "２０２６-11-30",
  ])
  func `any other text is refused`(text: String) {
    #expect(ISOTime.milliseconds(of: text) == nil)
  }

  /// The first generation of the service took these days; see docs/decisions/0004.
  @Test(arguments: ["2026-02-29", "2026-02-30", "2026-04-31T00:00:00Z", "2026-02-32", "2026-00-01"])
  func `a day that no calendar has is refused`(text: String) {
    #expect(ISOTime.milliseconds(of: text) == nil)
  }

  /// They would be written with a year that no reader takes, and every pull would fail on them.
  @Test(arguments: [
    "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:00-00:01", "9999-12-31T24:00:00Z",
  ])
  func `a time that its zone moves out of the calendar is refused`(text: String) {
    #expect(ISOTime.milliseconds(of: text) == nil)
  }
}

@Suite struct ISOTimeWritingTests {
  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (1_796_027_415_007, "2026-11-30T08:30:15.007Z"), (Int64.min, "0001-01-01T00:00:00.000Z"),
    (Int64.max, "9999-12-31T23:59:59.999Z"),
  ])
  func `an instant has one spelling`(milliseconds: Int64, text: String) {
    #expect(ISOTime.text(ofMilliseconds: milliseconds) == text)
  }

  @Test func `a fraction may be left out`() {
    #expect(
      ISOTime.text(ofMilliseconds: 1_796_027_415_007, showsFraction: false)
        == "2026-11-30T08:30:15Z")
  }
}

@Suite struct MinuteTests {
  @Test(arguments: [
    ("2026-11-30T08:30:59.999Z", "2026-11-30T08:30:00Z"),
    ("2026-11-30T08:30:00.001Z", "2026-11-30T08:30:00Z"),
    ("1969-12-31T23:59:59Z", "1969-12-31T23:59:00Z"), ("2026-11-30", "2026-11-30T00:00:00Z"),
  ])
  func `seconds are cut off, before 1970 too`(text: String, minute: String) {
    #expect(Minute(text)?.description == minute)
  }

  @Test func `minutes are in the order of time`() throws {
    let early = try #require(Minute("1969-12-31T23:59:00Z"))
    let late = try #require(Minute("1970-01-01T00:01:00Z"))

    #expect(early < late)
    #expect(early.number == -1)
    #expect(late.milliseconds == 60_000)
  }
}

@Suite struct DayTests {
  @Test(arguments: [
    ("1970-01-01", Int64(0)), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2026-11-30", 20_787),
    ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
  ])
  func `a day and its number say the same`(text: String, number: Int64) {
    #expect(Day(text)?.number == number)
    #expect(Day(number: number).description == text)
  }

  @Test(arguments: [
    "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-01",
  ])
  func `a day that no calendar has is refused`(text: String) {
    #expect(Day(text) == nil)
  }

  @Test func `every day from 1599 to 2401 follows the one before it`() {
    var previous = Day(year: 1598, month: 12, day: 31)
    var daysSeen = 0
    var wrong: [Day] = []

    for year in Int64(1599)...2401 {
      for month in Int64(1)...12 {
        for number in Int64(1)...31 {
          guard let day = Day(year: year, month: month, day: number) else { continue }
          if day != previous?.adding(1) || day.calendar != (year, month, number) {
            wrong.append(day)
          }
          previous = day
          daysSeen += 1
        }
      }
    }

    #expect(wrong.isEmpty)
    // 803 years, of which 195 have a leap day: every fourth but 1700, 1800, 1900, 2100, 2200, 2300.
    #expect(daysSeen == 803 * 365 + 195)
  }
}
