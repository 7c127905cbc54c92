import AnchorModel
import Testing
import ToolboxSQLite

@testable import Anchor

@Suite struct AnchorStoreHabitTests {
  @Test func `a habit is checked in, and undo takes back one after the other`() async throws {
    let device = try await AnchorBench()
    let habit = try await device.addHabit("read")

    _ = try await device.store.checkIn(habit.id, .init(saying: .done(nil)))
    #expect(try await device.figures() == (1, 1))
    let undone = try await device.store.undo()
    #expect(undone.action == .checkIn)
    #expect(try await device.figures() == (0, 1))
    _ = try await device.store.undo()

    #expect(try await device.store.habits().isEmpty)
    #expect(try await device.figures() == (0, 0))
  }

  @Test func `every action on a habit is taken back to what was`() async throws {
    let device = try await AnchorBench()
    let habit = try await device.addHabit("read", target: "20", unit: "pages")
    _ = try await device.store.checkIn(habit.id, .init(saying: .done(amount("12")), note: "a"))
    let before = try await device.days(of: habit.id)
    let actions: [() async throws -> Void] = [
      { _ = try await device.store.checkIn(habit.id, .init(saying: .skipped, note: "ill")) },
      { _ = try await device.store.clearCheckIn(habit.id) },
      { _ = try await device.store.archiveHabit(habit.id) },
      {
        _ = try await device.store.editHabit(habit.id) { (wish) throws(HabitRefusal) in
          wish.words = try HabitWords(name: "write")
          wish.cadence = .weekdays
          wish.measure = nil
        }
      },
    ]
    for action in actions {
      try await action()
      let (changed, days) = (
        try await device.store.habit(habit.id).habit, try await device.days(of: habit.id)
      )
      #expect(changed != habit || days != before)
      _ = try await device.store.undo()
      #expect(try await device.store.habit(habit.id).habit == habit)
      #expect(try await device.days(of: habit.id) == before)
    }
  }

  @Test func `an amount under the target is begun, and at the target it is done`() async throws {
    let device = try await AnchorBench()
    let habit = try await device.addHabit("read", target: "20", unit: "pages")

    let begun = try await device.store.checkIn(habit.id, .init(saying: .done(amount("19.5"))))
    let done = try await device.store.checkIn(habit.id, .init(saying: .done(amount("20"))))
    let whole = try await device.store.checkIn(habit.id, .init(saying: .done(nil)))

    #expect(begun.checkIn(on: day("2026-11-30"))?.status == .planned)
    #expect(done.checkIn(on: day("2026-11-30"))?.status == .done)
    #expect(whole.checkIn(on: day("2026-11-30"))?.amount == amount("20"))
  }

  @Test func `a past day is changed, and a day to come can only be skipped`() async throws {
    let device = try await AnchorBench()
    let habit = try await device.addHabit("read", since: "2026-11-01")

    _ = try await device.store.checkIn(
      habit.id, .init(saying: .done(nil), day: day("2026-11-28")))
    _ = try await device.store.checkIn(
      habit.id, .init(saying: .skipped, day: day("2026-11-28"), note: "ill"))
    _ = try await device.store.checkIn(habit.id, .init(saying: .skipped, day: day("2026-12-24")))

    let history = try await device.store.habit(habit.id)
    #expect(history.daysSaid == [day("2026-12-24"), day("2026-11-28")])
    #expect(history.checkIn(on: day("2026-11-28"))?.note == "ill")
    await #expect(throws: AnchorError.habit(.dayInFuture(day("2026-12-01")))) {
      try await device.store.checkIn(habit.id, .init(saying: .done(nil), day: day("2026-12-01")))
    }
  }

  @Test func `what says nothing new makes no step to take back`() async throws {
    let device = try await AnchorBench()
    let habit = try await device.addHabit("read")
    _ = try await device.store.checkIn(habit.id, .init(saying: .done(nil)))
    device.wait(minutes: 5)

    _ = try await device.store.checkIn(habit.id, .init(saying: .done(nil)))

    #expect(try await device.store.undo().action == .checkIn)
    #expect(try await device.store.undo().action == .addHabit)
  }

  @Test func `a day that was said anew since is not taken back over it`() async throws {
    let device = try await AnchorBench()
    let other = try device.anotherProcess()
    let habit = try await device.addHabit("read")
    _ = try await device.store.checkIn(habit.id, .init(saying: .done(nil)))
    // As a batch from another device would.
    try await other.write { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        try CheckInTable.remove(CheckIn.Key(of: habit.id, on: day("2026-11-30")).id, transaction)
      }
    }

    await #expect(throws: AnchorError.undo(.changedSince)) { try await device.store.undo() }
  }

  @Test func `an edit of the cadence leaves what was asked of the past`() async throws {
    let device = try await AnchorBench()
    let habit = try await device.addHabit("read", since: "2026-11-01")

    _ = try await device.store.editHabit(habit.id) { (wish) throws(HabitRefusal) in
      wish.cadence = .timesPerWeek(1)
    }

    #expect(try await device.figures("2026-11-29") == (0, 1))
    #expect(try await device.figures("2026-11-30") == (0, 0))
  }
}

private func amount(_ text: String) -> HabitAmount? { HabitAmount(text) }
