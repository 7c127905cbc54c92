import Glibc
import ToolboxLocks

/// Keeps the Hub and the apps' pages running, and ends them together.
///
/// The Hub is first; the apps follow when it has said that it is ready. Each is a process of its own,
/// so that one that dies takes no other with it.
struct Supervisor: Sendable {
  enum Outcome: Sendable, Equatable {
    case stopped
    /// The Hub never became ready; what it said is on the screen.
    case hubDidNotStart
    /// A program ended so often that it was left alone.
    case gaveUp(String)
  }

  /// What the supervisor needs of the machine; a test hands in its own.
  struct Machine: Sendable {
    var environment: [String: String]
    /// Shows a line.
    var say: @Sendable (String) -> Void
    /// Returns when somebody asks for the end.
    var stopRequest: @Sendable () async -> Void
    /// Waits; earlier when the task is cancelled.
    var pause: @Sendable (Duration) async -> Void
    var uptime: @Sendable () -> Duration
  }

  let hub: ChildProgram
  let apps: [ChildProgram]
  /// Whether a line of the Hub's says that it is ready.
  let isReady: @Sendable (String) -> Bool
  let machine: Machine
  private let children = RunningChildren()

  init(
    hub: ChildProgram, apps: [ChildProgram], isReady: @escaping @Sendable (String) -> Bool,
    machine: Machine
  ) {
    self.hub = hub
    self.apps = apps
    self.isReady = isReady
    self.machine = machine
  }

  /// Returns when all have ended: because somebody asked, or because one could not be kept running.
  func run() async -> Outcome {
    let (ready, isReadyNow) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    return await withTaskGroup(of: Outcome?.self) { group in
      group.addTask {
        await machine.stopRequest()
        return .stopped
      }
      group.addTask {
        await keep(hub, isEssential: true) { line in
          if isReady(line) { isReadyNow.yield() }
        }
      }
      group.addTask {
        for await _ in ready { break }
        await withTaskGroup(of: Void.self) { group in
          for app in apps {
            if let note = app.note { machine.say("[\(app.name)] \(note)") }
            group.addTask { _ = await keep(app, isEssential: false) { _ in } }
          }
        }
        return nil
      }
      var outcome = Outcome.stopped
      while let ended = await group.next() {
        guard let ended else { continue }
        outcome = ended
        break
      }
      group.cancelAll()
      await stopChildren()
      return outcome
    }
  }

  /// Starts a program again and again until the end is asked for.
  ///
  /// Nil where the program was left alone and the others go on.
  private func keep(
    _ program: ChildProgram, isEssential: Bool, onLine: @escaping @Sendable (String) -> Void
  ) async -> Outcome? {
    let hasBeenReady = Locked(false)
    var policy = RestartPolicy()
    while !children.isStopping {
      let start = machine.uptime()
      let ending = await ChildRun.run(
        program, environment: machine.environment,
        ChildRun.Reports(
          started: { children.started(program.name, $0) },
          line: { line in
            machine.say("[\(program.name)] \(line)")
            if isReady(line) { hasBeenReady.withLock { $0 = true } }
            onLine(line)
          },
          ended: { children.ended(program.name) }))
      if children.isStopping { return .stopped }
      if isEssential, !hasBeenReady.withLock({ $0 }) { return .hubDidNotStart }
      switch policy.ended(after: machine.uptime() - start) {
      case .giveUp:
        machine.say("[\(program.name)] \(ending.words). It ended too often and is left alone.")
        return isEssential ? .gaveUp(program.name) : nil
      case .restart(let delay):
        machine.say("[\(program.name)] \(ending.words). Starting it again in \(delay).")
        await machine.pause(delay)
      }
    }
    return .stopped
  }

  /// Asks all to end, and ends what has not after 15 s.
  private func stopChildren() async {
    children.stop(with: SIGTERM)
    let killing = Task {
      await machine.pause(.seconds(15))
      if !Task.isCancelled { children.stop(with: SIGKILL) }
    }
    await children.waitUntilNone()
    killing.cancel()
  }
}

extension ChildEnding {
  var words: String {
    switch self {
    case .exited(0): "It ended"
    case .exited(let status): "It ended with status \(status)"
    case .killed(let signal): "It was ended by signal \(signal)"
    case .notStarted(let code): "It cannot be run: \(String(cString: strerror(code)))"
    }
  }
}

/// Which children run now; a child is signalled only while its process id is its own.
///
/// A lock and not an actor: each child's thread reports here.
final class RunningChildren: Sendable {
  private struct State {
    var processes: [String: pid_t] = [:]
    var isStopping = false
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// Those who may go on, now that nothing runs.
    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      guard processes.isEmpty else { return [] }
      defer { waiters = [] }
      return waiters
    }
  }

  private let state = Locked(State())

  var isStopping: Bool { state.withLock { $0.isStopping } }

  func started(_ name: String, _ process: pid_t) {
    state.withLock { state in
      state.processes[name] = process
      // The end was asked for while it was being started.
      if state.isStopping { kill(process, SIGTERM) }
    }
  }

  func ended(_ name: String) {
    let waiters = state.withLock { state in
      state.processes[name] = nil
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Sends the signal to all that run; none is started again.
  func stop(with signal: Int32) {
    state.withLock { state in
      state.isStopping = true
      for process in state.processes.values { kill(process, signal) }
    }
  }

  func waitUntilNone() async {
    await withCheckedContinuation { continuation in
      let waiters = state.withLock { state in
        state.waiters.append(continuation)
        return state.takeWaiters()
      }
      for waiter in waiters { waiter.resume() }
    }
  }
}
