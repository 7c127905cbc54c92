import AnchorModel
import HubContracts
import Testing

@testable import Anchor

@Suite struct HabitSummaryTests {
  @Test func `a day says what its habits ask for before any of it is done, and exactly what was`()
    async throws
  {
    let device = try await AnchorBench()
    try await device.connect()
    let read = try await device.addHabit("read")
    try await device.addHabit("call", .timesPerWeek(2))
    try await device.addHabit("run", .weekdays)
    try await device.synchronize()
    #expect(try habits(device, "2026-11-30") == [0, 2])

    device.wait(minutes: 31)
    _ = try await device.store.checkIn(read.id, .init(saying: .done(nil)))
    try await device.synchronize()
    #expect(try habits(device, "2026-11-30") == [1, 2])

    device.wait(minutes: 24 * 60)
    try await device.synchronize()

    #expect(try habits(device, "2026-12-01") == [0, 2])
    #expect(try habits(device, "2026-11-30") == [1, 2])
    #expect(try await device.waiting() == 0)
  }

  @Test func `a past day that is changed is sent again, with the days that it changes`()
    async throws
  {
    let device = try await AnchorBench()
    try await device.connect()
    let habit = try await device.addHabit("call", .timesPerWeek(2), since: "2026-11-23")
    try await device.synchronize()
    #expect(try habits(device, "2026-11-28") == [0, 1])
    #expect(try habits(device, "2026-11-29") == [0, 1])

    _ = try await device.store.checkIn(
      habit.id, .init(saying: .done(nil), day: day("2026-11-24")))
    try await device.synchronize()

    // Two were asked for: Tuesday's is done, and only Sunday's was missed.
    #expect(try habits(device, "2026-11-24") == [1, 1])
    #expect(try habits(device, "2026-11-28") == [0, 0])
    #expect(try habits(device, "2026-11-29") == [0, 1])
  }

  @Test func `a rest asks for nothing from its day on, and takes nothing from the past`()
    async throws
  {
    let device = try await AnchorBench()
    try await device.connect()
    let habit = try await device.addHabit("read", since: "2026-11-28")
    try await device.synchronize()
    device.wait(minutes: 31)

    _ = try await device.store.archiveHabit(habit.id)
    try await device.synchronize()

    #expect(try habits(device, "2026-11-30") == [0, 0])
    #expect(try habits(device, "2026-11-29") == [0, 1])
  }

  @Test func `a check-in on a device that has facts of the day is told, and then told exactly`()
    async throws
  {
    let first = try await AnchorBench()
    try await first.connect()
    let habit = try await first.addHabit("read")
    for _ in 0..<2 {
      _ = try await first.store.start(words(), plannedSeconds: 0)
      first.wait(seconds: 90)
      _ = try await first.store.finish()
    }
    try await first.synchronize()
    let second = try await first.secondDevice()
    second.wait(minutes: 31)

    _ = try await second.store.checkIn(habit.id, .init(saying: .done(nil)))
    try await second.synchronize()
    #expect(try habits(first, "2026-11-30") == [1, 1])
    first.wait(minutes: 31)
    try await first.synchronize()
    second.wait(minutes: 31)
    try await second.synchronize()

    // Two of 90 s are 3 minutes; from the facts they would be 2.
    #expect(try first.hubSummary("2026-11-30")?.focusedMinutes == 3)
    #expect(try habits(first, "2026-11-30") == [1, 1])
  }

  private func habits(_ device: AnchorBench, _ on: String) throws -> [Int]? {
    try device.hubSummary(on).map { [$0.habitsDone, $0.habitsScheduled] }
  }
}
