import Testing
import ToolboxCommandLine

/// Monday 2026-11-30 12:00:00 in Berlin, 11:00 in UTC.
private let noon: Int64 = 1_796_036_400

/// Central European time with the changes of 2026, an hour apart.
private let berlin = LocalClock(now: noon, offset: berlinOffset)

private func berlinOffset(_ moment: Int64) -> Int {
  // 2026-03-29 01:00 UTC … 2026-10-25 01:00 UTC.
  (1_774_746_000..<1_792_890_000).contains(moment) ? 7_200 : 3_600
}

/// The local time of a moment, as text.
private func wall(_ moment: Int64, _ offset: (Int64) -> Int = berlinOffset) -> String {
  let seconds = moment + Int64(offset(moment))
  let day = CivilDay(number: Int(seconds / 86_400))?.text ?? "?"
  let minute = seconds % 86_400 / 60
  let (hours, minutes) = (minute / 60, minute % 60)
  return "\(day) \(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
}

@Suite struct HumanDateReadingTests {
  @Test(arguments: [
    ("now", "2026-11-30 12:00"), ("NOW", "2026-11-30 12:00"),
    ("10 min ago", "2026-11-30 11:50"), ("10m ago", "2026-11-30 11:50"),
    ("1h30 ago", "2026-11-30 10:30"), ("90 ago", "2026-11-30 10:30"),
    ("2 days ago", "2026-11-28 12:00"), ("in 2 h", "2026-11-30 14:00"),
    ("in 1 day", "2026-12-01 12:00"),
    ("yesterday 18:30", "2026-11-29 18:30"), ("  Yesterday   18:30 ", "2026-11-29 18:30"),
    ("yesterday at 18:30", "2026-11-29 18:30"), ("today 9:00", "2026-11-30 09:00"),
    ("today 23:00", "2026-11-30 23:00"), ("tomorrow 7", "2026-12-01 07:00"),
    ("11:30", "2026-11-30 11:30"), ("9:05", "2026-11-30 09:05"), ("at 9", "2026-11-30 09:00"),
    ("18:30", "2026-11-29 18:30"), ("12:00", "2026-11-30 12:00"), ("6:30pm", "2026-11-29 18:30"),
    ("6pm", "2026-11-29 18:00"), ("9 am", "2026-11-30 09:00"), ("12am", "2026-11-30 00:00"),
    ("12 pm", "2026-11-30 12:00"), ("noon", "2026-11-30 12:00"), ("midnight", "2026-11-30 00:00"),
    ("9h30", "2026-11-30 09:30"), ("9.30", "2026-11-30 09:30"),
    ("fri 9:00", "2026-11-27 09:00"), ("friday 9", "2026-11-27 09:00"),
    ("on fri at 9", "2026-11-27 09:00"), ("sun noon", "2026-11-29 12:00"),
    ("mon 9:00", "2026-11-30 09:00"), ("mon 18:00", "2026-11-23 18:00"),
    ("last mon 18:00", "2026-11-23 18:00"), ("next fri 9:00", "2026-12-04 09:00"),
    ("2026-11-30 18:30", "2026-11-30 18:30"), ("2026-07-01 08:00", "2026-07-01 08:00"),
    ("30 nov 2025 8:00", "2025-11-30 08:00"), ("nov 30, 2025 8:00", "2025-11-30 08:00"),
    ("1 dec 8:00", "2025-12-01 08:00"), ("30.11. 08:00", "2026-11-30 08:00"),
    ("1.12. 08:00", "2025-12-01 08:00"), ("24.12.2024 20:15", "2024-12-24 20:15"),
    ("3rd march 10:00", "2026-03-03 10:00"), ("29 feb 10:00", "2024-02-29 10:00"),
    ("2026-11-30t18:30", "2026-11-30 18:30"), ("2026-11-30T18:30:00Z", "2026-11-30 19:30"),
    ("2026-11-30T18:30:00.250+05:30", "2026-11-30 14:00"),
    ("2026-11-30T18:30-0500", "2026-12-01 00:30"),
  ])
  func `what was done lies at the latest such moment`(text: String, local: String) throws {
    #expect(wall(try HumanDate.moment(text, berlin, leaning: .past)) == local)
  }

  @Test(arguments: [
    ("18:30", "2026-11-30 18:30"), ("9:00", "2026-12-01 09:00"), ("12:00", "2026-11-30 12:00"),
    ("fri 9:00", "2026-12-04 09:00"), ("mon 9:00", "2026-12-07 09:00"),
    ("mon 18:00", "2026-11-30 18:00"), ("last fri 9:00", "2026-11-27 09:00"),
    ("next mon 9:00", "2026-12-07 09:00"), ("1 dec 8:00", "2026-12-01 08:00"),
    ("1 nov 8:00", "2027-11-01 08:00"), ("29 feb 10:00", "2028-02-29 10:00"),
    ("yesterday 9:00", "2026-11-29 09:00"),
  ])
  func `what is planned lies at the earliest such moment`(text: String, local: String) throws {
    #expect(wall(try HumanDate.moment(text, berlin, leaning: .future)) == local)
  }

  @Test(arguments: [
    ("today", "2026-11-30"), ("yesterday", "2026-11-29"), ("tomorrow", "2026-12-01"),
    ("mon", "2026-11-30"), ("tue", "2026-11-24"), ("wednesday", "2026-11-25"),
    ("thurs", "2026-11-26"), ("last mon", "2026-11-23"), ("next sunday", "2026-12-06"),
    ("2026-02-28", "2026-02-28"), ("30 nov", "2026-11-30"), ("sept 5", "2026-09-05"),
    ("31.12.", "2025-12-31"), ("now", "2026-11-30"), ("13 h ago", "2026-11-29"),
    ("yesterday 18:30", "2026-11-29"), ("on 1 january 2020", "2020-01-01"),
  ])
  func `a day may stand alone`(text: String, day: String) throws {
    #expect(try HumanDate.day(text, berlin, leaning: .past).text == day)
  }

  @Test(arguments: ["today", "fri", "2026-11-30", "30 nov", "next mon"])
  func `a moment needs a time`(text: String) {
    #expect(throws: HumanDate.Problem.timeMissing) {
      try HumanDate.moment(text, berlin, leaning: .past)
    }
  }

  @Test(arguments: [
    "", " ", "soon", "ago", "in", "10 min", "10 parsecs ago", "in 10 min ago", "at", "on", "9",
    "18", "fr 9:00", "last", "last week 9:00", "11/30", "11/30/2026", "2026/11/30", "2026-11",
    "20261130", "today tomorrow", "today 9:00 9:00", "9:00 today", "9:5",
    "-9:00", "noon noon", "may", "march 10:00", "2026-11-30T18", "yesterday\n18:30", "٩:٠٠",
  ])
  func `what is not a date is refused`(text: String) {
    #expect(throws: HumanDate.Problem.notADate) {
      try HumanDate.read(text, berlin, leaning: .past)
    }
  }

  @Test(arguments: [
    "2026-02-30", "2026-13-01", "2026-00-10", "1969-12-31", "30 feb", "31 apr 2026", "31.4.2026",
    "today 24:00", "9:60", "13pm", "0am", "2026-11-30T25:00", "2026-02-30T10:00",
    "30 nov 26 8:00",
  ])
  func `a date that does not exist is told from one that is not understood`(text: String) {
    #expect(throws: HumanDate.Problem.noSuchDate) {
      try HumanDate.read(text, berlin, leaning: .past)
    }
  }

  @Test func `an hour that the clocks skip is put as much later`() throws {
    let moment = try HumanDate.moment("2026-03-29 02:30", berlin, leaning: .past)

    #expect(wall(moment) == "2026-03-29 03:30")
  }

  @Test func `an hour that comes twice is the first`() throws {
    let moment = try HumanDate.moment("2026-10-25 02:30", berlin, leaning: .past)

    #expect(moment == 1_792_888_200)
    #expect(wall(moment) == "2026-10-25 02:30")
  }

  @Test func `a day ago is the same time on the wall, a day's hours ago are not`() throws {
    // Sunday 2026-10-25 12:00 in Berlin, 11:00 in UTC; the day had 25 hours.
    let clock = LocalClock(now: 1_792_926_000, offset: berlinOffset)

    #expect(wall(try HumanDate.moment("1 day ago", clock, leaning: .past)) == "2026-10-24 12:00")
    #expect(wall(try HumanDate.moment("23 h ago", clock, leaning: .past)) == "2026-10-24 14:00")
  }

  @Test(arguments: [-43_200, -18_000, 0, 20_700, 50_400])
  func `every zone reads its own wall`(offset: Int) throws {
    let clock = LocalClock(now: noon, offset: { _ in offset })
    let moment = try HumanDate.moment("2026-11-30 18:30", clock, leaning: .past)

    #expect(wall(moment) { _ in offset } == "2026-11-30 18:30")
  }
}

@Suite struct CivilDayCalendarTests {
  @Test func `days and their numbers correspond from 1970 to 9999`() throws {
    for number in stride(from: 0, through: 2_932_896, by: 97) {
      let day = try #require(CivilDay(number: number))
      #expect(day.number == number)
      #expect(CivilDay(year: day.year, month: day.month, day: day.day) == day)
    }
    #expect(CivilDay(number: 2_932_896)?.text == "9999-12-31")
    #expect(CivilDay(number: 0)?.text == "1970-01-01")
    #expect(CivilDay(number: -1) == nil && CivilDay(number: 2_932_897) == nil)
  }

  @Test(arguments: [(2026, 11, 30, 0), (1970, 1, 1, 3), (2000, 2, 29, 1), (2024, 2, 29, 3)])
  func `weekdays begin on Monday`(year: Int, month: Int, day: Int, weekday: Int) {
    #expect(CivilDay(year: year, month: month, day: day)?.weekday == weekday)
  }

  @Test(arguments: [(2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 1, 0)])
  func `a day that does not exist is refused`(year: Int, month: Int, day: Int) {
    #expect(CivilDay(year: year, month: month, day: day) == nil)
  }
}
