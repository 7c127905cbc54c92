import Dispatch
import ToolboxLocks

/// Runs password hashes, two at a time, on threads of their own (SIGN-11).
///
/// A hash takes 64 MiB and a tenth of a second on purpose: unbounded, signing in would be a way to
/// take the Hub down, and on the threads that serve requests it would stop all others.
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
  private let queue = DispatchQueue(label: "hub.password", attributes: .concurrent)

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

  /// What `work` returns; nil, without running it, where too many wait already.
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
    enum Place { case runs, waits, refused }
    let place = state.withLock { state -> Place in
      if state.running < atOnce {
        state.running += 1
        return .runs
      }
      guard state.waiting.count < waitingMax else { return .refused }
      state.waiting.append(job)
      return .waits
    }
    switch place {
    case .runs: start(job)
    case .waits: break
    case .refused: refuse()
    }
  }

  private func start(_ job: @escaping @Sendable () -> Void) {
    queue.async {
      job()
      let next = self.state.withLock { state -> (@Sendable () -> Void)? in
        guard !state.waiting.isEmpty else {
          state.running -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      if let next { self.start(next) }
    }
  }
}
