import AnchorModel
import Testing

@Suite struct AccountCalendarDaylightTests {
  @Test(arguments: [
    ("2023-03-25", "2023-03-24 23:00", 24), ("2023-03-26", "2023-03-25 23:00", 23),
    ("2023-03-27", "2023-03-26 22:00", 24), ("2023-10-28", "2023-10-27 22:00", 24),
    ("2023-10-29", "2023-10-28 22:00", 25), ("2023-10-30", "2023-10-29 23:00", 24),
  ])
  func `a Berlin day starts at its own midnight and has 23, 24 or 25 hours`(
    text: String, start: String, hours: Int
  ) {
    let calendar = AccountCalendar.berlin2023

    #expect(calendar.start(of: day(text)) == utc(start))
    #expect(calendar.lengthSeconds(of: day(text)) == hours * 3_600)
  }

  @Test(arguments: [
    ("2023-03-26 00:59:59", 1), ("2023-03-26 01:00:00", 3), ("2023-10-29 00:59:59", 2),
    ("2023-10-29 01:00:00", 2), ("2023-10-29 02:00:00", 3), ("2023-10-29 22:59:59", 23),
  ])
  func `the hour is the one on the wall, skipped in spring and repeated in autumn`(
    instant: String, hour: Int
  ) {
    #expect(AccountCalendar.berlin2023.hour(of: utc(instant)) == hour)
  }

  @Test(arguments: [
    // Not shown at all, shown twice, and the hours around both.
    ("2023-03-26", 2, "2023-03-26 01:00"), ("2023-03-26", 1, "2023-03-26 00:00"),
    ("2023-03-26", 3, "2023-03-26 01:00"), ("2023-10-29", 2, "2023-10-29 00:00"),
    ("2023-10-29", 1, "2023-10-28 23:00"), ("2023-10-29", 3, "2023-10-29 02:00"),
    ("2023-07-01", 24, "2023-07-01 22:00"),
  ])
  func `the first instant at which the wall clock shows an hour is that hour's`(
    text: String, hour: Int, instant: String
  ) {
    let calendar = AccountCalendar.berlin2023

    #expect(calendar.instant(on: day(text), wallSeconds: hour * 3_600) == utc(instant))
  }

  @Test func `one second before midnight belongs to the day before`() {
    let calendar = AccountCalendar.berlin2023

    #expect(calendar.day(of: utc("2023-06-30 21:59:59")) == day("2023-06-30"))
    #expect(calendar.day(of: utc("2023-06-30 22:00:00")) == day("2023-07-01"))
    #expect(calendar.minuteOfDay(at: utc("2023-06-30 21:59:59")) == 1_439)
    #expect(calendar.minuteOfDay(at: utc("2023-06-30 22:00:00")) == 0)
  }

  @Test func `where the clock skips midnight the day starts when it has jumped`() {
    // Beirut, 30 March 2023: 00:00 became 01:00, at 22:00 UTC the evening before.
    let beirut = AccountCalendar(
      rules: OffsetTable(first: 7_200, changes: [(utc("2023-03-29 22:00"), 10_800)]))

    #expect(beirut.start(of: day("2023-03-30")) == utc("2023-03-29 22:00"))
    #expect(beirut.day(of: utc("2023-03-29 21:59:59")) == day("2023-03-29"))
    #expect(beirut.day(of: utc("2023-03-29 22:00:00")) == day("2023-03-30"))
    #expect(beirut.lengthSeconds(of: day("2023-03-30")) == 23 * 3_600)
  }

  @Test func `a clock that jumps from before midnight to after it starts the day there`() {
    // Made up: 23:30 became 00:30, so that no midnight was ever shown.
    let zone = AccountCalendar(
      rules: OffsetTable(first: 0, changes: [(utc("2023-05-10 23:30"), 3_600)]))

    #expect(zone.start(of: day("2023-05-11")) == utc("2023-05-10 23:30"))
    #expect(zone.lengthSeconds(of: day("2023-05-10")) == 84_600)
    #expect(zone.lengthSeconds(of: day("2023-05-11")) == 84_600)
  }

  @Test func `time repeated around midnight belongs to the earlier day`() {
    // St John's, 29 October 2006: 00:01 became 23:01 again, at 02:31 UTC.
    let stJohns = AccountCalendar(
      rules: OffsetTable(first: -9_000, changes: [(utc("2006-10-29 02:31"), -12_600)]))

    #expect(stJohns.day(of: utc("2006-10-29 02:30:30")) == day("2006-10-28"))
    #expect(stJohns.day(of: utc("2006-10-29 03:29:59")) == day("2006-10-28"))
    #expect(stJohns.start(of: day("2006-10-29")) == utc("2006-10-29 03:30"))
    #expect(stJohns.lengthSeconds(of: day("2006-10-28")) == 25 * 3_600)
  }

  @Test func `a midnight that comes twice in one day starts it the first time`() {
    // Azores, 29 October 2023: 01:00 became 00:00, at 01:00 UTC.
    let azores = AccountCalendar(
      rules: OffsetTable(first: 0, changes: [(utc("2023-10-29 01:00"), -3_600)]))

    #expect(azores.start(of: day("2023-10-29")) == utc("2023-10-29 00:00"))
    #expect(azores.day(of: utc("2023-10-29 00:30")) == day("2023-10-29"))
    #expect(azores.lengthSeconds(of: day("2023-10-29")) == 25 * 3_600)
    #expect(azores.lengthSeconds(of: day("2023-10-28")) == 24 * 3_600)
  }

  @Test func `a day that the zone skipped has no length and no instant`() {
    // Apia, 30 December 2011: the clock went from UTC−10 to UTC+14.
    let apia = AccountCalendar(
      rules: OffsetTable(first: -36_000, changes: [(utc("2011-12-30 10:00"), 50_400)]))

    #expect(apia.lengthSeconds(of: day("2011-12-30")) == 0)
    #expect(apia.day(of: utc("2011-12-30 09:59:59")) == day("2011-12-29"))
    #expect(apia.day(of: utc("2011-12-30 10:00:00")) == day("2011-12-31"))
  }

  @Test(arguments: [
    AccountCalendar.utc, .berlin2023,
    AccountCalendar(
      rules: OffsetTable(first: -36_000, changes: [(utc("2023-10-02 09:17"), 64_800)])),
    AccountCalendar(
      rules: OffsetTable(first: 64_800, changes: [(utc("2023-10-02 06:17"), -64_800)])),
  ])
  func `days follow each other without gap or overlap`(calendar: AccountCalendar) {
    let first = day("2023-09-30")
    for offset in 0..<40 {
      let span = calendar.span(of: first.adding(days: offset))
      #expect(span.upperBound == calendar.start(of: first.adding(days: offset + 1)))
    }
    var instant = calendar.start(of: first)
    while instant < calendar.start(of: first.adding(days: 40)) {
      let day = calendar.day(of: instant)
      #expect(calendar.span(of: day).contains(instant), "\(instant) in \(day)")
      instant = instant.adding(seconds: 1_777)
    }
  }

  @Test func `the first and the last instant have a day`() {
    #expect(AccountCalendar.berlin2023.day(of: .earliest) == .first)
    #expect(AccountCalendar.berlin2023.day(of: .latest) == .last)
  }
}
