import HubContracts
import HubCore
import HubTesting
import Testing

/// What a person asks of an app, from the button to the receipt and back (docs/protocol/actions.md).
@Suite struct ActionServiceTests {
  private let hub: TestIdentity
  private let owner: SignedIn
  private let desk: DeviceSignIn

  private static let ref = RecordID(
    type: "focusSession", uuid: "44444444-4444-4444-8444-444444444444")
  private static let inverse = InverseAction.takeBack(
    in: .anchor, requiring: ActionPrecondition(ref, Version(7)))

  init() async throws {
    hub = try TestIdentity()
    owner = try await hub.makeOwner()
    desk = try await hub.connect(owner)
  }

  @Test func `an action waits for the app, is leased, and is done when the app says so`()
    async throws
  {
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    let waiting = try await hub.actions.inbox(of: desk.session).items.map(\.id)

    try await hub.perform(id, by: desk, .applied(refs: [Self.ref], inverse: Self.inverse))

    let action = try #require(try await hub.database.action(id, of: account))
    #expect(waiting == [id])
    #expect(action.life.state == .applied && action.outcome.refs == [Self.ref])
    #expect(action.canBeUndone)
    #expect(try await hub.actions.inbox(of: desk.session).items.isEmpty)
  }

  @Test
  func `a button that was pressed twice asks once, and its id asks for nothing else (ACT-03)`()
    async throws
  {
    let id = hub.actions.newID()
    let proposal = ActionProposal(id, StartFocus(minutes: 25))

    let first = try await hub.actions.propose(proposal, by: owner.session)
    let second = try await hub.actions.propose(proposal, by: owner.session)
    let other = try await hub.actions.propose(
      ActionProposal(id, StartFocus(minutes: 50)), by: owner.session)

    guard case .kept(let kept, isNew: true) = first else { throw Unexpected.answer }
    #expect(second == .kept(kept, isNew: false))
    #expect(other == .idReused)
    #expect(try await hub.actions.actions(of: account).actions == [kept])
  }

  @Test func `of twenty that ask at once one gets the action (ACT-04)`() async throws {
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    var devices = [desk]
    for _ in 0..<3 { devices.append(try await hub.connect(owner)) }
    let (actions, sessions) = (hub.actions, devices.map(\.session))

    let leased = try await withThrowingTaskGroup(of: Bool.self) { group in
      for session in sessions {
        group.addTask {
          guard case .leased = try await actions.lease(id, to: session) else { return false }
          return true
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    #expect(leased == 1)
  }

  @Test func `a late holder's answer is refused, and the newer one's counts (ACT-04)`()
    async throws
  {
    let id = try await hub.ask(for: FinishFocus(), by: owner)
    let phone = try await hub.connect(owner)
    let first = try await hub.lease(id, to: desk)
    hub.clock.advance(ActionLife.leaseMilliseconds)

    try await hub.perform(id, by: phone, .rejected(.notPossible))
    let late = try await hub.actions.receive(
      ActionReceipt(fence: first.fence, .applied(refs: [], inverse: nil)), for: id,
      from: desk.session)

    #expect(late == .refused(.leaseLost))
    #expect(try await hub.state(of: id, of: owner) == .rejected)
  }

  @Test func `startFocus is over two minutes after the button, and is offered to nobody (ACT-08)`()
    async throws
  {
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    hub.clock.advance(2 * Milliseconds.minute)

    #expect(try await hub.state(of: id, of: owner) == .expired)
    #expect(try await hub.actions.inbox(of: desk.session).items.isEmpty)
    #expect(try await hub.actions.lease(id, to: desk.session) == .refused(.over))
    let listed = try await hub.actions.actions(of: account).actions
    #expect(listed.map(\.life.state) == [.expired])
  }

  @Test func `an undo is the app's own inverse, for the store that gave it alone (ACT-10)`()
    async throws
  {
    let phone = try await hub.connect(owner)
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    try await hub.perform(id, by: desk, .applied(refs: [Self.ref], inverse: Self.inverse))

    let asked = try await hub.actions.undo(id, by: owner.session)
    let again = try await hub.actions.undo(id, by: owner.session)

    guard case .asked(_, let undo?) = asked, case .asked(_, new: nil) = again else {
      throw Unexpected.answer
    }
    #expect(try await hub.actions.inbox(of: phone.session).items.isEmpty)
    #expect(try await hub.actions.lease(undo.id, to: phone.session) == .unknown)
    let lease = try await hub.lease(undo.id, to: desk)
    #expect(lease.undoes == id && lease.action.precondition == Self.inverse.precondition)
    _ = try await hub.actions.receive(
      ActionReceipt(fence: lease.fence, .applied(refs: [], inverse: nil)), for: undo.id,
      from: desk.session)
    #expect(try await hub.state(of: id, of: owner) == .undone)
  }

  @Test(arguments: [ActionRefusal.changedSince, .notFound, .notPossible])
  func `an undo that the app refuses changes nothing but says why (ACT-11)`(
    reason: ActionRefusal
  ) async throws {
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    try await hub.perform(id, by: desk, .applied(refs: [Self.ref], inverse: Self.inverse))
    guard case .asked(_, let undo?) = try await hub.actions.undo(id, by: owner.session) else {
      throw Unexpected.answer
    }

    try await hub.perform(undo.id, by: desk, .rejected(reason))

    let action = try #require(try await hub.database.action(id, of: account))
    #expect(action.life.state == .undoRefused && action.outcome.refusal == reason)
  }

  @Test func `an undo that no app came for is refused as expired`() async throws {
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    try await hub.perform(id, by: desk, .applied(refs: [], inverse: Self.inverse))
    _ = try await hub.actions.undo(id, by: owner.session)
    hub.clock.advance(7 * Milliseconds.day)

    let listed = try await hub.actions.actions(of: account).actions

    #expect(listed.map(\.life.state) == [.undoRefused])
    #expect(listed.map(\.outcome.refusal) == [.expired])
  }

  @Test func `without an inverse there is nothing to undo by`() async throws {
    let id = try await hub.ask(for: FinishFocus(), by: owner)
    try await hub.perform(id, by: desk)

    guard case .noInverse = try await hub.actions.undo(id, by: owner.session) else {
      throw Unexpected.answer
    }
    #expect(try await hub.state(of: id, of: owner) == .applied)
  }

  @Test
  func
    `an action of medium risk waits for a yes, one of high for a fresh one and ten seconds (ACT-07)`()
    async throws
  {
    let (export, forget) = (hub.actions.newID(), hub.actions.newID())
    _ = try await hub.actions.propose(
      ActionProposal(export, .exportLocal, of: .anchor), by: owner.session)
    _ = try await hub.actions.propose(
      ActionProposal(forget, .forgetHubData, of: .anchor), by: owner.session)
    #expect(try await hub.actions.inbox(of: desk.session).items.isEmpty)
    hub.clock.advance(SessionLifetime.freshMilliseconds)

    let stale = try await hub.actions.approve(forget, by: owner.session)
    guard case .done = try await hub.actions.approve(export, by: owner.session) else {
      throw Unexpected.answer
    }
    let fresh = try await hub.signIn().session
    guard case .done = try await hub.actions.approve(forget, by: fresh) else {
      throw Unexpected.answer
    }

    #expect(stale == .proofNeeded)
    #expect(try await hub.actions.inbox(of: desk.session).items.map(\.id) == [export])
    hub.clock.advance(10_000)
    #expect(try await hub.actions.inbox(of: desk.session).items.map(\.id) == [export, forget])
  }

  @Test func `what waits can be cancelled or declined, and then no app gets it`() async throws {
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    let export = hub.actions.newID()
    _ = try await hub.actions.propose(
      ActionProposal(export, .exportLocal, of: .anchor), by: owner.session)

    _ = try await hub.actions.cancel(id, by: owner.session)
    _ = try await hub.actions.decline(export, by: owner.session)

    #expect(try await hub.state(of: id, of: owner) == .cancelled)
    #expect(try await hub.state(of: export, of: owner) == .declined)
    #expect(try await hub.actions.lease(id, to: desk.session) == .refused(.over))
  }

  @Test func `sixty in a minute and a hundred that wait are the most`() async throws {
    var kept = 0
    for minute in 0..<3 {
      hub.clock.advance(Int64(minute) * Milliseconds.minute + 1)
      for _ in 0..<61 {
        let answer = try await hub.actions.propose(
          ActionProposal(hub.actions.newID(), SharedAction.exportLocal, of: .anchor),
          by: owner.session)
        if case .kept = answer { kept += 1 }
      }
    }

    #expect(kept == 100)
  }

  @Test func `another person's actions are not there (ISO)`() async throws {
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    let guest = try await hub.makeGuest()
    let phone = try await hub.connect(guest)

    #expect(try await hub.actions.inbox(of: phone.session).items.isEmpty)
    #expect(try await hub.actions.lease(id, to: phone.session) == .unknown)
    #expect(try await hub.actions.cancel(id, by: guest.session) == .unknown)
    #expect(try await hub.actions.undo(id, by: guest.session) == nil)
    #expect(try await hub.actions.actions(of: guest.session.account.number).actions.isEmpty)
    #expect(try await hub.state(of: id, of: owner) == .queued)
  }

  @Test func `what an app performs goes with its session`() async throws {
    try await hub.actions.setPerformed(
      [ActionName(.anchor, "startFocus"), ActionName(.calorie, "logWater")], by: desk.session)
    let performed = try await hub.actions.performed(of: account)

    _ = try await hub.service.signOutDevice(token: desk.bearer.text)

    #expect(performed == [ActionName(.anchor, "startFocus")])
    #expect(try await hub.actions.performed(of: account).isEmpty)
  }

  private var account: AccountNumber { owner.session.account.number }
}

extension ActionServiceTests {
  /// An action that the desk has done and has leased to take it back, and the same store in another
  /// session, as a copy of it would have one.
  private func leasedUndo() async throws -> (copy: DeviceSignIn, undo: ActionID, fence: Int64) {
    let copy = try await hub.connect(owner, document: desk.session.document)
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    try await hub.perform(id, by: desk, .applied(refs: [Self.ref], inverse: Self.inverse))
    guard case .asked(_, let undo?)? = try await hub.actions.undo(id, by: owner.session) else {
      throw Unexpected.answer
    }
    return (copy, undo.id, try await hub.lease(undo.id, to: desk).fence)
  }

  @Test func `the receipt of an undo counts only from the session that leased it (ACT-04)`()
    async throws
  {
    let (copy, undo, fence) = try await leasedUndo()
    let phone = try await hub.connect(owner)
    let receipt = ActionReceipt(fence: fence, .applied(refs: [], inverse: nil))

    let fromPhone = try await hub.actions.receive(receipt, for: undo, from: phone.session)
    let fromCopy = try await hub.actions.receive(receipt, for: undo, from: copy.session)
    let stillLeased = try await hub.state(of: undo, of: owner)
    _ = try await hub.actions.receive(receipt, for: undo, from: desk.session)

    #expect(fromPhone == nil && fromCopy == .refused(.leaseLost) && stillLeased == .leased)
    #expect(try await hub.state(of: undo, of: owner) == .applied)
  }

  @Test func `a first receipt counts only from the session that leased the action (ACT-04)`()
    async throws
  {
    let others = [
      try await hub.connect(owner), try await hub.connect(owner, client: "calorie"),
      try await hub.connect(owner, document: desk.session.document),
    ]
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    let lease = try await hub.lease(id, to: desk)
    let receipt = ActionReceipt(fence: lease.fence, .applied(refs: [], inverse: nil))

    for other in others {
      let answer = try await hub.actions.receive(receipt, for: id, from: other.session)
      #expect(answer == .refused(.leaseLost), "\(other.session.client)")
    }

    #expect(try await hub.state(of: id, of: owner) == .leased)
  }

  @Test func `a store that signed in anew still says what it did under its last session`()
    async throws
  {
    let (copy, undo, fence) = try await leasedUndo()
    _ = try await hub.service.revokeDevice(
      desk.session.id, of: account, from: TestIdentity.home)

    _ = try await hub.actions.receive(
      ActionReceipt(fence: fence, .applied(refs: [], inverse: nil)), for: undo,
      from: copy.session)

    #expect(try await hub.state(of: undo, of: owner) == .applied)
  }
}
