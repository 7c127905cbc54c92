import Testing

@testable import AnchorModel

/// The definitions of the overview, each worked by hand in UTC around Monday 2026-11-30.
@Suite struct OverviewTests {
  private func entry(
    _ start: String, minutes: Int, _ reason: FocusSession.EndReason? = .completed,
    tags: [String] = [], seconds: Int = 0, isExact: Bool = true
  ) -> Overview.Entry {
    Overview.Entry(
      startedAt: utc(start), focusedSeconds: minutes * 60 + seconds, reason: reason,
      isExact: isExact, tags: tags)
  }

  private func overview(_ entries: Overview.Entry...) -> Overview {
    Overview(entries, calendar: .utc)
  }

  @Test func `finished, completed and abandoned are counted apart`() {
    let overview = overview(
      entry("2026-11-30 08:00", minutes: 25), entry("2026-11-30 09:00", minutes: 10, .endedEarly),
      entry("2026-11-30 10:00", minutes: 5, .abandoned), entry("2026-11-30 11:00", minutes: 25),
      entry("2026-11-30 12:00", minutes: 7, nil))

    #expect(overview.finished.sessions == 5)
    #expect(overview.completed == 2)
    #expect(overview.abandoned == 1)
    #expect(overview.completionRate == 0.4)
    #expect(overview.finished.seconds == 72 * 60)
  }

  @Test func `seconds are added first and rounded down once`() {
    let overview = overview(
      entry("2026-11-30 08:00", minutes: 1, seconds: 30),
      entry("2026-11-30 09:00", minutes: 1, seconds: 30))

    #expect(overview.finished.minutes == 3)
  }

  @Test func `without sessions nothing is made up`() {
    let overview = overview()

    #expect(overview.completionRate == nil && overview.medianSeconds == nil)
    #expect(overview.longestSeconds == nil && overview.bestRunDays == 0)
    #expect(overview.days.isEmpty && overview.tags.isEmpty)
  }

  @Test func `the median is the middle one, of an even number the mean of the two there`() {
    let odd = overview(
      entry("2026-11-30 08:00", minutes: 90), entry("2026-11-30 10:00", minutes: 10),
      entry("2026-11-30 11:00", minutes: 25))
    let even = overview(
      entry("2026-11-30 08:00", minutes: 90), entry("2026-11-30 10:00", minutes: 10),
      entry("2026-11-30 11:00", minutes: 25), entry("2026-11-30 12:00", minutes: 30))

    #expect(odd.medianSeconds == 25 * 60)
    #expect(odd.longestSeconds == 90 * 60)
    #expect(even.medianSeconds == 27 * 60 + 30)
  }

  @Test func `a session is deep from 45 minutes on`() {
    let overview = overview(
      entry("2026-11-30 08:00", minutes: 44, seconds: 59), entry("2026-11-30 09:00", minutes: 45),
      entry("2026-11-30 10:00", minutes: 120))

    #expect(overview.deep == 2)
  }

  @Test func `the best run is of days with a session of a minute or more`() {
    let overview = overview(
      entry("2026-11-20 08:00", minutes: 1), entry("2026-11-21 08:00", minutes: 1),
      entry("2026-11-22 08:00", minutes: 0, seconds: 59), entry("2026-11-23 08:00", minutes: 1),
      entry("2026-11-24 08:00", minutes: 1), entry("2026-11-24 09:00", minutes: 1),
      entry("2026-11-25 08:00", minutes: 1), entry("2026-11-30 08:00", minutes: 1))

    #expect(overview.bestRunDays == 3)
  }

  @Test func `a session counts whole for the day and the hour on which it started`() {
    let overview = overview(
      entry("2026-11-29 23:50", minutes: 30), entry("2026-11-30 00:30", minutes: 10))

    #expect(overview.days.map(\.day) == [day("2026-11-29"), day("2026-11-30")])
    #expect(overview.days.map(\.total.minutes) == [30, 10])
    #expect(overview.hours[23].minutes == 30 && overview.hours[0].minutes == 10)
    #expect(overview.weekdays[6].minutes == 30 && overview.weekdays[0].minutes == 10)
    #expect(overview.weekHours[6 * 24 + 23].minutes == 30 && overview.weekHours[0].minutes == 10)
  }

  @Test func `hours are those of the wall clock, also where it was set`() {
    let entries = [
      entry("2023-10-28 22:30", minutes: 10), entry("2023-10-29 00:30", minutes: 10),
      entry("2023-10-29 01:30", minutes: 10),
    ]

    let overview = Overview(entries, calendar: .berlin2023)

    // 00:30 of Sunday; 02:30 before the clock was set back; 02:30 again.
    #expect(overview.days.map(\.day) == [day("2023-10-29")])
    #expect(overview.hours[0].sessions == 1 && overview.hours[2].sessions == 2)
  }

  @Test func `days are dense where they are asked for so, with those without a session`() {
    let overview = overview(
      entry("2026-11-27 08:00", minutes: 5), entry("2026-11-29 08:00", minutes: 7))

    let days = overview.dense(day("2026-11-26")...day("2026-11-30"))

    #expect(days.map(\.day.dayOfMonth) == [26, 27, 28, 29, 30])
    #expect(days.map(\.total.minutes) == [0, 5, 0, 7, 0])
  }

  @Test func `a session counts for each of its tags, the most focus stands first`() {
    let overview = overview(
      entry("2026-11-30 08:00", minutes: 10, tags: ["b", "a"]),
      entry("2026-11-30 09:00", minutes: 20, tags: ["c"]),
      entry("2026-11-30 10:00", minutes: 5))

    #expect(overview.tags.map(\.tag) == ["c", "a", "b"])
    #expect(overview.tags.map(\.total.minutes) == [20, 10, 10])
    #expect(overview.untagged.minutes == 5)
  }

  @Test func `one session known to the minute makes the whole inexact`() {
    #expect(overview(entry("2026-11-30 08:00", minutes: 10)).isExact)
    #expect(!overview(entry("2026-11-30 08:00", minutes: 10, isExact: false)).isExact)
  }
}

@Suite struct OverviewStepsTests {
  private func steps(_ first: String, _ last: String) -> OverviewSteps {
    let entries = ["2026-01-01 08:00", "2026-11-29 08:00", "2026-11-30 08:00"].map {
      Overview.Entry(
        startedAt: utc($0), focusedSeconds: 600, reason: nil, isExact: true, tags: [])
    }
    return OverviewSteps(Overview(entries, calendar: .utc), over: day(first)...day(last))
  }

  @Test(
    arguments: [
      ("2026-11-30", "2026-11-30", .day, 1), ("2026-10-27", "2026-11-30", .day, 35),
      ("2026-10-26", "2026-11-30", .week, 6), ("2025-11-30", "2026-11-30", .week, 54),
      ("2025-11-01", "2026-11-30", .month, 13), ("2016-01-01", "2026-11-30", .year, 11),
    ] as [(String, String, OverviewSteps.Size, Int)])
  func `steps are as long as the time needs, without a gap`(
    first: String, last: String, size: OverviewSteps.Size, count: Int
  ) {
    let steps = steps(first, last)

    #expect(steps.size == size && steps.steps.count == count)
    #expect(steps.steps.first?.days.lowerBound == day(first))
    #expect(steps.steps.last?.days.upperBound == day(last))
    for (one, next) in zip(steps.steps, steps.steps.dropFirst()) {
      #expect(next.days.lowerBound == one.days.upperBound.adding(days: 1))
    }
  }

  @Test func `each session is in the step that its day lies in`() {
    let weeks = steps("2026-10-26", "2026-11-30").steps.map(\.total.minutes)
    let months = steps("2025-11-01", "2026-11-30").steps.map(\.total.minutes)

    #expect(weeks == [0, 0, 0, 0, 10, 10])
    #expect(months == [0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20])
  }

  @Test func `the whole calendar has an end`() {
    let steps = OverviewSteps(Overview([], calendar: .utc), over: Day.first...Day.last)

    #expect(steps.size == .year && steps.steps.count == 9_999)
  }
}

@Suite struct NamedDaysTests {
  @Test(
    arguments: [
      (.day, "2026-11-30", "2026-11-30"), (.yesterday, "2026-11-29", "2026-11-29"),
      (.week, "2026-11-30", "2026-11-30"), (.lastweek, "2026-11-23", "2026-11-29"),
      (.month, "2026-11-01", "2026-11-30"), (.lastmonth, "2026-10-01", "2026-10-31"),
      (.quarter, "2026-10-01", "2026-11-30"), (.lastquarter, "2026-07-01", "2026-09-30"),
      (.year, "2026-01-01", "2026-11-30"), (.lastyear, "2025-01-01", "2025-12-31"),
      (.fourWeeks, "2026-11-03", "2026-11-30"), (.all, "0001-01-01", "9999-12-31"),
    ] as [(NamedDays, String, String)])
  func `a name means these days on Monday 2026-11-30`(
    name: NamedDays, first: String, last: String
  ) {
    #expect(name.days(today: day("2026-11-30")) == day(first)...day(last))
  }

  @Test func `at the ends of the calendar a name still means days`() {
    for name in NamedDays.allCases {
      #expect(name.days(today: .first).contains(.first))
      #expect(name.days(today: .last).lowerBound <= .last)
    }
  }
}

@Suite struct TagFilterTests {
  @Test(
    arguments: [
      ([], [], true), (["book"], [], true), (["book", "deep"], [], true), (["mail"], [], false),
      (["book", "mail"], [], false), ([], ["mail"], true), ([], ["deep"], false),
      (["bo*"], [], true), (["*"], [], true), ([], ["de*"], false), (["Book"], [], false),
    ] as [([String], [String], Bool)])
  func `of a session with book and deep`(with: [String], without: [String], isAdmitted: Bool) {
    #expect(TagFilter(with: with, without: without).admits(["book", "deep"]) == isAdmitted)
  }
}
