import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxSQLite
import ToolboxSQLiteTesting

/// A device that stops at any durable step of what it does, starts again, and goes on.
@Suite struct CrashTests {
  /// How a device stops, and the form of its journal.
  static let stops: [(FaultyDisk.Survival, JournalForm)] = [
    (.everything, .attached), (.torn(seed: 5), .attached), (.synced, .detached),
  ]

  /// Runs `act` on a new pair again and again, stopping the first device at its 1st, 2nd, 3rd … step,
  /// until it comes to its end; `check` looks at what is there when the device has started again.
  private func stopAtEachStep(
    _ survival: FaultyDisk.Survival, makePair: () async throws -> PairOfDevices,
    act: (PairOfDevices) async throws -> Void, check: (PairOfDevices) async throws -> Void
  ) async throws {
    for step in 1...400 {
      let pair = try await makePair()
      pair.first.disk.arm(.stop(survival), inSteps: step)
      do { try await act(pair) } catch {
        #expect(pair.first.disk.isStopped, "failed by itself before step \(step): \(error)")
      }
      guard pair.first.disk.isStopped else {
        #expect(step > 3, "there were steps to stop at")
        return
      }
      try pair.first.relaunch()
      try await pair.first.catchUp()
      try await check(pair)
    }
    Issue.record("400 steps were not enough")
  }

  /// Both devices sync in peace, agree with the Hub, and nothing waits or was counted as a conflict.
  private func requireCalm(_ pair: PairOfDevices, notes: Int) async throws {
    try await pair.settle()
    #expect(try await pair.first.store.notes().count == notes)
    #expect(try await pair.first.store.notes() == pair.second.store.notes())
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == notes)
    #expect(try await pair.first.runtime.pendingMutationCount() == 0)
    #expect(try await pair.first.conflicts().isEmpty)
    #expect(try await pair.second.conflicts().isEmpty)
  }

  @Test(arguments: stops)
  func `S4: a stop in an edit leaves the row and its place in the outbox, or neither`(
    survival: FaultyDisk.Survival, form: JournalForm
  ) async throws {
    try await stopAtEachStep(survival) {
      let pair = try await PairOfDevices.connected(form)
      try await pair.first.save("before", 5)
      return pair
    } act: { pair in
      try await pair.first.save("a", 25)
      try await pair.first.save("b", 30)
    } check: { pair in
      let notes = try await pair.first.store.notes().count
      #expect(try await pair.first.runtime.pendingMutationCount() == notes)
      #expect(try await pair.first.minutes("before") == 5)
      try await requireCalm(pair, notes: notes)
    }
  }

  @Test(arguments: stops)
  func `S2: a stop in a pull leaves a cursor behind which everything is saved`(
    survival: FaultyDisk.Survival, form: JournalForm
  ) async throws {
    try await stopAtEachStep(survival) {
      let pair = try await PairOfDevices.connected(form)
      for index in 0..<20 { try await pair.second.save("n\(index)", index + 1) }
      try await pair.second.synchronize()
      return pair
    } act: { pair in
      try await pair.first.synchronize()
    } check: { pair in
      try await requireCalm(pair, notes: 20)
    }
  }

  @Test(arguments: stops)
  func `S7: a stop in a push sends every edit once and loses none`(
    survival: FaultyDisk.Survival, form: JournalForm
  ) async throws {
    try await stopAtEachStep(survival) {
      let pair = try await PairOfDevices.connected(form)
      for index in 0..<4 { try await pair.first.save("n\(index)", index + 1) }
      return pair
    } act: { pair in
      try await pair.first.synchronize()
    } check: { pair in
      pair.pass()
      // Behind what may be in flight.
      try await pair.first.save("n0", 99)
      try await requireCalm(pair, notes: 4)
      #expect(try await pair.second.minutes("n0") == 99)
      #expect(pair.hub.feed(of: pair.ada, .anchor).allSatisfy { $0.version <= Version(2) })
    }
  }

  /// An edit that was saved before a batch and queued behind it; the app holds the batch's version.
  private func pairWithEditToGiveBack() async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(.detached)
    try await pair.first.save("a", 1)
    try await pair.settle()
    pair.pass()
    try await pair.second.save("a", 10)
    try await pair.second.synchronize()
    let store = try #require(pair.first.store as? DetachedNoteStore)
    let isFirst = Countdown(1)
    // Once, between the decision to save the batch and its save.
    try await pair.first.synchronize(
      TestRuntime.Steps(meanwhile: { _ in
        guard !isFirst.isOver() else { return }
        do { try await store.put([.named("a"): 20]) } catch { Issue.record("meanwhile: \(error)") }
      }))
    try await store.detached.enqueue(
      NoteStore.change(.named("a"), 20), nowMilliseconds: pair.clock.nowMilliseconds)
    return pair
  }

  @Test(arguments: [FaultyDisk.Survival.everything, .synced, .torn(seed: 5)])
  func `S7: a stop while the app is given its own edit back does not take what it replaces for one`(
    survival: FaultyDisk.Survival
  ) async throws {
    try await stopAtEachStep(survival) {
      let pair = try await pairWithEditToGiveBack()
      try #require(try await pair.first.minutes("a") == 10)
      return pair
    } act: { pair in
      try await pair.first.synchronize()
    } check: { pair in
      try await requireCalm(pair, notes: 1)
      #expect(try await pair.first.minutes("a") == 20)
      #expect(try await pair.second.minutes("a") == 20)
    }
  }

  @Test(arguments: stops)
  func `O1: a stop while a store is bound leaves it bound or not, and it is bound again`(
    survival: FaultyDisk.Survival, form: JournalForm
  ) async throws {
    try await stopAtEachStep(survival) {
      let pair = try PairOfDevices(form)
      try await pair.second.connect(to: pair.hub, as: pair.ada)
      try await pair.first.save("a", 25)
      _ = try await pair.first.signIn(to: pair.hub, as: pair.ada)
      return pair
    } act: { pair in
      let account = try await pair.first.identity.currentAccount()
      guard let account else { return }
      try await pair.first.runtime.bindAccount(account, adoptingUnownedData: true)
      try await pair.first.save("b", 5)
    } check: { pair in
      let owner = try await pair.first.status().owner
      #expect(owner == nil || owner?.account == pair.ada.id)
      let notes = try await pair.first.store.notes().count
      let account = try #require(try await pair.first.identity.verifiedSyncAccount())
      try await pair.first.runtime.bindAccount(account, adoptingUnownedData: true)
      try await requireCalm(pair, notes: notes)
    }
  }

  @Test(arguments: stops)
  func `KIT-05: a stop in a sign-in leaves the old session, the new one or none, and no half`(
    survival: FaultyDisk.Survival, form: JournalForm
  ) async throws {
    try await stopAtEachStep(survival) {
      let pair = try await PairOfDevices.connected(form)
      try await pair.first.save("a", 25)
      return pair
    } act: { pair in
      _ = try await pair.first.signIn(to: pair.hub, as: pair.ada)
      try await pair.first.identity.signOut()
      _ = try await pair.first.signIn(to: pair.hub, as: pair.ada)
    } check: { pair in
      let account = try await pair.first.identity.verifiedSyncAccount()
      #expect(account == nil || account?.account == pair.ada.id)
      #expect(try await pair.first.identity.currentAccount() == account)
      if account == nil { _ = try await pair.first.signIn(to: pair.hub, as: pair.ada) }
      try await requireCalm(pair, notes: 1)
    }
  }
}

/// A disk that refuses what it is asked, once or for a while, and goes on.
@Suite struct BadDiskTests {
  static let faults: [FaultyDisk.Fault] = [.full, .writeFails, .syncFails]

  @Test(arguments: faults, [1, 2, 3, 5, 8])
  func `an edit that a bad disk refused is nowhere, and the next one is stored`(
    fault: FaultyDisk.Fault, step: Int
  ) async throws {
    let pair = try await PairOfDevices.connected()
    pair.first.disk.arm(fault, inSteps: step, isLasting: true)

    var stored = 0
    for index in 0..<3 {
      do throws(JournalError) {
        try await pair.first.save("n\(index)", 5)
        stored += 1
      } catch { #expect(error.code != "journal.damaged") }
    }
    pair.first.disk.disarm()

    #expect(stored < 3 && pair.first.disk.faults > 0)
    #expect(try await pair.first.store.notes().count == stored)
    #expect(try await pair.first.runtime.pendingMutationCount() == stored)
    try await pair.first.save("after", 7)
    try await pair.settle()
    #expect(try await pair.second.store.notes().count == stored + 1)
  }

  @Test(arguments: faults)
  func
    `a pass on a bad disk fails at any step, acknowledges nothing it did not keep, and ends later`(
      fault: FaultyDisk.Fault
    ) async throws
  {
    for step in stride(from: 1, through: 40, by: 7) {
      let pair = try await PairOfDevices.connected()
      try await pair.first.save("a", 25)
      try await pair.second.save("b", 5)
      try await pair.second.synchronize()
      pair.first.disk.arm(fault, inSteps: step, isLasting: true)

      do throws(SyncError) { try await pair.first.synchronize() } catch {
        #expect(error.code.hasPrefix("journal.") && error.code != "journal.damaged")
      }
      pair.first.disk.disarm()
      // What failed may be lost in a power cut; what was said to be stored is not.
      pair.first.disk.arm(.stop(.synced))
      await #expect(throws: JournalError.self) { try await pair.first.save("lost", 1) }
      try pair.first.relaunch()
      try await pair.settle()

      #expect(try await pair.first.store.notes().count == 2)
      #expect(try await pair.second.store.notes() == pair.first.store.notes())
      #expect(try await pair.first.conflicts().isEmpty)
    }
  }
}
