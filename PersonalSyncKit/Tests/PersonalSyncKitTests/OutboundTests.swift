import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing

/// O8: a store that only reports outwards (docs/protocol/sync.md).
@Suite struct OutboundTests {
  private func outbound(_ device: TestDevice, _ pair: PairOfDevices) -> OutboundSyncRuntime {
    if let store = device.store as? DetachedNoteStore {
      return OutboundSyncRuntime(
        domain: .anchor, journal: store.detached, identity: device.identity, http: device.link,
        clock: pair.clock, random: pair.dice)
    }
    return OutboundSyncRuntime(
      domain: .anchor, journal: device.store.journal, store: device.store.pool,
      identity: device.identity, http: device.link, lockPath: device.folder + "/sync.lock",
      clock: pair.clock, random: pair.dice)
  }

  @Test(arguments: JournalForm.allCases)
  func `O8 what waits is sent and nothing is read`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.second.save("theirs", 5)
    try await pair.second.synchronize()
    try await pair.first.save("ours", 25)
    let grant = try await pair.first.identity.currentAccount()
    let before = pair.first.link.requests

    let outcome = try await outbound(pair.first, pair).synchronize(account: grant)

    var report = PassReport()
    report.pushed = 1
    #expect(outcome == .completed(report))
    #expect(pair.first.link.requests - before == 2)
    #expect(try await pair.first.minutes("theirs") == nil)
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 2)
  }

  @Test(arguments: JournalForm.allCases)
  func `O8 versions are learnt from the answers`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    let runtime = outbound(pair.first, pair)
    for minutes in 1...3 {
      pair.pass()
      try await pair.first.save("a", minutes)
      _ = try await runtime.synchronize()
    }

    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.version) == [Version(3)])
    #expect(try await pair.first.conflicts().isEmpty)
  }

  @Test(arguments: JournalForm.allCases, [true, false])
  func `O8 this store's edit wins and the other is kept`(
    form: JournalForm, isOtherLater: Bool
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    if !isOtherLater {
      try await pair.second.save("a", 5)
      pair.pass()
    }
    try await pair.first.save("a", 25)
    pair.pass()
    if isOtherLater { try await pair.second.save("a", 5) }
    try await pair.second.synchronize()

    _ = try await outbound(pair.first, pair).synchronize()
    try await pair.second.synchronize()

    #expect(try await pair.second.minutes("a") == 25)
    #expect(try await pair.first.minutes("a") == 25)
    let kept = try await pair.first.conflicts()
    #expect(kept.map(\.winner) == [.local])
    #expect(try await pair.first.runtime.pendingMutationCount() == 0)
    let stamps = pair.hub.feed(of: pair.ada, .anchor).map(\.modifiedAt)
    #expect(stamps.allSatisfy { stamp in kept.allSatisfy { $0.remote.modifiedAt < stamp } })
  }

  @Test(arguments: JournalForm.allCases)
  func `O8 what is due is prepared before the push`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    let runtime = outbound(pair.first, pair)

    let device = pair.first
    let outcome = try await runtime.synchronize(prepareOutgoing: {
      guard try await device.minutes("due") == nil else { return false }
      try await device.save("due", 7)
      return true
    })

    guard case .completed(let report) = outcome else {
      Issue.record("signed out")
      return
    }
    #expect(report.pushed == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `O3 nothing is reported before the person approved`(form: JournalForm) async throws {
    let pair = try PairOfDevices(form)
    try await pair.first.save("a", 25)
    _ = try await pair.first.signIn(to: pair.hub, as: pair.ada)
    let runtime = outbound(pair.first, pair)

    let error = await #expect(throws: SyncError.self) { try await runtime.synchronize() }

    #expect(error?.code == "ownership.approval_required")
    #expect(pair.hub.feed(of: pair.ada, .anchor).isEmpty)
  }

  private func current(_ device: TestDevice) -> CurrentRecordsElsewhere {
    { record, limit in
      try await device.store.notes().filter { note in record.map { note.id > $0 } ?? true }
        .sorted { $0.id < $1.id }.prefix(limit).map { NoteStore.change($0.id, $0.minutes) }
    }
  }

  @Test(arguments: JournalForm.allCases)
  func
    `H5 a restored Hub is given again what it lost of what was reported, and nothing is imported`(
      form: JournalForm
    ) async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let (runtime, current) = (outbound(pair.first, pair), current(pair.first))
    try await pair.first.saveMany(4)
    _ = try await runtime.synchronize(currentRecords: current)
    let backup = pair.hub.backUp()
    pair.pass()
    try await pair.first.save("n1", 77)
    try await pair.first.save("n2", nil)
    try await pair.first.save("new", 88)
    try await pair.second.save("theirs", 5)
    _ = try await runtime.synchronize(currentRecords: current)
    let before = try await pair.first.store.notes()
    pair.pass()
    pair.hub.restore(from: backup)
    try await pair.second.synchronize()
    try await pair.first.save("n3", 79)

    let outcome = try await runtime.synchronize(currentRecords: current)
    let again = try await runtime.synchronize(currentRecords: current)
    try await pair.second.synchronize()

    guard case .completed(let report) = outcome, case .completed(let next) = again else {
      Issue.record("signed out")
      return
    }
    #expect(report.offered == 2 && report.isReconcileComplete && next == PassReport())
    let held = try await pair.first.store.notes()
    #expect(held.count == before.count && held.allSatisfy { $0.id != .named("theirs") })
    let others = try await pair.second.store.notes().filter { $0.id != .named("theirs") }
    #expect(others == held)
    #expect(try await pair.first.conflicts().isEmpty)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 without a word of the app what a restored Hub lacks is counted`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let runtime = outbound(pair.first, pair)
    let empty = pair.hub.backUp()
    try await pair.first.saveMany(3)
    _ = try await runtime.synchronize()
    pair.hub.restore(from: empty)
    try await pair.first.save("new", 5)

    let outcome = try await runtime.synchronize()

    guard case .completed(let report) = outcome else {
      Issue.record("signed out")
      return
    }
    #expect(report.leftAlone == 3 && report.pushed == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 what was refused is offered again once the Hub takes others, without reading a feed`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    let runtime = outbound(pair.first, pair)
    pair.hub.upgrade(to: .other(1), refusing: [.named("a")])
    try await pair.first.save("a", 5)
    var pushes: [Int] = []

    for number: UInt8 in [1, 1, 1, 2, 2] {
      if number == 2 { pair.hub.upgrade(to: .other(2)) }
      let before = pair.first.link.requests(to: "/v1/sync/push")
      _ = try await runtime.synchronize()
      pushes.append(pair.first.link.requests(to: "/v1/sync/push") - before)
    }

    #expect(pushes == [1, 1, 0, 1, 0])
    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.record) == [.named("a")])
    #expect(try await pair.first.quarantined().isEmpty)
    #expect(pair.first.link.requests(to: "/v1/sync/pull") == 0)
  }
}
