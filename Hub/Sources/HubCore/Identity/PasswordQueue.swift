import Glibc
import ToolboxLocks

/// Runs password hashes, two at a time, on threads of their own that give way to all others
/// (SIGN-11).
///
/// A hash takes 64 MiB and a tenth of a second on purpose: unbounded, signing in would be a way to
/// take the Hub down; on the threads that serve requests it would stop all others, and beside them,
/// as important as they are, it would slow all others down.
///
/// Of those who wait, the one whose name and network have least running and waiting comes first, and
/// where there is no room the one with most gives its place. So whoever floods one name, or floods
/// from one network, makes their own requests wait and be refused, and nobody else's.
public final class PasswordQueue: Sendable {
  private struct Waiting {
    let asker: PasswordAsker
    let job: @Sendable () -> Void
    let refuse: @Sendable () -> Void
  }

  private struct State {
    var running: [PasswordAsker] = []
    /// In the order in which they came.
    var waiting: [Waiting] = []
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
    state.withLock { ($0.running.count, $0.waiting.count) }
  }

  /// What `work` returns; nil, without running it, where there is no room for `asker` or the system
  /// has no thread left.
  func run<Result: Sendable>(
    for asker: PasswordAsker, _ work: @escaping @Sendable () -> Result
  ) async -> Result? {
    await withCheckedContinuation { continuation in
      submit(
        for: asker, { continuation.resume(returning: work()) },
        orRefuse: { continuation.resume(returning: nil) })
    }
  }

  /// Runs `job`, or calls `refuse`: at once, or later where its place is given to another.
  func submit(
    for asker: PasswordAsker, _ job: @escaping @Sendable () -> Void,
    orRefuse refuse: @escaping @Sendable () -> Void
  ) {
    let refused = state.withLock { state -> (@Sendable () -> Void)? in
      if state.running.count < atOnce {
        // Under the lock, so that nobody comes to wait for a thread that does not start.
        guard YieldingThread.start({ self.runAll(from: job, of: asker) }) else { return refuse }
        state.running.append(asker)
        return nil
      }
      state.waiting.append(Waiting(asker: asker, job: job, refuse: refuse))
      return dropOneIfFull(&state)?.refuse
    }
    refused?()
  }

  /// Runs a job, and then those that wait, until none does.
  private func runAll(from job: @Sendable () -> Void, of asker: PasswordAsker) {
    job()
    var last = asker
    while let next = takeNext(after: last) {
      next.job()
      last = next.asker
    }
  }

  private func takeNext(after done: PasswordAsker) -> Waiting? {
    state.withLock { state in
      if let place = state.running.firstIndex(of: done) { state.running.remove(at: place) }
      let crowds = Self.crowds(state)
      let first = state.waiting.indices.min {
        crowds.precedes(state.waiting[$0].asker, state.waiting[$1].asker)
      }
      guard let first else { return nil }
      let next = state.waiting.remove(at: first)
      state.running.append(next.asker)
      return next
    }
  }

  /// Takes one request out where there is one too many: the newest of the greatest crowd.
  ///
  /// Strangers have only their own places. Of two crowds as great, a stranger's gives way.
  private func dropOneIfFull(_ state: inout State) -> Waiting? {
    let strangers = state.waiting.indices.filter { !state.waiting[$0].asker.isKnown }
    let candidates: [Int]
    if strangers.count > waitingMax {
      candidates = strangers
    } else if state.waiting.count > waitingMax + reservedMax {
      candidates = Array(state.waiting.indices)
    } else {
      return nil
    }
    let crowds = Self.crowds(state)
    // From the newest on, because `max` keeps the first of equals.
    let dropped = candidates.reversed().max {
      crowds.precedes(state.waiting[$0].asker, state.waiting[$1].asker)
    }
    return dropped.map { state.waiting.remove(at: $0) }
  }

  private static func crowds(_ state: State) -> PasswordCrowds {
    PasswordCrowds(state.running + state.waiting.map(\.asker))
  }
}
