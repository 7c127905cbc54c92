import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxLocks
import ToolboxSQLiteTesting

@testable import PersonalSyncKit

/// What a store does when it is asked to from the Hub, and what it promises (docs/protocol/actions.md).
@Suite struct ActionTests {
  @Test(arguments: JournalForm.allCases)
  func `an action is done with its receipt, and what it changed goes out like any edit`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    let id = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))

    let report = try await pair.first.perform()
    try await pair.settle()

    #expect(report?.applied == 1)
    #expect(pair.hub.state(of: id) == .applied)
    #expect(try await pair.first.minutes(id.description) == 25)
    #expect(try await pair.second.minutes(id.description) == 25)
    #expect(
      pair.hub.performed(by: pair.ada).map(\.action) == ["forgetHubData", "startFocus", "takeBack"])
  }

  @Test(
    arguments: [FaultyLink.Fault.lostReply, .lostRequest, .deliveredTwice, .busy],
    JournalForm.allCases)
  func
    `a receipt that does not get through is sent again until it does, and nothing is done twice (ACT-03)`(
      fault: FaultyLink.Fault, form: JournalForm
    ) async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.perform()
    let id = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))
    let effects = Locked(0)

    // Who asks whom, the inbox and the lease arrive; then the receipt meets the fault.
    pair.first.link.next(nil, nil, nil, nil, fault)
    do { try await pair.first.perform { effects.withLock { $0 += 1 } } } catch {
      #expect(fault != .deliveredTwice)
    }
    try pair.first.relaunch()
    try await pair.first.perform { effects.withLock { $0 += 1 } }

    #expect(effects.withLock { $0 } == 1)
    #expect(pair.hub.state(of: id) == .applied)
    #expect(try await pair.first.store.notes().count == 1)
    let receipts = pair.first.link.requests(to: "/v1/actions/\(id)/receipt")
    #expect(receipts == (fault == .deliveredTwice ? 1 : 2))
  }

  @Test(arguments: JournalForm.allCases)
  func `an action that comes again under a new number is answered as it was done (ACT-04)`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.perform()
    let id = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))
    pair.first.link.next(nil, nil, nil, nil, .lostRequest)
    await #expect(throws: SyncError.self) { try await pair.first.perform() }
    let session = try #require(pair.hub.holder(of: id))

    // The Hub thinks that the lease was lost and gives it out anew.
    pair.hub.tell(.lease(session), to: id)
    try await pair.first.perform()
    try await pair.first.perform()

    #expect(pair.hub.state(of: id) == .applied)
    #expect(try await pair.first.store.notes().count == 1)
  }

  @Test(
    arguments: [FaultyDisk.Survival.everything, .torn(seed: 3), .synced], JournalForm.allCases)
  func `a stop at any step leaves effect and receipt, or neither; then it is done once (ACT-12)`(
    survival: FaultyDisk.Survival, form: JournalForm
  ) async throws {
    for step in 1...200 {
      let pair = try await PairOfDevices.connected(form)
      let id = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))
      pair.first.disk.arm(.stop(survival), inSteps: step)
      do { try await pair.first.perform() } catch {
        #expect(pair.first.disk.isStopped, "failed by itself before step \(step): \(error)")
      }
      let isStopped = pair.first.disk.isStopped
      if isStopped {
        try pair.first.relaunch()
        try await pair.first.catchUp()
      }
      try await pair.first.perform()
      try await pair.first.perform()

      #expect(pair.hub.state(of: id) == .applied, "step \(step)")
      #expect(try await pair.first.store.notes().count == 1, "step \(step)")
      guard isStopped else {
        #expect(step > 3, "there were steps to stop at")
        return
      }
      try await pair.settle()
      #expect(try await pair.second.minutes(id.description) == 25, "step \(step)")
    }
    Issue.record("200 steps were not enough")
  }

  @Test func `of two devices one does it (ACT-04)`() async throws {
    let pair = try await PairOfDevices.connected()
    let id = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))

    async let first = pair.first.perform()
    async let second = pair.second.perform()
    let applied = try await [first, second].compactMap { $0?.applied }

    #expect(applied.reduce(0, +) == 1)
    #expect(pair.hub.state(of: id) == .applied)
  }

  @Test func `what waits is done at the next start while it lives, and not after (ACT-08)`()
    async throws
  {
    let pair = try await PairOfDevices.connected()
    let living = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))
    pair.clock.advance(milliseconds: 119_000)
    try pair.first.relaunch()
    try await pair.first.perform()
    let late = pair.hub.ask(pair.ada, for: StartFocus(minutes: 50))
    pair.clock.advance(milliseconds: 120_000)

    try pair.first.relaunch()
    let report = try await pair.first.perform()

    #expect(pair.hub.state(of: living) == .applied)
    #expect(pair.hub.state(of: late) == .expired)
    #expect(report == ActionReport())
    #expect(try await pair.first.minutes(late.description) == nil)
  }

  @Test
  func `a holder who is late does nothing, whatever the device's wall clock says (ACT-04, ACT-08)`()
    async throws
  {
    let world = HandClock()
    let dice = Dice(seed: 11)
    let hub = FakeHub(clock: world, random: dice)
    let ada = hub.account("Ada")
    let clock = SkewedClock(world, skewMilliseconds: -86_400_000)
    // The answer to the lease takes more than the lease lasts.
    let link = FaultyLink(
      to: hub,
      interlude: { request in
        if request.path.hasSuffix("/lease") { world.advance(milliseconds: 61_000) }
      })
    let device = try TestDevice("late", link: link, clock: clock, random: dice)
    try await device.connect(to: hub, as: ada)
    let id = hub.ask(ada, for: StartFocus(minutes: 25))

    let report = try await device.perform()

    #expect(report?.applied == 0)
    #expect(try await device.minutes(id.description) == nil)
    #expect(hub.state(of: id) == .leased)
  }

  @Test(arguments: JournalForm.allCases)
  func `an undo takes the effect back, and asking twice is asking once (ACT-10, ACT-12)`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    let id = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))
    try await pair.first.perform()

    #expect(pair.hub.undo(id) != nil)
    #expect(pair.hub.undo(id) == nil)
    try await pair.second.perform()
    try await pair.first.perform()

    #expect(pair.hub.state(of: id) == .undone)
    #expect(try await pair.first.store.notes().isEmpty)
    #expect(try await pair.first.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `an undo after an edit is refused, and the edit is kept (ACT-11)`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    let id = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))
    try await pair.first.perform()
    try await pair.first.synchronize()
    try await pair.second.synchronize()
    pair.pass()
    try await pair.second.save(id.description, 40)
    try await pair.settle()

    let undo = try #require(pair.hub.undo(id))
    try await pair.first.perform()

    #expect(pair.hub.result(of: undo) == .rejected(.changedSince))
    #expect(pair.hub.state(of: id) == .undoRefused)
    #expect(try await pair.first.minutes(id.description) == 40)
  }

  @Test func `an action whose handler fails answers so, and keeps nothing else back`() async throws
  {
    struct Full: Error {}
    let pair = try await PairOfDevices.connected()
    let failing = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))
    try await pair.first.perform { throw Full() }
    let refused = pair.hub.ask(pair.ada, for: StartFocus(minutes: 0))
    let good = pair.hub.ask(pair.ada, for: StartFocus(minutes: 50))

    try await pair.first.perform()

    #expect(pair.hub.result(of: failing) == .rejected(.failed))
    #expect(pair.hub.result(of: refused) == .rejected(.notPossible))
    #expect(pair.hub.state(of: good) == .applied)
    #expect(try await pair.first.store.notes().map(\.minutes) == [50])
  }

  @Test func `what an app elsewhere could not say is asked again, and done once (ACT-03)`()
    async throws
  {
    struct Full: Error {}
    let pair = try await PairOfDevices.connected(.detached)
    let id = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))
    let other = pair.hub.ask(pair.ada, for: StartFocus(minutes: 50))
    let failures = Locked(1)

    // The first of the two fails ahead of its effect.
    try await pair.first.perform {
      try failures.withLock { left in
        left -= 1
        if left == 0 { throw Full() }
      }
    }
    #expect(pair.hub.state(of: id) == .leased)
    #expect(pair.hub.state(of: other) == .applied)
    try await pair.first.perform()

    #expect(pair.hub.state(of: id) == .applied)
    #expect(try await pair.first.store.notes().count == 2)
  }

  @Test(arguments: 1...4)
  func `a save elsewhere that is followed by a full disk counts once (ACT-12)`(step: Int)
    async throws
  {
    let pair = try await PairOfDevices.connected(.detached)
    try await pair.first.perform()
    let id = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))
    let disk = pair.first.disk

    do { try await pair.first.perform { disk.arm(.full, inSteps: step) } } catch {
      #expect(disk.faults == 1)
    }
    try await pair.first.perform()
    try await pair.first.catchUp()
    try await pair.settle()

    #expect(pair.hub.state(of: id) == .applied)
    #expect(try await pair.first.store.notes().count == 1)
    #expect(try await pair.second.minutes(id.description) == 25)
  }

  @Test func `an action of high risk waits for the person's word in the app (ACT-07)`()
    async throws
  {
    let pair = try await PairOfDevices.connected()
    let ids = (0..<2).map { _ in
      pair.hub.ask(pair.ada, for: SharedAction.forgetHubData, of: .anchor)
    }
    for id in ids { pair.hub.tell(.approve, to: id) }
    pair.clock.advance(milliseconds: 10_000)
    try await pair.first.perform()
    let asked = try await pair.first.questions()

    for (id, isConfirmed) in zip(ids, [true, false]) {
      try await pair.first.answer(id, isConfirmed: isConfirmed)
    }
    try await pair.first.perform()

    #expect(Set(asked.map(\.id)) == Set(ids))
    #expect(pair.hub.result(of: ids[0]) == .applied(refs: [], inverse: nil))
    #expect(pair.hub.result(of: ids[1]) == .rejected(.declined))
    #expect(try await pair.first.questions().isEmpty)
  }

  @Test func `nothing is done that the Hub of the store has not signed (ACT-06)`() async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.perform()
    let id = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))
    pair.hub.forgeLeases()

    await #expect { try await pair.first.perform() } throws: { error in
      guard let error = error as? SyncError, case .invalidResponse = error else { return false }
      return true
    }

    #expect(try await pair.first.minutes(id.description) == nil)
  }

  @Test func `a Hub that knows no actions is synchronised with all the same`() async throws {
    let pair = try await PairOfDevices.connected()
    pair.hub.knowNoActions()
    try await pair.first.save("a", 25)

    let report = try await pair.first.perform()
    try await pair.first.synchronize()

    #expect(report == ActionReport())
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
  }

  @Test func `nobody signed in means that nothing is asked and nothing is done (O7)`() async throws
  {
    let pair = try await PairOfDevices.connected()
    let id = pair.hub.ask(pair.ada, for: StartFocus(minutes: 25))
    try await pair.first.identity.signOut()

    let report = try await pair.first.perform()

    #expect(report == nil && pair.hub.state(of: id) == .queued)
    #expect(try await pair.first.store.notes().isEmpty)
  }

  @Test func `what is asked of somebody else is not done here (O5)`() async throws {
    let pair = try await PairOfDevices.connected()
    let id = pair.hub.ask(pair.bob, for: StartFocus(minutes: 25))

    let report = try await pair.first.perform()

    #expect(report == ActionReport() && pair.hub.state(of: id) == .queued)
  }
}

extension TestDevice {
  /// A round of what the small app performs; `before` runs ahead of each effect.
  @discardableResult
  func perform(
    before: @escaping @Sendable () throws -> Void = {}
  ) async throws -> ActionReport? {
    try await runtime.performActions(clock: clock, before: before)
  }

  func questions() async throws -> [ActionInbox.Item] {
    let journal = store.journal
    return try await store.pool.read { (transaction) throws(JournalError) in
      try journal.actionQuestions(transaction)
    }
  }

  func answer(_ id: ActionID, isConfirmed: Bool) async throws {
    let journal = store.journal
    try await store.pool.write { (transaction) throws(JournalError) in
      try journal.answer(id, isConfirmed: isConfirmed, transaction)
    }
  }
}
