import AppShellTesting
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxLocks

@testable import AppShell

@Suite struct AutomaticSyncTests {
  @Test func `it synchronises at start, after a change and when asked`() async {
    let clock = PatientClock()
    let (passes, inbox) = AsyncStream.makeStream(of: Void.self)
    var pass = passes.makeAsyncIterator()
    let sync = AutomaticSync(clock: clock, random: Dice(seed: 1)) {
      inbox.yield()
      return .settled
    }
    let running = Task { await sync.run() }

    await pass.next()
    await clock.waitForSleeper(of: SyncSchedule.intervalMilliseconds)
    sync.changed()
    await clock.waitForSleeper(of: SyncSchedule.debounceMilliseconds)
    clock.advance(milliseconds: SyncSchedule.debounceMilliseconds)
    await pass.next()
    sync.ask()
    await pass.next()

    running.cancel()
    await running.value
  }

  @Test(arguments: [
    (
      ConnectionError.sync(.unreachable(.cannotConnect)),
      SyncSchedule.Outcome.failed(retryAfterSeconds: nil)
    ),
    (.sync(.hubRefused(code: "busy", retryAfterSeconds: 7)), .failed(retryAfterSeconds: 7)),
    (.sync(.ownership(.approvalRequired)), .halted), (.signedOut, .halted),
    (.store(.diskFull), .failed(retryAfterSeconds: nil)),
  ])
  func `what only the person can mend halts it, the rest is tried again`(
    error: ConnectionError, outcome: SyncSchedule.Outcome
  ) {
    #expect(SyncSchedule.Outcome(error) == outcome)
  }
}

/// A clock whose sleepers wait until the test moves it.
private final class PatientClock: SyncClock {
  private struct Sleeper {
    var until: Int64
    var span: Int64
    var resume: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now: Int64 = 0
    var sleepers: [Int: Sleeper] = [:]
    var next = 0
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  var nowMilliseconds: Int64 { state.withLock { $0.now } }
  var monotonicNanoseconds: Int64 { state.withLock { $0.now * 1_000_000 } }

  func sleep(milliseconds: Int64) async {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOver, watchers) = state.withLock { state in
          defer { state.watchers = [] }
          if Task.isCancelled { return (true, state.watchers) }
          state.sleepers[id] = Sleeper(
            until: state.now + milliseconds, span: milliseconds, resume: continuation)
          return (false, state.watchers)
        }
        if isOver { continuation.resume() }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id)?.resume }?.resume()
    }
  }

  func advance(milliseconds: Int64) {
    let due = state.withLock { state in
      state.now += milliseconds
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.resume)
    }
    for sleeper in due { sleeper.resume() }
  }

  /// Returns once somebody sleeps for `span`.
  func waitForSleeper(of span: Int64) async {
    while true {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let isThere = state.withLock { state in
          if state.sleepers.values.contains(where: { $0.span == span }) { return true }
          state.watchers.append(continuation)
          return false
        }
        if isThere { continuation.resume() }
      }
      if state.withLock({ $0.sleepers.values.contains { $0.span == span } }) { return }
    }
  }
}
