import AnchorModel
import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing

@testable import Anchor

/// What Anchor does when it is asked to from the Hub (docs/protocol/actions.md).
@Suite struct AnchorActionTests {
  private let device: AnchorBench
  private let hub: FakeHub
  private let ada: FakeHub.Account

  init() async throws {
    device = try await AnchorBench()
    hub = device.bench.hub
    ada = hub.account("Ada", timeZone: "Europe/Berlin")
    try await device.connect()
    try await device.synchronize()
  }

  @Test func `startFocus starts a session of its own rules, and the theme becomes a tag`()
    async throws
  {
    let id = hub.ask(ada, for: StartFocus(minutes: 25, theme: .writing))

    let report = try await device.synchronize()

    let session = try #require(try await device.sessions().first)
    #expect(report.actions.applied == 1 && hub.state(of: id) == .applied)
    #expect(session.isActive && session.plannedSeconds == 1_500)
    #expect(session.words == words(tags: ["writing"]))
  }

  @Test func `it says to the Hub what it performs`() {
    #expect(
      hub.performed(by: ada).map(\.action) == [
        "checkInHabit", "finishFocus", "startFocus", "takeBack",
      ])
  }

  @Test func `finishFocus ends what runs, and what ended goes out in the same pass`() async throws {
    _ = try await device.store.start(words("write"), plannedSeconds: 0)
    device.wait(minutes: 20)
    let id = hub.ask(ada, for: FinishFocus())

    try await device.synchronize()

    #expect(hub.state(of: id) == .applied)
    #expect(try device.hubSessions().map(\.focusedMinutes) == [20])
  }

  @Test func `what the rules do not allow is refused, and nothing is written`() async throws {
    let short = hub.ask(ada, for: StartFocus(minutes: 3))
    let idle = hub.ask(ada, for: FinishFocus())

    let report = try await device.synchronize()

    #expect(report.actions.rejected == 2)
    #expect(hub.result(of: short) == .rejected(.notPossible))
    #expect(hub.result(of: idle) == .rejected(.alreadyDone))
    #expect(try await device.sessions().isEmpty)
  }

  @Test(arguments: [true, false])
  func `taking an action back leaves the store as it was before (ACT-12)`(
    isFinishing: Bool
  ) async throws {
    _ = try await device.store.start(words("before", tags: ["x"]), plannedSeconds: 3_000)
    device.wait(minutes: 5)
    try await device.synchronize()
    let before = try await device.sessions()
    let id =
      isFinishing
      ? hub.ask(ada, for: FinishFocus()) : hub.ask(ada, for: StartFocus(minutes: 25))
    try await device.synchronize()
    #expect(try await device.sessions() != before)

    #expect(hub.undo(id) != nil)
    try await device.synchronize()

    #expect(hub.state(of: id) == .undone)
    #expect(try await device.sessions() == before)
  }

  @Test func `an action that the person has gone on from is not taken back (ACT-11)`() async throws
  {
    let id = hub.ask(ada, for: StartFocus(minutes: 25))
    try await device.synchronize()
    device.wait(minutes: 2)
    let paused = try await device.store.pause()

    let undo = try #require(hub.undo(id))
    try await device.synchronize()

    #expect(hub.result(of: undo) == .rejected(.changedSince))
    #expect(try await device.sessions() == [paused])
  }

  @Test func `an action that was taken back here is not there to be taken back from the Hub`()
    async throws
  {
    let id = hub.ask(ada, for: StartFocus(minutes: 25))
    try await device.synchronize()
    _ = try await device.store.undo()

    let undo = try #require(hub.undo(id))
    try await device.synchronize()

    #expect(hub.result(of: undo) == .rejected(.notFound))
    #expect(try await device.sessions().isEmpty)
  }

  @Test func `a second device does not take back what the first did (ACT-10)`() async throws {
    let second = try await AnchorBench(seed: 2, sharing: device)
    try await second.connect()
    let id = hub.ask(ada, for: StartFocus(minutes: 25))
    try await device.synchronize()

    #expect(hub.undo(id) != nil)
    try await second.synchronize()
    let between = hub.state(of: id)
    try await device.synchronize()

    #expect(between == .undoRequested && hub.state(of: id) == .undone)
  }
}
