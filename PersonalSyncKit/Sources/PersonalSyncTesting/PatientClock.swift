import PersonalSyncKit
import ToolboxLocks

/// A clock whose sleepers wait until the test moves it.
public final class PatientClock: SyncClock {
  private struct Sleeper {
    var until: Int64
    var resume: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now: Int64 = 1_796_000_000_000
    var sleepers: [Int: Sleeper] = [:]
    var lastSleeper = 0
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  public init() {}

  public var nowMilliseconds: Int64 { state.withLock { $0.now } }
  public var monotonicNanoseconds: Int64 { state.withLock { $0.now * 1_000_000 } }

  public func sleep(milliseconds: Int64) async {
    let id = state.withLock { state in
      state.lastSleeper += 1
      return state.lastSleeper
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOver, watchers) = state.withLock { state in
          defer { state.watchers = [] }
          if Task.isCancelled || milliseconds <= 0 { return (true, state.watchers) }
          state.sleepers[id] = Sleeper(until: state.now + milliseconds, resume: continuation)
          return (false, state.watchers)
        }
        if isOver { continuation.resume() }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id)?.resume }?.resume()
    }
  }

  public func advance(milliseconds: Int64) {
    let due = state.withLock { state in
      state.now += milliseconds
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.resume)
    }
    for sleeper in due { sleeper.resume() }
  }

  /// Returns once somebody sleeps for a span in `spans`, in milliseconds from now.
  public func waitForSleeper(of spans: ClosedRange<Int64>) async {
    while !hasSleeper(of: spans) {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let isThere = state.withLock { state in
          if Self.hasSleeper(of: spans, state) { return true }
          state.watchers.append(continuation)
          return false
        }
        if isThere { continuation.resume() }
      }
    }
  }

  private func hasSleeper(of spans: ClosedRange<Int64>) -> Bool {
    state.withLock { Self.hasSleeper(of: spans, $0) }
  }

  private static func hasSleeper(of spans: ClosedRange<Int64>, _ state: State) -> Bool {
    state.sleepers.values.contains { spans.contains($0.until - state.now) }
  }
}
