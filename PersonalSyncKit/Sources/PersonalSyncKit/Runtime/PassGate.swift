import ToolboxHTTPClient
import ToolboxLocks

/// Lets one binding, pass or replay run at a time, first come first served (docs/protocol/sync.md, S5).
///
/// Inside a process callers queue; between processes on one store a lock file decides. A caller that
/// waits may be cancelled; one that runs is not disturbed. A caller that is part of what runs, and would
/// wait for itself, is refused.
final class PassGate: Sendable {
  /// What runs behind a lock file, as long as it does; a task that was started there and lives longer
  /// is free again.
  private final class Turn: Sendable {
    let lockPath: String
    private let isOver = Locked(false)

    init(lockPath: String) { self.lockPath = lockPath }

    func end() { isOver.withLock { $0 = true } }
    func keeps(_ path: String) -> Bool { lockPath == path && !isOver.withLock { $0 } }
  }

  @TaskLocal private static var turns: [Turn] = []

  private struct Queue {
    var isTaken = false
    var nextTicket = 0
    var waiting: [(ticket: Int, resume: CheckedContinuation<Bool, Never>)] = []
  }

  /// How often a lock that another process holds is tried again.
  static let retryMilliseconds: Int64 = 20

  private let lockPath: String
  private let clock: any SyncClock
  private let queue = Locked(Queue())

  init(lockPath: String, clock: any SyncClock) {
    self.lockPath = lockPath
    self.clock = clock
  }

  /// How many callers of this process wait for their turn.
  var waitingCount: Int { queue.withLock { $0.waiting.count } }

  /// Runs `body` alone; throws without running it where the task is cancelled while it waits, and
  /// ``SyncError/recursiveSynchronize`` from inside another `body`.
  func run<Result: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(SyncError) -> Result
  ) async throws(SyncError) -> Result {
    guard !Self.turns.contains(where: { $0.keeps(lockPath) }) else { throw .recursiveSynchronize }
    guard await enter() else { throw .unreachable(.cancelled) }
    defer { leave() }
    let lock = try await holdFile()
    defer { withExtendedLifetime(lock) {} }
    let turn = Turn(lockPath: lockPath)
    defer { turn.end() }
    let result: Swift.Result<Result, SyncError> =
      await Self.$turns.withValue(Self.turns + [turn]) {
        do throws(SyncError) { return .success(try await body()) } catch { return .failure(error) }
      }
    return try result.get()
  }

  private func holdFile() async throws(SyncError) -> FileLock {
    while !Task.isCancelled {
      do throws(FileLock.Failure) {
        if let lock = try FileLock.tryToHold(path: lockPath) { return lock }
      } catch { throw .journal(.unavailable(code: error.code)) }
      await clock.sleep(milliseconds: Self.retryMilliseconds)
    }
    throw .unreachable(.cancelled)
  }

  private func enter() async -> Bool {
    let ticket = queue.withLock { queue in
      queue.nextTicket += 1
      return queue.nextTicket
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = queue.withLock { queue in
          if Task.isCancelled { return false }
          guard queue.isTaken else {
            queue.isTaken = true
            return true
          }
          queue.waiting.append((ticket, continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = queue.withLock { queue -> CheckedContinuation<Bool, Never>? in
        guard let index = queue.waiting.firstIndex(where: { $0.ticket == ticket }) else {
          return nil
        }
        return queue.waiting.remove(at: index).resume
      }
      waiter?.resume(returning: false)
    }
  }

  private func leave() {
    let next = queue.withLock { queue -> CheckedContinuation<Bool, Never>? in
      guard !queue.waiting.isEmpty else {
        queue.isTaken = false
        return nil
      }
      return queue.waiting.removeFirst().resume
    }
    next?.resume(returning: true)
  }
}
