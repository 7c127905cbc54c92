import CLinux
import CMicrohttpd
import Glibc
import ToolboxHTTP
import ToolboxLocks

/// One thread that serves its share of a server's connections and runs their responders.
///
/// It waits on its own epoll set, which holds libmicrohttpd's set, an event descriptor that other
/// threads ring, the outlets, and the sockets of parked requests. Whatever is ready is done by
/// this thread alone, so that nothing of a connection needs a lock.
final class ServerLoop: TaskExecutor, @unchecked Sendable {
  // Safe because other threads touch `inbox` and `bell` only; all else is set before the thread
  // starts and then touched on that thread only.

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var drains: [Drain] = []
    /// Whether the thread waits, so that a job has to ring the bell.
    var isAsleep = false
    /// Whether nothing is open any more; what is drained then is done at once.
    var isClosed = false
  }

  struct Drain {
    var deadline: ContinuousClock.Instant
    /// Nil where nobody waits.
    var done: CheckedContinuation<Void, Never>?
  }

  /// How long a parked request waits before its socket is watched; most are answered before.
  private static let watchDelay: Duration = .milliseconds(20)
  /// Deadlines are met within this time; it bounds how often all connections are gone through.
  private static let sweepPause: Duration = .milliseconds(50)
  private static let bellID: UInt64 = 0
  private static let daemonID: UInt64 = 1
  private static let eventsMax = 64

  let limits: HTTPServerConfiguration
  let respond: HTTPResponder
  let peers: PeerSlots
  let epoll: Int32
  private let bell: Int32
  private let inbox = Locked(Inbox())
  private let clock = ContinuousClock()

  private(set) var daemon: OpaquePointer?
  private(set) var now: ContinuousClock.Instant
  private var lastID = ServerLoop.daemonID
  var connections: [ObjectIdentifier: ServerConnection] = [:]
  /// Of the connections: those that are shut down and not yet closed.
  var givenUpCount = 0
  /// Of the connections: those that were answered before and are not given up.
  var keptCount = 0
  /// What the bodies that are arriving hold together.
  var arrivingBytes = 0
  private var outlets: [UInt64: Outlet] = [:]
  private var parked: [UInt64: Exchange] = [:]
  /// Parked requests whose sockets are not watched yet, oldest first.
  private var unwatched: [(id: UInt64, due: ContinuousClock.Instant)] = []
  private var nextSweep: ContinuousClock.Instant?
  private var lastSweep: ContinuousClock.Instant
  private var tasksRunning = 0
  private var daemonHasWork = false
  /// Whether a connection was closed since the daemon last began to run.
  var hasClosed = false
  private(set) var isDraining = false
  private var drains: [Drain] = []

  /// Takes `listening`, a descriptor of the listening socket, for its own.
  init(
    listening: Int32, limits: HTTPServerConfiguration, peers: PeerSlots,
    respond: @escaping HTTPResponder
  ) throws(HTTPServerError) {
    self.limits = limits
    self.respond = respond
    self.peers = peers
    now = clock.now
    lastSweep = now
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard epoll >= 0, bell >= 0 else {
      close(listening)
      throw .resourcesExhausted
    }
    daemon = startDaemon(listening: listening)
    guard let daemon else {
      close(listening)
      throw .resourcesExhausted
    }
    guard add(bell, id: Self.bellID), add(mhd_shim_epoll(daemon), id: Self.daemonID) else {
      MHD_stop_daemon(daemon)
      throw .resourcesExhausted
    }
    daemonHasWork = true
  }

  deinit {
    if epoll >= 0 { close(epoll) }
    if bell >= 0 { close(bell) }
  }

  private func add(_ descriptor: Int32, id: UInt64) -> Bool {
    var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: id))
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
  }

  func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }

  // MARK: From any thread

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustRing = inbox.withLock { inbox in
      inbox.jobs.append(job)
      defer { inbox.isAsleep = false }
      return inbox.isAsleep
    }
    if mustRing { ring() }
  }

  /// Returns when nothing is open any more.
  func drain(until deadline: ContinuousClock.Instant) async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      let isClosed = inbox.withLock { inbox in
        if !inbox.isClosed { inbox.drains.append(Drain(deadline: deadline, done: done)) }
        return inbox.isClosed
      }
      if isClosed { done.resume() } else { ring() }
    }
  }

  /// Closes everything soon, without anybody waiting for it.
  func abandon() {
    inbox.withLock { $0.drains.append(Drain(deadline: clock.now, done: nil)) }
    ring()
  }

  private func ring() {
    var one: UInt64 = 1
    // Fails only where the bell has been rung more often than it can count, and so is heard.
    _ = write(bell, &one, 8)
  }

  // MARK: The thread

  /// Starts the thread; it ends after a drain, when the last responder has returned.
  func start() throws(HTTPServerError) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(self)
    let result = pthread_create(&thread, nil, serverLoopThread, box.toOpaque())
    guard result == 0 else {
      box.release()
      if let daemon { MHD_stop_daemon(daemon) }
      daemon = nil
      throw .resourcesExhausted
    }
    pthread_detach(thread)
  }

  fileprivate func run() {
    while daemon != nil || tasksRunning > 0 {
      waitForEvents()
      takeDrains()
      runJobs()
      runDaemon()
      watchParked()
      sweepIfDue()
      endDrainIfDone()
    }
  }

  private func waitForEvents() {
    let milliseconds = waitMilliseconds()
    let mayWait = inbox.withLock { inbox in
      inbox.isAsleep = inbox.jobs.isEmpty && milliseconds != 0
      return inbox.isAsleep
    }
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.eventsMax) { events in
      let count = epoll_wait(
        epoll, events.baseAddress, Int32(Self.eventsMax), mayWait ? milliseconds : 0)
      inbox.withLock { $0.isAsleep = false }
      now = clock.now
      for event in events.prefix(max(0, Int(count))) {
        handle(id: event.data.u64, events: event.events)
      }
    }
  }

  private func handle(id: UInt64, events: UInt32) {
    switch id {
    case Self.bellID:
      var count: UInt64 = 0
      _ = read(bell, &count, 8)
    case Self.daemonID:
      daemonHasWork = true
    default:
      if let outlet = outlets[id] {
        outlet.handle(events: events, now: now)
        expect(by: outlet.deadline)
      } else if let exchange = parked[id] {
        unwatch(exchange)
        exchange.task?.cancel()
      }
    }
  }

  /// The time until something is due without an event; -1: for ever.
  private func waitMilliseconds() -> Int32 {
    if daemonHasWork { return 0 }
    var due = nextSweep.map { max($0, lastSweep + Self.sweepPause) }
    if let first = unwatched.first?.due { due = min(due ?? first, first) }
    if let end = drains.map(\.deadline).min() { due = min(due ?? end, end) }
    guard let due else { return -1 }
    let left = due - clock.now
    guard left > .zero else { return 0 }
    // One more, so as not to wake just before it is due.
    return Int32(min(left / .milliseconds(1), 60_000)) + 1
  }

  /// Runs what tasks have to do here until nothing is left, or for a bounded number of rounds, so
  /// that responders that never stop yielding cannot starve the connections.
  func runJobs() {
    for _ in 0..<16 {
      let jobs = inbox.withLock { inbox in
        let jobs = inbox.jobs
        inbox.jobs.removeAll(keepingCapacity: true)
        return jobs
      }
      guard !jobs.isEmpty else { return }
      for job in jobs {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  private func runDaemon() {
    guard daemonHasWork, let daemon else { return }
    daemonHasWork = false
    hasClosed = false
    MHD_run(daemon)
    // Where descriptors had run out, libmicrohttpd listens again only in the run after one is free.
    if hasClosed { daemonHasWork = true }
    var milliseconds: UInt64 = 0
    if MHD_get_timeout(daemon, &milliseconds) == .YES, milliseconds == 0 { daemonHasWork = true }
  }

  // MARK: Parked requests

  /// Sets the exchange's connection aside until ``unpark(_:)``.
  func park(_ exchange: Exchange, _ connection: ServerConnection) {
    exchange.stage = .responding(isParked: true)
    MHD_suspend_connection(connection.handle)
    parked[exchange.id] = exchange
    unwatched.append((exchange.id, now + Self.watchDelay))
  }

  /// Has libmicrohttpd go on with the connection in this round.
  func unpark(_ exchange: Exchange, _ connection: ServerConnection) {
    unwatch(exchange)
    parked[exchange.id] = nil
    MHD_resume_connection(connection.handle)
    daemonHasWork = true
  }

  private func watchParked() {
    var count = 0
    for (id, due) in unwatched {
      if let exchange = parked[id], let connection = exchange.connection {
        guard due <= now else { break }
        var event = epoll_event(events: EPOLLRDHUP.rawValue, data: epoll_data_t(u64: id))
        exchange.isWatched =
          epoll_ctl(epoll, EPOLL_CTL_ADD, connection.descriptor, &event) == 0
      }
      count += 1
    }
    if count > 0 { unwatched.removeFirst(count) }
  }

  private func unwatch(_ exchange: Exchange) {
    guard exchange.isWatched, let connection = exchange.connection else { return }
    exchange.isWatched = false
    epoll_ctl(epoll, EPOLL_CTL_DEL, connection.descriptor, nil)
  }

  // MARK: Tasks and outlets

  func beginTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    tasksRunning += 1
    return Task(executorPreference: self) {
      await body()
      self.tasksRunning -= 1
    }
  }

  /// Takes the connection's socket over from libmicrohttpd, which must then be told to close it.
  ///
  /// - Returns: nil where no descriptor is left.
  func takeOver(_ connection: ServerConnection, streaming exchange: Exchange?) -> Outlet? {
    let descriptor = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    let id = nextID()
    let outlet = Outlet(
      id: id, descriptor: descriptor, epoll: epoll, isStream: exchange != nil,
      stallDeadline: limits.answerDeadline, slot: connection.slot
    ) { [unowned self] in
      outlets[id] = nil
      exchange?.task?.cancel()
    }
    guard outlet.stage != .closed else { return nil }
    outlets[id] = outlet
    return outlet
  }

  /// Connections and outlets that are open and will stay, for the bound on both together.
  var openCount: Int {
    connections.count - min(givenUpCount, Self.givenUpMax) + outlets.count
  }

  // MARK: Deadlines

  func expect(by deadline: ContinuousClock.Instant?) {
    guard let deadline else { return }
    nextSweep = min(nextSweep ?? deadline, deadline)
  }

  private func sweepIfDue() {
    guard let due = nextSweep, due <= now, lastSweep + Self.sweepPause <= now else { return }
    lastSweep = now
    nextSweep = nil
    for connection in connections.values {
      guard let deadline = connection.deadline else { continue }
      if deadline <= now { cut(connection) } else { expect(by: deadline) }
    }
    for outlet in outlets.values {
      guard let deadline = outlet.deadline else { continue }
      if deadline <= now { outlet.close() } else { expect(by: deadline) }
    }
  }

  // MARK: Draining

  private func takeDrains() {
    let arrived = inbox.withLock { inbox in
      let drains = inbox.drains
      inbox.drains = []
      return drains
    }
    guard !arrived.isEmpty else { return }
    drains += arrived
    guard !isDraining, let daemon else { return }
    // What has arrived before the drain began is still accepted and answered.
    MHD_run(daemon)
    isDraining = true
    let listening = MHD_quiesce_daemon(daemon)
    if listening >= 0 { close(listening) }
    for connection in connections.values { closeIfIdle(connection) }
    daemonHasWork = true
  }

  private func endDrainIfDone() {
    guard isDraining, let daemon else { return }
    let isDone = connections.isEmpty && outlets.values.allSatisfy { $0.stage == .lingering }
    guard isDone || drains.contains(where: { $0.deadline <= now }) else { return }
    for exchange in parked.values {
      exchange.stage = .released
      exchange.task?.cancel()
      if let connection = exchange.connection { unpark(exchange, connection) }
    }
    for outlet in outlets.values { outlet.close() }
    MHD_stop_daemon(daemon)
    self.daemon = nil
    drains += inbox.withLock { inbox in
      inbox.isClosed = true
      defer { inbox.drains = [] }
      return inbox.drains
    }
    for drain in drains { drain.done?.resume() }
    drains = []
  }
}

/// The thread's first function; here and not in a closure, which would inherit an isolation.
private func serverLoopThread(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let box else { return nil }
  let loop = Unmanaged<ServerLoop>.fromOpaque(box).takeRetainedValue()
  loop.run()
  return nil
}
