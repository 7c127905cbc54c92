import AnchorModel
import Testing

@Suite struct HabitScheduleTests {
  @Test func `another cadence counts from its day on, and what was asked before stays`() {
    let schedule = HabitSchedule(since: day("2026-11-01"), .daily)
      .changing(to: .weekdays, from: day("2026-11-10"))

    #expect(schedule.cadence(on: day("2026-10-31")) == nil)
    #expect(schedule.cadence(on: day("2026-11-09")) == .daily)
    #expect(schedule.cadence(on: day("2026-11-10")) == .weekdays)
    #expect(schedule.cadence == .weekdays && schedule.since == day("2026-11-01"))
  }

  @Test func `a change that is taken back on the same day leaves no trace`() {
    let begun = HabitSchedule(since: day("2026-11-01"), .daily)

    let there = begun.changing(to: nil, from: day("2026-11-10"))

    #expect(there.isArchived && there.cadence == .daily)
    #expect(there.changing(to: .daily, from: day("2026-11-10")) == begun)
  }

  @Test func `one that rests from its first day on asks for nothing, and knows what it was to be`()
  {
    let schedule = HabitSchedule(since: day("2026-11-01"), .weekdays)
      .changing(to: nil, from: day("2026-11-01"))

    #expect(schedule.cadence(on: day("2026-11-02")) == nil && schedule.isArchived)
    #expect(schedule.cadence == .weekdays && schedule.since == day("2026-11-01"))
    #expect(HabitSchedule(schedule.stretches) == schedule)
  }

  @Test func `a run begins after the last rest`() {
    let schedule = HabitSchedule(since: day("2026-11-01"), .daily)
      .changing(to: nil, from: day("2026-11-10"))
      .changing(to: .daily, from: day("2026-11-20"))
      .changing(to: .timesPerWeek(3), from: day("2026-11-25"))

    #expect(schedule.runBegan(upTo: day("2026-11-30")) == day("2026-11-20"))
    #expect(schedule.runBegan(upTo: day("2026-11-09")) == day("2026-11-01"))
    #expect(schedule.runBegan(upTo: day("2026-11-15")) == nil)
  }

  @Test func `stretches that do not rise or say the same are refused`() {
    #expect(HabitSchedule([]) == nil)
    #expect(
      HabitSchedule([.init(from: day("2026-11-02"), .daily), .init(from: day("2026-11-01"), nil)])
        == nil)
    #expect(
      HabitSchedule([
        .init(from: day("2026-11-01"), .daily), .init(from: day("2026-11-02"), .daily),
      ]) == nil)
  }

  @Test func `two schedules differ from the first day on which they ask for something else`() {
    let one = HabitSchedule(since: day("2026-11-01"), .daily)
    let other = one.changing(to: .weekdays, from: day("2026-11-10"))

    #expect(HabitSchedule.firstDay(one, differsFrom: other) == day("2026-11-10"))
    #expect(HabitSchedule.firstDay(one, differsFrom: one) == nil)
    #expect(HabitSchedule.firstDay(nil, differsFrom: one) == day("2026-11-01"))
  }

  @Test func `no more changes are kept than a habit may have, and the first day stays`() {
    var schedule = HabitSchedule(since: day("2020-01-01"), .daily)
    for number in 1...(HabitSchedule.stretchesMax * 2) {
      schedule = schedule.changing(
        to: .timesPerWeek(1 + number % 7), from: day("2020-01-01").adding(days: number))
    }

    #expect(schedule.stretches.count <= HabitSchedule.stretchesMax)
    #expect(schedule.since == day("2020-01-01"))
    #expect(HabitSchedule(schedule.stretches) == schedule)
  }
}
