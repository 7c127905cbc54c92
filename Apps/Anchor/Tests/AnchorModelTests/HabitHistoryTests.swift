import AnchorModel
import Testing

/// The rules of levels and weeks, each with its example worked by hand.
///
/// 2026-11-30 is a Monday.
@Suite struct HabitHistoryTests {
  @Test func `seven occurrences in a row are enough to grow`() {
    let week = (24...30).map { said("2026-11-\($0)", .done) }

    #expect(history(.daily, week).level(today: day("2026-11-30")) == HabitHistory.levelToGrow)
    #expect(history(.daily, Array(week.dropFirst())).level(today: day("2026-11-30")) == 6)
  }

  @Test func `today never breaks a level, and a missed day does`() {
    let days = ["2026-11-26", "2026-11-28", "2026-11-29"].map { said($0, .done) }

    // The 27th was missed, so only the 28th and the 29th stand; today is still open.
    #expect(history(.daily, days).level(today: day("2026-11-30")) == 2)
    // A day later the 30th is missed as well.
    #expect(history(.daily, days).level(today: day("2026-12-01")) == 0)
  }

  @Test func `a skipped day neither counts nor breaks`() {
    let days = [
      said("2026-11-27", .done), said("2026-11-28", .skipped), said("2026-11-29", .done),
    ]

    let habit = history(.daily, days)

    #expect(habit.level(today: day("2026-11-30")) == 2)
    #expect(habit.occurrence(on: day("2026-11-28")) == .excused)
  }

  @Test func `a day that was begun and not finished is missed`() {
    let days = [
      said("2026-11-28", .done), said("2026-11-29", .planned), said("2026-11-30", .done),
    ]

    #expect(history(.daily, days).level(today: day("2026-11-30")) == 1)
  }

  @Test func `weekdays ask for nothing at the weekend, and what is done then counts nowhere`() {
    // Thursday, Friday, Saturday and Monday.
    let days = ["26", "27", "28", "30"].map { said("2026-11-\($0)", .done) }

    let habit = history(.weekdays, days)

    #expect(habit.level(today: day("2026-11-30")) == 3)
    #expect(habit.occurrence(on: day("2026-11-28")) == nil)
    #expect(habit.week(of: day("2026-11-28")) == .init(kept: 2, scheduled: 5))
  }

  @Test func `a week asks for so many occurrences, on whichever days, and last on its last days`() {
    // Three a week. Nothing is done: Friday, Saturday and Sunday are the last three that could be.
    let nothing = history(.timesPerWeek(3), [])
    #expect(
      week(nothing, "2026-11-23") == [nil, nil, nil, nil, .open, .open, .open])

    // Done on Tuesday: two are left, so Saturday and Sunday.
    let once = history(.timesPerWeek(3), [said("2026-11-24", .done)])
    #expect(week(once, "2026-11-23") == [nil, .kept, nil, nil, nil, .open, .open])

    // Done on four days: the fourth is beyond what was asked for.
    let often = history(
      .timesPerWeek(3), ["23", "24", "25", "29"].map { said("2026-11-\($0)", .done) })
    #expect(week(often, "2026-11-23") == [.kept, .kept, .kept, nil, nil, nil, nil])
  }

  @Test func `a skip excuses one occurrence of a week`() {
    let habit = history(
      .timesPerWeek(2), [said("2026-11-24", .skipped), said("2026-11-25", .done)])

    #expect(week(habit, "2026-11-23") == [nil, .excused, .kept, nil, nil, nil, nil])
    #expect(habit.week(of: day("2026-11-23")) == .init(kept: 1, scheduled: 1))
  }

  @Test func `what was done before the habit began counts nowhere`() {
    let habit = Habit(
      id: HabitID(random: 1), words: .none,
      schedule: HabitSchedule(since: day("2026-11-25"), .timesPerWeek(2)))
    let early = HabitHistory(habit, [said("2026-11-24", .done)])

    #expect(week(early, "2026-11-23") == [nil, nil, nil, nil, nil, .open, .open])
  }

  @Test func `a level of so many times a week goes on over weeks that had them all`() {
    // Two a week: Monday and Tuesday of one week, Saturday and Sunday of the next, Monday of this.
    let days = ["16", "17", "28", "29", "30"].map { said("2026-11-\($0)", .done) }

    #expect(history(.timesPerWeek(2), days).level(today: day("2026-11-30")) == 5)
    // In the week from the 16th to the 22nd only one was done: its Sunday was missed.
    let gap = days.filter { $0.day != day("2026-11-16") }
    #expect(history(.timesPerWeek(2), gap).level(today: day("2026-11-30")) == 3)
  }

  @Test func `the week's progress is what was kept of what it asks for`() {
    let daily = history(.daily, ["23", "24", "26"].map { said("2026-11-\($0)", .done) })
    let twice = history(.timesPerWeek(2), [said("2026-11-24", .done)])

    #expect(daily.week(of: day("2026-11-26")) == .init(kept: 3, scheduled: 7))
    #expect(twice.week(of: day("2026-11-24")) == .init(kept: 1, scheduled: 2))
  }

  @Test func `resuming begins the level anew, and changing the cadence does not`() throws {
    let days = (20...30).map { said("2026-11-\($0)", .done) }
    let habit = sample(.daily)
    let rested = try habit.archived(from: day("2026-11-25")).resumed(from: day("2026-11-28"))
    let changed = try habit.rescheduled(to: .timesPerWeek(7), from: day("2026-11-28"))

    #expect(HabitHistory(rested, days).level(today: day("2026-11-30")) == 3)
    #expect(HabitHistory(rested, days).occurrence(on: day("2026-11-26")) == nil)
    #expect(HabitHistory(changed, days).level(today: day("2026-11-30")) == 11)
  }

  @Test func `a day's figures count what was kept and what was asked for`() {
    let histories = [
      history(.daily, [said("2026-11-28", .done)]), history(.daily, []),
      history(.daily, [said("2026-11-28", .skipped)]),
      history(.weekdays, [said("2026-11-28", .done)]),
    ]

    let figures = HabitFigures(histories, on: day("2026-11-28"))

    #expect((figures.done, figures.scheduled) == (1, 2))
    #expect(HabitFigures([], on: day("2026-11-28")) == .none)
  }

  @Test func `of two things said of one day, what was done counts`() {
    let days = [said("2026-11-30", .skipped, id: 1), said("2026-11-30", .done, id: 2)]

    #expect(history(.daily, days).checkIn(on: day("2026-11-30"))?.status == .done)
    #expect(history(.daily, days.reversed()).checkIn(on: day("2026-11-30"))?.status == .done)
  }

  private func week(_ habit: HabitHistory, _ monday: String) -> [HabitHistory.Occurrence?] {
    (0..<7).map { habit.occurrence(on: day(monday).adding(days: $0)) }
  }

  private func sample(_ cadence: HabitCadence) -> Habit {
    Habit(
      id: HabitID(random: 1), words: .none,
      schedule: HabitSchedule(since: day("2026-11-01"), cadence))
  }

  private func history(_ cadence: HabitCadence, _ checkIns: [CheckIn]) -> HabitHistory {
    HabitHistory(sample(cadence), checkIns)
  }

  private func said(_ text: String, _ status: CheckIn.Status, id: UInt128? = nil) -> CheckIn {
    let on = day(text)
    let key = CheckIn.Key(
      id: CheckInID(random: id ?? UInt128(on.number)), habit: HabitID(random: 1), day: on)
    return CheckInFacts(key, at: on.startInUTC, status: status).merged(into: nil)
  }
}
