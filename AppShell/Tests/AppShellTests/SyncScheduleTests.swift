import Testing

@testable import AppShell

@Suite struct SyncScheduleTests {
  private static let interval = SyncSchedule.intervalMilliseconds

  @Test func `it synchronises at once when it starts`() {
    var schedule = SyncSchedule()

    #expect(schedule.handle(.started, at: 0, chance: 0) == .synchronize)
  }

  @Test func `after a pass it waits for a quarter of an hour`() {
    var schedule = rested(at: 1_000)

    #expect(
      schedule.handle(.timerFired, at: 2_000, chance: 0)
        == .wait(untilMilliseconds: 1_000 + Self.interval))
    #expect(schedule.handle(.timerFired, at: 1_000 + Self.interval, chance: 0) == .synchronize)
  }

  @Test func `a change is sent two seconds later`() {
    var schedule = rested(at: 0)

    #expect(schedule.handle(.changed, at: 5_000, chance: 0) == .wait(untilMilliseconds: 7_000))
    #expect(schedule.handle(.timerFired, at: 7_000, chance: 0) == .synchronize)
  }

  @Test func `changes in a row are one pass, but are not held back for ever`() {
    var schedule = rested(at: 0)
    var last: SyncSchedule.Action?
    for now in stride(from: Int64(5_000), through: 20_000, by: 1_000) {
      last = schedule.handle(.changed, at: now, chance: 0)
    }

    #expect(last == .wait(untilMilliseconds: 15_000))
  }

  @Test func `failures are tried again ever more seldom, and a pass that succeeds ends that`() {
    var schedule = rested(at: 0)
    var waits: [Int64] = []
    var now: Int64 = 0
    for _ in 0..<9 {
      _ = schedule.handle(.asked, at: now, chance: 1)
      let action = schedule.handle(.finished(.failed(retryAfterSeconds: nil)), at: now, chance: 1)
      guard case .wait(let until) = action else { continue }
      waits.append(until - now)
      now = until
    }
    _ = schedule.handle(.asked, at: now, chance: 1)
    _ = schedule.handle(.finished(.settled), at: now, chance: 1)
    _ = schedule.handle(.asked, at: now, chance: 1)
    let after = schedule.handle(.finished(.failed(retryAfterSeconds: nil)), at: now, chance: 1)

    #expect(
      waits == [2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000])
    #expect(after == .wait(untilMilliseconds: now + 2_000))
  }

  @Test func `chance halves a wait at most`() {
    #expect(SyncSchedule.backoff(failures: 3, chance: 0) == 4_000)
    #expect(SyncSchedule.backoff(failures: 3, chance: 0.5) == 6_000)
    #expect(SyncSchedule.backoff(failures: 1_000, chance: 0) == 150_000)
  }

  @Test(arguments: [(60, 60_000), (1, 1_000), (86_400, 300_000), (-5, 1_000)])
  func `the Hub's wish is kept, up to five minutes`(seconds: Int, milliseconds: Int64) {
    var schedule = running()

    let action = schedule.handle(
      .finished(.failed(retryAfterSeconds: seconds)), at: 0, chance: 0)

    #expect(action == .wait(untilMilliseconds: milliseconds))
  }

  @Test func `a change does not shorten the wait after a failure, the person's wish does`() {
    var schedule = running()
    _ = schedule.handle(.finished(.failed(retryAfterSeconds: 60)), at: 0, chance: 0)

    #expect(schedule.handle(.changed, at: 1_000, chance: 0) == nil)
    #expect(
      schedule.handle(.timerFired, at: 3_000, chance: 0) == .wait(untilMilliseconds: 60_000))
    #expect(schedule.handle(.asked, at: 4_000, chance: 0) == .synchronize)
  }

  @Test func `what only the person can mend is not hammered at`() {
    var schedule = running()

    #expect(
      schedule.handle(.finished(.halted), at: 0, chance: 0)
        == .wait(untilMilliseconds: Self.interval))
    #expect(schedule.handle(.changed, at: 10, chance: 0) == nil)
  }

  private func running() -> SyncSchedule {
    var schedule = SyncSchedule()
    _ = schedule.handle(.started, at: 0, chance: 0)
    return schedule
  }

  private func rested(at now: Int64) -> SyncSchedule {
    var schedule = running()
    _ = schedule.handle(.finished(.settled), at: now, chance: 0)
    return schedule
  }
}
