import AnchorModel
import Testing

@Suite struct HabitOutlineTests {
  private let full = Habit(
    id: HabitID(random: 1), words: HabitOutlineTests.words("read"),
    schedule: HabitSchedule(since: day("2026-11-01"), .daily)
      .changing(to: .weekdays, from: day("2026-11-10")))

  @Test func `facts that say what is known change nothing`() {
    let merged = HabitOutline(of: full).merged(
      into: full, id: full.id, changedOn: day("2026-11-20"))

    #expect(merged == full)
  }

  @Test func `another cadence holds from the day of its change, and the words stay`() {
    let facts = HabitOutline(
      cadence: .timesPerWeek(3), isArchived: false, since: day("2026-11-01"))

    let merged = facts.merged(into: full, id: full.id, changedOn: day("2026-11-20"))

    #expect(merged.words == full.words && HabitOutline(of: merged) == facts)
    #expect(merged.schedule.cadence(on: day("2026-11-05")) == .daily)
    #expect(merged.schedule.cadence(on: day("2026-11-19")) == .weekdays)
    #expect(merged.schedule.cadence(on: day("2026-11-20")) == .timesPerWeek(3))
  }

  @Test(arguments: [
    HabitOutline(cadence: .daily, isArchived: false, since: day("2026-11-01")),
    HabitOutline(cadence: .timesPerWeek(3), isArchived: true, since: day("2026-11-01")),
    HabitOutline(cadence: .daily, isArchived: true, since: day("2026-12-24")),
  ])
  func `the result gives the facts again, also where they contradict what was known`(
    facts: HabitOutline
  ) {
    for known in [full, nil] {
      for changed in ["2026-10-01", "2026-11-01", "2026-11-10", "2027-01-01"] {
        let merged = facts.merged(into: known, id: full.id, changedOn: day(changed))

        #expect(HabitOutline(of: merged) == facts)
        #expect(merged.detail == (known == nil ? .factsOnly : .full))
      }
    }
  }

  @Test func `a habit of facts only is not edited here`() {
    let held = HabitOutline(of: full).merged(into: nil, id: full.id, changedOn: day("2026-11-10"))

    #expect(throws: HabitRefusal.factsOnly) { try held.archived(from: day("2026-11-30")) }
    #expect(throws: HabitRefusal.factsOnly) {
      try held.rewritten(Self.words("read"), measure: nil)
    }
  }

  private static func words(_ name: String) -> HabitWords {
    do { return try HabitWords(name: name) } catch {
      preconditionFailure("refused words: \(error)")
    }
  }
}
