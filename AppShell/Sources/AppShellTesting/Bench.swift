import AppShell
import PersonalSyncTesting
import ToolboxLocks

/// A machine for one test: a folder, a clock that the test moves, a seed, and a Hub in memory that
/// can be taken off the network.
public final class Bench: Sendable {
  public static let hubAddress = "http://hub.localhost:8765"

  public let folder = TemporaryFolder()
  public let clock: HandClock
  public let hub: FakeHub
  public let link: FaultyLink
  public let machine: Machine
  private let offline: Locked<Bool>
  private let decision = Locked<[@Sendable (FakeHub) -> Void]>([])

  /// - `nowMilliseconds`: where the clock starts; by default 2026-11-30 09:00 in Berlin.
  /// - `zone`: the machine's own.
  /// - `sharing`: a bench whose Hub and clock this machine has too, so that both are one world.
  public init(
    nowMilliseconds: Int64 = 1_796_025_600_000, seed: UInt64 = 1, zone: String = "Europe/Berlin",
    sharing world: Bench? = nil
  ) {
    let dice = Dice(seed: seed)
    let offline = Locked(false)
    clock = world?.clock ?? HandClock(nowMilliseconds: nowMilliseconds)
    hub = world?.hub ?? FakeHub(clock: clock, random: Dice(seed: seed &+ 1_000))
    let hub = hub
    let decision = decision
    link = FaultyLink(
      to: hub, chance: { offline.withLock { $0 } ? .lostRequest : nil },
      interlude: { request in
        guard request.path == "/oauth/token" else { return }
        decision.withLock { $0.popLast() }?(hub)
      })
    guard let zone = ZoneOffsets(named: zone) else { preconditionFailure("no such zone: \(zone)") }
    machine = Machine(
      environment: ["XDG_DATA_HOME": folder.path, "XDG_STATE_HOME": folder.path + "/state"],
      clock: clock, random: dice, zone: zone,
      http: link)
    self.offline = offline
  }

  /// What the person will do on the Hub's page, once an app waits for the approval of its code.
  public func whenAsked(_ decide: @escaping @Sendable (FakeHub) -> Void) {
    decision.withLock { $0 = [decide] }
  }

  public func setOffline(_ isOffline: Bool) { offline.withLock { $0 = isOffline } }
}

extension Bench {
  /// Signs a store in, as if the person had approved its code on the Hub's page.
  public func signIn(
    _ connection: HubConnection, as account: FakeHub.Account
  ) async throws(ConnectionError) {
    let prompt = try await connection.startSignIn(at: try connection.origin(Self.hubAddress))
    hub.approveGrant(as: account)
    _ = try await connection.finishSignIn(prompt)
  }

  /// Signs in and lets the account own the store.
  public func connect(
    _ connection: HubConnection, as account: FakeHub.Account
  ) async throws(ConnectionError) {
    try await signIn(connection, as: account)
    if case .asked(let question) = try await connection.approval() {
      try await connection.approve(question)
    }
  }
}
