import PersonalSyncKit
import ToolboxCrypto

/// Synchronises a store by itself: at start, 2 s after a change, every 15 minutes, and after a
/// failure ever more seldom.
///
/// Runs passes one after another and holds nothing that a page waits for.
package actor AutomaticSync {
  /// Events that wait for a pass to end; more of them would say nothing new.
  private static let eventsMax = 64

  private let clock: any SyncClock
  private let random: any RandomBytes
  private let pass: @Sendable () async -> SyncSchedule.Outcome
  private var schedule = SyncSchedule()
  private let events: AsyncStream<SyncSchedule.Event>
  private let inbox: AsyncStream<SyncSchedule.Event>.Continuation

  package init(_ connector: Connector) {
    self.init(clock: connector.machine.clock, random: connector.machine.random) {
      do throws(ConnectionError) {
        try await connector.synchronize()
        return .settled
      } catch { return SyncSchedule.Outcome(error) }
    }
  }

  init(
    clock: any SyncClock, random: any RandomBytes,
    pass: @escaping @Sendable () async -> SyncSchedule.Outcome
  ) {
    self.clock = clock
    self.random = random
    self.pass = pass
    (events, inbox) = AsyncStream.makeStream(
      of: SyncSchedule.Event.self, bufferingPolicy: .bufferingNewest(Self.eventsMax))
  }

  /// Says that something in the store waits to be sent.
  nonisolated func changed() { inbox.yield(.changed) }

  /// Asks for a pass now, also after a failure.
  nonisolated func ask() { inbox.yield(.asked) }

  /// Synchronises until the task is cancelled; call it once.
  func run() async {
    var timer: Task<Void, Never>?
    defer { timer?.cancel() }
    inbox.yield(.started)
    for await event in events {
      var action = decide(event)
      while action == .synchronize {
        timer?.cancel()
        action = decide(.finished(await pass()))
      }
      if Task.isCancelled { return }
      guard case .wait(let until) = action else { continue }
      timer?.cancel()
      timer = wake(at: until)
    }
  }

  private func decide(_ event: SyncSchedule.Event) -> SyncSchedule.Action? {
    let byte = random.bytes(1).first ?? 0
    return schedule.handle(event, at: now, chance: Double(byte) / 256)
  }

  private var now: Int64 { clock.monotonicNanoseconds / 1_000_000 }

  private func wake(at milliseconds: Int64) -> Task<Void, Never> {
    let wait = max(0, milliseconds - now)
    return Task { [clock, inbox] in
      await clock.sleep(milliseconds: wait)
      if !Task.isCancelled { inbox.yield(.timerFired) }
    }
  }
}

extension SyncSchedule.Outcome {
  /// What a failed pass means for the next one.
  init(_ error: ConnectionError) {
    switch error {
    case .sync(.hubRefused(_, let seconds)): self = .failed(retryAfterSeconds: seconds)
    case .sync(.unreachable), .sync(.sessionChanged), .sync(.applyFailed),
      .identity(.unreachable), .identity(.refused), .identity(.sessionChanged):
      self = .failed(retryAfterSeconds: nil)
    case .store, .sync(.journal), .identity(.journal), .identity(.secrets):
      self = .failed(retryAfterSeconds: nil)
    case .sync(.ownership), .sync(.signInNeeded), .sync(.invalidResponse), .sync(.hubKeyChanged),
      .sync(.hubWentBack), .sync(.recursiveSynchronize), .identity(.differentAccount),
      .identity(.hubKeyChanged),
      .identity(.invalidResponse),
      .address, .signedOut, .declined, .nobodyToAsk:
      self = .halted
    }
  }
}
