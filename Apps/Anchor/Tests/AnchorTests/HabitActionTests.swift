import AnchorModel
import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing

@testable import Anchor

/// What Anchor does with a habit when it is asked to from the Hub (docs/protocol/actions.md).
@Suite struct HabitActionTests {
  private let device: AnchorBench
  private let hub: FakeHub
  private let ada: FakeHub.Account
  private let habit: Habit

  init() async throws {
    device = try await AnchorBench()
    hub = device.bench.hub
    ada = hub.account("Ada", timeZone: "Europe/Berlin")
    try await device.connect()
    habit = try await device.addHabit("read", target: "20", unit: "pages")
    try await device.synchronize()
  }

  @Test
  func `a habit is checked in with all of its target, and the Hub hears of it in the same pass`()
    async throws
  {
    let id = ask(.done)

    try await device.synchronize()

    #expect(hub.state(of: id) == .applied)
    #expect(try await device.days(of: habit.id).map(\.amount) == [HabitAmount("20")])
    #expect(try device.hubCheckIns().map(\.status) == [.done])
  }

  @Test(arguments: [HabitCompletionFacts.Status.done, .skipped, .planned])
  func `taking it back leaves the store as it was before (ACT-12)`(
    status: HabitCompletionFacts.Status
  ) async throws {
    _ = try await device.store.checkIn(
      habit.id, .init(saying: .done(HabitAmount("12")), note: "on the train"))
    try await device.synchronize()
    let before = try await device.days(of: habit.id)
    let id = ask(status)
    try await device.synchronize()
    #expect(try await device.days(of: habit.id) != before)

    #expect(hub.undo(id) != nil)
    try await device.synchronize()

    #expect(hub.state(of: id) == .undone)
    #expect(try await device.days(of: habit.id) == before)
  }

  @Test func `a day to come, a habit that is not here and what is so already are refused`()
    async throws
  {
    _ = try await device.store.checkIn(habit.id, .init(saying: .skipped))
    let early = ask(.done, on: "2026-12-01")
    let again = ask(.skipped)
    let unknown = hub.ask(
      ada,
      for: CheckInHabit(
        habit: HabitRecord.recordID(of: HabitID(random: 9)),
        day: HubContracts.Day(day("2026-11-30")), status: .done))

    try await device.synchronize()

    #expect(hub.result(of: early) == .rejected(.notPossible))
    #expect(hub.result(of: again) == .rejected(.alreadyDone))
    #expect(hub.result(of: unknown) == .rejected(.notFound))
    #expect(try await device.days(of: habit.id).map(\.status) == [.skipped])
  }

  private func ask(
    _ status: HabitCompletionFacts.Status, on text: String = "2026-11-30"
  ) -> ActionID {
    hub.ask(
      ada,
      for: CheckInHabit(
        habit: HabitRecord.recordID(of: habit.id), day: HubContracts.Day(day(text)),
        status: status))
  }
}
