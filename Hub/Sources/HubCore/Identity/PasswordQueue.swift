import Glibc
import ToolboxLocks

/// Runs password hashes, two at a time, on threads of their own that give way to all others
/// (SIGN-11).
///
/// A hash takes 64 MiB and a tenth of a second on purpose: unbounded, signing in would be a way to
/// take the Hub down; on the threads that serve requests it would stop all others, and beside them,
/// as important as they are, it would slow all others down.
public final class PasswordQueue: Sendable {
  private struct State {
    var running = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private let atOnce: Int
  private let waitingMax: Int
  /// Places more for those who are no strangers.
  private let reservedMax: Int
  private let state = Locked(State())

  public init(atOnce: Int = 2, waitingMax: Int = 16, reservedMax: Int = 8) {
    precondition(atOnce > 0, "no password would ever be hashed")
    self.reservedMax = reservedMax
    self.atOnce = atOnce
    self.waitingMax = waitingMax
  }

  /// How many passwords are hashed now, and how many wait for it.
  public var load: (running: Int, waiting: Int) {
    state.withLock { ($0.running, $0.waiting.count) }
  }

  /// What `work` returns; nil, without running it, where too many wait already or the system has
  /// no thread left.
  ///
  /// Who is known, by a session or by a browser's mark, finds room where strangers find none.
  public func run<Result: Sendable>(
    isKnown: Bool = false, _ work: @escaping @Sendable () -> Result
  ) async -> Result? {
    await withCheckedContinuation { continuation in
      submit(
        isKnown: isKnown, { continuation.resume(returning: work()) },
        orRefuse: { continuation.resume(returning: nil) })
    }
  }

  func submit(
    isKnown: Bool = false, _ job: @escaping @Sendable () -> Void, orRefuse refuse: () -> Void
  ) {
    let waitingMax = waitingMax + (isKnown ? reservedMax : 0)
    let isTaken = state.withLock { state in
      if state.running < atOnce {
        // Under the lock, so that nobody comes to wait for a thread that does not start.
        guard YieldingThread.start({ self.runAll(from: job) }) else { return false }
        state.running += 1
        return true
      }
      guard state.waiting.count < waitingMax else { return false }
      state.waiting.append(job)
      return true
    }
    if !isTaken { refuse() }
  }

  /// Runs a job, and then those that wait, until none does.
  private func runAll(from job: @Sendable () -> Void) {
    job()
    while let next = takeNext() { next() }
  }

  private func takeNext() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
