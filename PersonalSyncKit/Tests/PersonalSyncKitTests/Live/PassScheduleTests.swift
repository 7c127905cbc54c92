import Testing
import ToolboxHTTPClient

@testable import PersonalSyncKit

@Suite struct PassScheduleTests {
  private static let interval = PassSchedule.intervalMilliseconds

  @Test func `it synchronises at once when it starts`() {
    var schedule = PassSchedule()

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
    var last: PassSchedule.Action?
    for now in stride(from: Int64(5_000), through: 20_000, by: 1_000) {
      last = schedule.handle(.changed, at: now, chance: 0)
    }

    #expect(last == .wait(untilMilliseconds: 15_000))
  }

  @Test(arguments: [(0.0, 5_000), (0.5, 5_250), (0.999, 5_499)])
  func `a change elsewhere is fetched within half a second, when chance says`(
    chance: Double, due: Int64
  ) {
    var schedule = rested(at: 0)

    #expect(
      schedule.handle(.behind, at: 5_000, chance: chance) == .wait(untilMilliseconds: due))
    #expect(schedule.handle(.timerFired, at: due, chance: 0) == .synchronize)
  }

  @Test func `S8 failures are tried again ever more seldom, and a pass that succeeds ends that`() {
    var schedule = rested(at: 0)
    var waits: [Int64] = []
    var now: Int64 = 0
    for _ in 0..<9 {
      guard case .wait(let until) = fail(&schedule, at: now) else { continue }
      waits.append(until - now)
      now = until
    }
    _ = schedule.handle(.asked, at: now, chance: 1)
    _ = schedule.handle(.finished(.settled), at: now, chance: 1)

    #expect(waits == [2, 4, 8, 16, 32, 64, 128, 256, 300].map { $0 * 1_000 })
    #expect(fail(&schedule, at: now) == .wait(untilMilliseconds: now + 2_000))
  }

  @Test func `S8 chance halves a wait at most`() {
    #expect(Backoff.wait(failures: 3, chance: 0) == 4_000)
    #expect(Backoff.wait(failures: 3, chance: 0.5) == 6_000)
    #expect(Backoff.wait(failures: 1_000, chance: 0) == 150_000)
  }

  @Test(arguments: [(60, 60_000), (1, 1_000), (86_400, 300_000), (-5, 1_000)])
  func `S8 the Hub's wish is kept, up to five minutes`(seconds: Int, milliseconds: Int64) {
    var schedule = running()

    let action = schedule.handle(
      .finished(.failed(retryAfterSeconds: seconds)), at: 0, chance: 0)

    #expect(action == .wait(untilMilliseconds: milliseconds))
  }

  @Test func `nothing but the person's wish shortens a wait that the Hub asked for`() {
    var schedule = running()
    _ = schedule.handle(.finished(.failed(retryAfterSeconds: 60)), at: 0, chance: 0)

    for event in [PassSchedule.Event.changed, .behind, .networkReturned] {
      #expect(schedule.handle(event, at: 1_000, chance: 0) == nil)
    }
    #expect(
      schedule.handle(.timerFired, at: 3_000, chance: 0) == .wait(untilMilliseconds: 60_000))
    #expect(schedule.handle(.asked, at: 4_000, chance: 0) == .synchronize)
  }

  @Test func `a network that returns ends the wait after a failure`() {
    var schedule = longOffline(since: 100_000)

    #expect(schedule.handle(.changed, at: 120_000, chance: 0) == nil)
    #expect(
      schedule.handle(.networkReturned, at: 130_000, chance: 0.5)
        == .wait(untilMilliseconds: 130_250))
  }

  @Test func `a network that comes and goes has the Hub tried every five seconds at most`() {
    var schedule = longOffline(since: 100_000)

    #expect(
      schedule.handle(.networkReturned, at: 101_000, chance: 0)
        == .wait(untilMilliseconds: 105_000))
  }

  @Test func `what only the person can mend is not hammered at`() {
    var schedule = running()

    #expect(
      schedule.handle(.finished(.halted), at: 0, chance: 0)
        == .wait(untilMilliseconds: Self.interval))
    #expect(schedule.handle(.changed, at: 10, chance: 0) == nil)
    #expect(schedule.handle(.networkReturned, at: 10, chance: 0) == nil)
  }

  @Test(arguments: [
    (SyncError.unreachable(.cannotConnect), PassOutcome.failed(retryAfterSeconds: nil)),
    (.hubRefused(code: "busy", retryAfterSeconds: 7), .failed(retryAfterSeconds: 7)),
    (.invalidResponse, .failed(retryAfterSeconds: nil)),
    (.journal(.diskFull), .failed(retryAfterSeconds: nil)),
    (.journal(.damaged(code: 11)), .halted), (.ownership(.approvalRequired), .halted),
    (.signInNeeded, .halted), (.hubKeyChanged, .halted),
  ])
  func `what only the person can mend halts it, the rest is tried again`(
    error: SyncError, outcome: PassOutcome
  ) {
    #expect(PassOutcome(error) == outcome)
  }

  // MARK: - Steps

  private func running() -> PassSchedule {
    var schedule = PassSchedule()
    _ = schedule.handle(.started, at: 0, chance: 0)
    return schedule
  }

  private func rested(at now: Int64) -> PassSchedule {
    var schedule = running()
    _ = schedule.handle(.finished(.settled), at: now, chance: 0)
    return schedule
  }

  /// Whose next pass is minutes away.
  private func longOffline(since now: Int64) -> PassSchedule {
    var schedule = rested(at: 0)
    for _ in 0..<9 { _ = fail(&schedule, at: now) }
    return schedule
  }

  private func fail(_ schedule: inout PassSchedule, at now: Int64) -> PassSchedule.Action? {
    _ = schedule.handle(.asked, at: now, chance: 1)
    return schedule.handle(.finished(.failed(retryAfterSeconds: nil)), at: now, chance: 1)
  }
}
