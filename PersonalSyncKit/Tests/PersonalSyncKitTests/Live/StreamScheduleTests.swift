import Testing
import ToolboxHTTPClient

@testable import PersonalSyncKit

@Suite struct StreamScheduleTests {
  @Test func `a stream is opened once a pass has gone through, and only one`() {
    var schedule = StreamSchedule()

    #expect(schedule.handle(.networkReturned, at: 0, chance: 0) == nil)
    #expect(schedule.handle(.passed, at: 0, chance: 0) == .open)
    #expect(schedule.handle(.passed, at: 1, chance: 0) == nil)
    #expect(schedule.handle(.opened, at: 2, chance: 0) == nil)
    #expect(schedule.handle(.passed, at: 3, chance: 0) == nil)
  }

  @Test func `a stream that ends is opened again, spread and ever more seldom`() {
    var schedule = opened(at: 0)
    var waits: [Int64] = []
    var now: Int64 = 1_000
    for _ in 0..<9 {
      guard
        case .wait(let until) = schedule.handle(
          .ended(retryAfterSeconds: nil), at: now, chance: 1)
      else { continue }
      waits.append(until - now)
      #expect(schedule.handle(.timerFired, at: until, chance: 0) == .open)
      now = until
    }

    #expect(waits == [2, 4, 8, 16, 32, 64, 128, 256, 300].map { $0 * 1_000 })
  }

  @Test func `a stream that lived for a minute is opened again soon`() {
    var schedule = opened(at: 0)
    for _ in 0..<5 {
      _ = schedule.handle(.ended(retryAfterSeconds: nil), at: 0, chance: 0)
      _ = schedule.handle(.timerFired, at: 1_000_000, chance: 0)
    }
    _ = schedule.handle(.opened, at: 1_000_000, chance: 0)

    let action = schedule.handle(.ended(retryAfterSeconds: nil), at: 1_060_000, chance: 0)

    #expect(action == .wait(untilMilliseconds: 1_061_000))
  }

  @Test func `a network that returns shortens the wait, but not what the Hub asked for`() {
    var lost = opened(at: 0)
    _ = lost.handle(.ended(retryAfterSeconds: nil), at: 0, chance: 1)
    var refused = opened(at: 0)
    _ = refused.handle(.ended(retryAfterSeconds: 60), at: 0, chance: 1)

    #expect(
      lost.handle(.networkReturned, at: 100, chance: 0.5) == .wait(untilMilliseconds: 350))
    #expect(refused.handle(.networkReturned, at: 100, chance: 0.5) == nil)
    #expect(
      refused.handle(.timerFired, at: 350, chance: 0) == .wait(untilMilliseconds: 60_000))
  }

  @Test func `after the session's end a pass has to go through first`() {
    var schedule = opened(at: 0)

    #expect(schedule.handle(.halted, at: 5, chance: 0) == nil)
    #expect(schedule.handle(.timerFired, at: 1_000_000, chance: 0) == nil)
    #expect(schedule.handle(.networkReturned, at: 1_000_000, chance: 0) == nil)
    #expect(schedule.handle(.passed, at: 1_000_001, chance: 0) == .open)
  }

  @Test(arguments: [
    (SyncError.unreachable(.connectionLost), StreamSchedule.Event.ended(retryAfterSeconds: nil)),
    (.hubRefused(code: "too_many_streams", retryAfterSeconds: 60), .ended(retryAfterSeconds: 60)),
    (.invalidResponse, .ended(retryAfterSeconds: nil)), (.sessionChanged, .halted),
    (.signInNeeded, .halted), (.hubKeyChanged, .halted),
  ])
  func `what ends a stream says when the next may come`(
    error: SyncError, event: StreamSchedule.Event
  ) {
    #expect(StreamSchedule.Event(error) == event)
  }

  private func opened(at now: Int64) -> StreamSchedule {
    var schedule = StreamSchedule()
    _ = schedule.handle(.passed, at: now, chance: 0)
    _ = schedule.handle(.opened, at: now, chance: 0)
    return schedule
  }
}
