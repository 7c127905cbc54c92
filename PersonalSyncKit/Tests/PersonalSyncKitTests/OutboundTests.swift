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
}
