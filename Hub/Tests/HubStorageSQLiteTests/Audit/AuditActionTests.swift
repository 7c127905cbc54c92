import HubContracts
import HubCore
import HubTesting
import Testing

/// ACT-11, LOG-01: each step of an action is on record, with who took it.
@Suite struct AuditActionTests {
  let hub: TestIdentity

  init() throws { hub = try TestIdentity() }

  func steps(of account: Account) async throws -> [ActionEvent] {
    try await hub.database.auditEvents(of: account.number, countMax: 50).reversed().compactMap {
      guard case .action(let event) = $0 else { return nil }
      return event
    }
  }

  @Test func `an action that an app does is on record from the asking to the end`() async throws {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner)
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)

    try await hub.perform(id, by: device)

    let steps = try await steps(of: owner.session.account)
    #expect(steps.map(\.state) == [.queued, .leased, .applied])
    #expect(Set(steps.map(\.action)) == [id])
    #expect(steps.map(\.name) == Array(repeating: ActionName(.anchor, "startFocus"), count: 3))
    #expect(
      steps.map(\.session) == [owner.session.id, device.session.id, device.session.id])
  }

  @Test func `an action that is refused is on record with why`() async throws {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner)
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)

    try await hub.perform(id, by: device, .rejected(.notPossible))

    let last = try await steps(of: owner.session.account).last
    #expect(last?.state == .rejected && last?.refusal == .notPossible)
  }

  @Test func `what is asked twice is on record once, and nothing that the app was told is in it`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let proposal = ActionProposal(hub.actions.newID(), StartFocus(minutes: 25))
    for _ in 0..<2 { _ = try await hub.actions.propose(proposal, by: owner.session) }

    let steps = try await steps(of: owner.session.account)

    #expect(steps.count == 1)
    let text = String(decoding: AuditEvent.action(steps[0]).json, as: UTF8.self)
    #expect(text.contains("startFocus") && !text.contains("minutes"))
  }
}
