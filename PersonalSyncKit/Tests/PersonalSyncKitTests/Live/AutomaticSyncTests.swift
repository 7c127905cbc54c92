import PersonalSyncTesting
import Testing
import ToolboxCrypto
import ToolboxLocks

@testable import PersonalSyncKit

@Suite struct AutomaticSyncTests {
  private let clock = PatientClock()

  @Test func `it synchronises at start, after a change and when asked`() async throws {
    let driven = try await Driven(clock)

    await driven.untilPass()
    await clock.waitForSleeper(of: 900_000...900_000)
    driven.sync.changed()
    await clock.waitForSleeper(of: 2_000...2_000)
    clock.advance(milliseconds: 2_000)
    await driven.untilPass()
    driven.sync.ask()
    await driven.untilPass()

    await driven.end()
  }

  @Test func `S8 what another device has sent is here within a second`() async throws {
    let driven = try await Driven(clock)
    await driven.untilPass()
    await driven.untilStreaming()

    try await driven.pair.first.save("a", 25)
    try await driven.pair.first.synchronize()
    await clock.waitForSleeper(of: 1...500)
    clock.advance(milliseconds: 500)
    await driven.untilPass()

    #expect(try await driven.pair.second.minutes("a") == 25)
    await driven.end()
  }

  @Test func `a head that a pass has read already is no reason for another`() async throws {
    let driven = try await Driven(clock)
    await driven.untilPass()
    await driven.untilStreaming()
    try await driven.pair.first.save("a", 25)
    try await driven.pair.first.synchronize()
    await clock.waitForSleeper(of: 1...500)
    driven.sync.ask()
    await driven.untilPass()
    let requests = driven.pair.second.link.requests

    driven.pair.hub.say(
      "event: head\ndata: {\"domain\":\"anchor\",\"cursor\":1,\"epoch\":1}\n\n")
    await clock.waitForSleeper(of: 899_000...900_000)

    #expect(driven.pair.second.link.requests == requests)
    await driven.end()
  }

  @Test func `a stream that ends is opened again, and what was missed is fetched`() async throws {
    let driven = try await Driven(clock)
    await driven.untilPass()
    await driven.untilStreaming()

    driven.pair.hub.endStreams()
    await clock.waitForSleeper(of: 1_000...2_000)
    try await driven.pair.first.save("a", 25)
    try await driven.pair.first.synchronize()
    clock.advance(milliseconds: 2_000)
    await clock.waitForSleeper(of: 1...500)
    clock.advance(milliseconds: 500)
    await driven.untilPass()

    #expect(try await driven.pair.second.minutes("a") == 25)
    await driven.end()
  }

  @Test func `a network that returns is reason to try again soon`() async throws {
    let driven = try await Driven(clock, faults: 8)
    await driven.untilPass()
    for _ in 0..<7 {
      await clock.waitForSleeper(of: 1...300_000)
      clock.advance(milliseconds: 300_000)
      await driven.untilPass()
    }
    await clock.waitForSleeper(of: 120_000...300_000)

    driven.network.comeBack()
    await clock.waitForSleeper(of: 1...5_000)
    clock.advance(milliseconds: 5_000)
    await driven.untilPass()

    #expect(try await driven.pair.second.status().failure == nil)
    await driven.end()
  }

  @Test func `the end closes the stream`() async throws {
    let driven = try await Driven(clock)
    await driven.untilPass()
    await driven.untilStreaming()

    await driven.end()

    while driven.pair.hub.streamCount > 0 { await Task.yield() }
  }
}

/// Ada's second device with an ``AutomaticSync`` of its own that runs, and her first, which is asked.
private final class Driven: Sendable {
  let pair: PairOfDevices
  let sync: AutomaticSync
  let network = Network()
  private let running: Task<Void, Never>
  private let passes: AsyncStream<Void>

  init(_ clock: PatientClock, faults: Int = 0) async throws {
    let pair = try await PairOfDevices.connected()
    for _ in 0..<faults { pair.second.link.next(.lostRequest) }
    let (passes, done) = AsyncStream.makeStream(of: Void.self)
    let device = pair.second
    let sync = AutomaticSync(clock: clock, random: Even(), network: network) {
      defer { done.yield() }
      do throws(SyncError) { return PassOutcome(try await device.synchronize()) } catch {
        return PassOutcome(error)
      }
    } events: { () async throws(SyncError) in
      try await device.runtime.events()
    }
    self.pair = pair
    self.sync = sync
    self.passes = passes
    running = Task { await sync.run() }
  }

  func untilPass() async {
    for await _ in passes { return }
  }

  func untilStreaming() async {
    while pair.hub.streamCount == 0 { await Task.yield() }
  }

  func end() async {
    running.cancel()
    await running.value
  }
}

/// Chance that is always in the middle.
private struct Even: RandomBytes {
  func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 128, count: count) }
}

private final class Network: NetworkReturn {
  private let inbox = AsyncStream.makeStream(of: Void.self)

  func comeBack() { inbox.continuation.yield() }
  func returns() -> AsyncStream<Void> { inbox.stream }
}
