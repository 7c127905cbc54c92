import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxLocks

@testable import PersonalSyncKit

/// That a device which listens does what it is asked at once.
@Suite struct ActionNudgeTests {
  @Test func `the stream says that an action waits, and older readers skip it`() async throws {
    let pair = try await PairOfDevices.connected()
    let told = Locked(0)
    var events = try await pair.first.runtime.events()
    events.actionWaits = { told.withLock { $0 += 1 } }
    let reader = Task { [events] in
      var heads: [FeedHead] = []
      for try await head in events { heads.append(head) }
      return heads
    }
    while pair.hub.streamCount == 0 { await Task.yield() }

    pair.hub.ask(pair.ada, for: FinishFocus())
    pair.hub.endStreams()

    #expect(try await reader.value.map(\.cursor) == [.start])
    #expect(told.withLock { $0 } == 1)
  }

  @Test func `a store at rest synchronises at once, and one that failed a little later`() {
    var resting = PassSchedule()
    _ = resting.handle(.started, at: 0, chance: 0.5)
    _ = resting.handle(.finished(.settled), at: 10, chance: 0.5)
    var retrying = PassSchedule()
    _ = retrying.handle(.started, at: 0, chance: 0.5)
    for failure in 0..<6 {
      _ = retrying.handle(.finished(.failed(retryAfterSeconds: nil)), at: 0, chance: 0.5)
      if failure < 5 { _ = retrying.handle(.asked, at: 0, chance: 0.5) }
    }

    let actions = [
      resting.handle(.actionWaits, at: 20, chance: 0.5),
      retrying.handle(.actionWaits, at: 20, chance: 0.5),
    ]

    #expect(actions == [.synchronize, .wait(untilMilliseconds: 5_000)])
  }
}
