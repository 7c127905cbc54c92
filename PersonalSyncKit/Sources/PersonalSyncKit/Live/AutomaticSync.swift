import HubContracts
import ToolboxCrypto
import ToolboxLocks

/// Keeps a store in step with its Hub by itself, for as long as ``run()`` runs.
///
/// A pass runs at start, 2 s after a change, within a second of a change elsewhere, at once when the
/// Hub has something for the app to do, every 15 minutes,
/// and after failures ever more seldom. The Hub's stream of events is kept open beside it. Runs one
/// pass at a time and holds nothing that a page waits for.
/// Source: docs/protocol/sync.md, S8.
public actor AutomaticSync {
  /// What has happened and was not looked at yet; bounded, because it holds states and no queue.
  private struct News: Sendable {
    var isChanged = false
    var isAsked = false
    var isNetworkBack = false
    var isActionWaiting = false
    var head: FeedHead?
    var opened: HubEvents?
    var streamEnd: StreamSchedule.Event?
  }

  private let clock: any SyncClock
  private let random: any RandomBytes
  private let network: any NetworkReturn
  private let pass: @Sendable () async -> PassOutcome
  private let openEvents: @Sendable () async throws(SyncError) -> HubEvents

  private let news = Locked(News())
  private let rings: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation

  private var passes = PassSchedule()
  private var streams = StreamSchedule()
  private var passDue: Int64?
  private var streamDue: Int64?
  private var events: HubEvents?
  private var stream: Task<Void, Never>?
  private var timer: Task<Void, Never>?

  /// - `pass` runs one pass and says what became of it; it is never called twice at once.
  /// - `events` opens the Hub's stream.
  public init(
    clock: any SyncClock, random: any RandomBytes, network: any NetworkReturn = NoNetworkReturn(),
    pass: @escaping @Sendable () async -> PassOutcome,
    events: @escaping @Sendable () async throws(SyncError) -> HubEvents
  ) {
    self.clock = clock
    self.random = random
    self.network = network
    self.pass = pass
    openEvents = events
    (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Says that something in the store waits to be sent.
  public nonisolated func changed() { tell { $0.isChanged = true } }

  /// Asks for a pass now, also after a failure; to be called after a sign-in, too.
  public nonisolated func ask() { tell { $0.isAsked = true } }

  /// Synchronises until the task is cancelled; call it once.
  public func run() async {
    let watching = Task { [network] in
      for await _ in network.returns() { self.tell { $0.isNetworkBack = true } }
    }
    await schedulePass(.started)
    setTimer()
    for await _ in rings {
      await look()
      if Task.isCancelled { break }
      setTimer()
    }
    for task in [watching, stream, timer] { task?.cancel() }
  }

  private nonisolated func tell(_ change: @Sendable (inout News) -> Void) {
    news.withLock { change(&$0) }
    bell.yield()
  }

  // MARK: - Looking

  private func look() async {
    let news = news.withLock { news in
      defer { news = News() }
      return news
    }
    if let opened = news.opened {
      events = opened
      scheduleStream(.opened)
    }
    if let end = news.streamEnd {
      events = nil
      scheduleStream(end)
    }
    if news.isNetworkBack {
      await schedulePass(.networkReturned)
      scheduleStream(.networkReturned)
    }
    if news.isAsked { await schedulePass(.asked) }
    if news.isChanged { await schedulePass(.changed) }
    if news.isActionWaiting { await schedulePass(.actionWaits) }
    if let head = news.head, await isBehind(head) { await schedulePass(.behind) }
    if let due = passDue, due <= now { await schedulePass(.timerFired) }
    if let due = streamDue, due <= now { scheduleStream(.timerFired) }
  }

  /// Looked at only between passes, so that a pass which has just read the change counts.
  private func isBehind(_ head: FeedHead) async -> Bool {
    guard let events else { return false }
    do throws(SyncError) { return try await events.isBehind(head) } catch {
      // A pass will meet the same trouble, and tell of it.
      return true
    }
  }

  // MARK: - Acting

  private func schedulePass(_ event: PassSchedule.Event) async {
    var action = passes.handle(event, at: now, chance: chance)
    while action == .synchronize {
      passDue = nil
      let outcome = await pass()
      action = passes.handle(.finished(outcome), at: now, chance: chance)
      if outcome == .settled { scheduleStream(.passed) }
    }
    if case .wait(let until) = action { passDue = until }
  }

  private func scheduleStream(_ event: StreamSchedule.Event) {
    switch streams.handle(event, at: now, chance: chance) {
    case .open:
      streamDue = nil
      open()
    case .wait(let until): streamDue = until
    case nil: break
    }
  }

  private func open() {
    stream?.cancel()
    stream = Task { [openEvents] in
      var end = StreamSchedule.Event.ended(retryAfterSeconds: nil)
      do throws(SyncError) {
        var events = try await openEvents()
        events.actionWaits = { self.tell { $0.isActionWaiting = true } }
        let opened = events
        tell { $0.opened = opened }
        for try await head in opened { tell { $0.head = head } }
      } catch { end = StreamSchedule.Event(error) }
      let last = end
      tell { $0.streamEnd = last }
    }
  }

  private var now: Int64 { clock.monotonicNanoseconds / 1_000_000 }

  private var chance: Double { Double(random.bytes(1).first ?? 0) / 256 }

  private func setTimer() {
    timer?.cancel()
    guard let due = [passDue, streamDue].compactMap(\.self).min() else { return }
    let wait = max(0, due - now)
    timer = Task { [clock, bell] in
      await clock.sleep(milliseconds: wait)
      if !Task.isCancelled { bell.yield() }
    }
  }
}
