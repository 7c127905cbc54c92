import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxSQLite

/// H5 and §7 of docs/protocol/sync.md: a device that was away for longer than deletions are remembered.
@Suite struct ReconcileTests {
  private let days: Int64 = 86_400_000

  /// Both devices hold `n0`, `n1` … of `count`; then the first goes on without the second, and the Hub
  /// forgets the deletions of that time.
  private func apart(
    _ form: JournalForm, _ count: Int, _ work: (PairOfDevices) async throws -> Void
  ) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(count)
    try await pair.settle()
    pair.pass()
    try await work(pair)
    try await pair.first.synchronize()
    pair.pass(milliseconds: 181 * days)
    pair.hub.purge(olderThan: pair.clock.nowMilliseconds - 180 * days)
    return pair
  }

  /// The second device has made a record `mine`, which the Hub took; the answer was lost.
  private func takenAndNotAnswered(_ form: JournalForm) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    try await pair.second.saveMany(1)
    try await pair.settle()
    try await pair.second.save("mine", 5)
    pair.second.link.next(nil, nil, nil, .lostReply)
    await #expect(throws: SyncError.self) { try await pair.second.synchronize() }
    return pair
  }

  /// The first device deletes `mine`, and the Hub forgets that it was there.
  private func deleteAndForget(_ pair: PairOfDevices) async throws {
    try await pair.first.synchronize()
    try await pair.first.save("mine", nil)
    try await pair.first.synchronize()
    pair.pass(milliseconds: 181 * days)
    pair.hub.purge(olderThan: pair.clock.nowMilliseconds)
  }

  private func report(_ outcome: SyncOutcome) throws -> PassReport {
    guard case .completed(let report) = outcome else { throw SyncError.signInNeeded }
    return report
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 what was deleted elsewhere meanwhile goes to the trash, and nothing else does`(
    form: JournalForm
  ) async throws {
    let pair = try await apart(form, 5) { pair in
      try await pair.first.save("n1", nil)
      try await pair.first.save("n2", 77)
    }

    let report = try report(try await pair.second.synchronize())

    #expect(report.trashed == 1 && report.isReconcileComplete)
    #expect(try await pair.second.store.notes() == pair.first.store.notes())
    #expect(try await pair.second.minutes("n2") == 77)
    let trash = try await pair.second.trash()
    #expect(trash.map(\.record) == [.named("n1")])
    #expect(try await pair.second.status().waiting == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 the app is told that a record is in the trash`(form: JournalForm) async throws {
    let pair = try await apart(form, 3) { try await $0.first.save("n1", nil) }
    let told = Recorder()

    try await pair.second.synchronize(
      TestRuntime.Steps(before: { batch in told.add(Batch(trashedIn: batch)) }))

    #expect(told.records == [.named("n1")])
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 what was edited here is offered again, and a delete of what is gone is one of its own`(
    form: JournalForm
  ) async throws {
    let pair = try await apart(form, 4) { pair in
      for name in ["n1", "n2"] { try await pair.first.save(name, nil) }
    }
    try await pair.second.save("n1", 50)
    try await pair.second.save("n2", nil)
    try await pair.second.save("n3", 51)
    try await pair.second.save("new", 52)

    let report = try report(try await pair.second.synchronize())
    try await pair.first.synchronize()

    #expect(report.trashed == 0 && report.pushed == 4)
    #expect(try await pair.first.store.notes() == pair.second.store.notes())
    #expect(try await pair.first.minutes("n1") == 50)
    #expect(try await pair.first.minutes("n2") == nil)
    let deletion = pair.hub.feed(of: pair.ada, .anchor).first { $0.record == .named("n2") }
    #expect(deletion?.operation == .delete)
  }

  /// Seed 254 of the simulation.
  @Test(arguments: JournalForm.allCases)
  func `H5 deleting again what the Hub has forgotten wins over an older edit that had waited`(
    form: JournalForm
  ) async throws {
    let pair = try await apart(form, 3) { pair in
      try await pair.second.save("n1", 50)
      try await pair.first.save("n1", nil)
    }
    try await pair.first.save("n1", 60)
    try await pair.first.save("n1", nil)
    try await pair.first.synchronize()

    try await pair.second.synchronize()
    try await pair.settle()

    #expect(try await pair.first.minutes("n1") == nil)
    #expect(try await pair.second.minutes("n1") == nil)
    #expect(try await pair.second.conflicts().map(\.winner) == [.remote])
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a delete that waits is not forgotten because the record was absent a while ago`(
    form: JournalForm
  ) async throws {
    let pair = try await apart(form, 1_200) { try await $0.first.save("n1", nil) }
    pair.hub.givePages(of: 11)
    try await pair.second.synchronize()
    // The feed has been read beyond its first pages; what comes behind them is not met any more.
    pair.hub.givePages(of: SyncLimits.changesPerPageMax)
    let saves = Countdown(0)
    struct SaveFailed: Error {}
    await #expect(throws: SyncError.self) {
      try await pair.second.synchronize(
        TestRuntime.Steps(before: { batch in
          if batch.changes.contains(where: \.isTrashed), saves.isOver() { throw SaveFailed() }
        }))
    }
    try await pair.first.save("n1", 99)
    try await pair.first.synchronize()
    pair.pass()
    try await pair.second.save("n1", nil)

    try await pair.second.synchronize()
    try await pair.settle()

    #expect(try await pair.first.minutes("n1") == nil)
    #expect(try await pair.second.minutes("n1") == nil)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a record that was made anew meanwhile is taken as it is now`(form: JournalForm)
    async throws
  {
    let pair = try await apart(form, 3) { try await $0.first.save("n1", nil) }
    try await pair.first.save("n1", 99)
    try await pair.first.synchronize()

    try await pair.second.synchronize()

    #expect(try await pair.second.minutes("n1") == 99)
    #expect(try await pair.second.trash().isEmpty)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 an echo that came before its answer does not bring back what was deleted and forgotten`(
    form: JournalForm
  ) async throws {
    let pair = try await takenAndNotAnswered(form)
    // Meets its own edit in the feed, and then hears that it was taken.
    try await pair.second.synchronize()
    try await deleteAndForget(pair)

    try await pair.second.synchronize()

    #expect(try await pair.second.minutes("mine") == nil)
    #expect(try await pair.second.trash().map(\.record) == [.named("mine")])
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 what the Hub took and never answered is not kept alive by its repetition`(
    form: JournalForm
  ) async throws {
    let pair = try await takenAndNotAnswered(form)
    try await deleteAndForget(pair)

    try await pair.second.synchronize()
    try await pair.settle()

    #expect(try await pair.second.minutes("mine") == nil)
    #expect(try await pair.second.trash().map(\.record) == [.named("mine")])
    #expect(try await pair.first.store.notes() == pair.second.store.notes())
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 without a word of the app what is missing is left alone and told`(form: JournalForm)
    async throws
  {
    let pair = try await apart(form, 4) { try await $0.first.save("n1", nil) }
    var steps = TestRuntime.Steps()
    steps.isContentKnown = false

    let report = try report(try await pair.second.synchronize(steps))
    let next = try self.report(try await pair.second.synchronize(steps))

    #expect(report.leftAlone == 1 && report.trashed == 0)
    #expect(next.leftAlone == 0)
    #expect(try await pair.second.minutes("n1") == 2)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a trashed record comes back with one call, as a new edit`(form: JournalForm)
    async throws
  {
    let pair = try await apart(form, 3) { try await $0.first.save("n1", nil) }
    try await pair.second.synchronize()

    try await pair.second.restoreTrashed("n1")
    try await pair.settle()

    #expect(try await pair.first.minutes("n1") == 2)
    #expect(try await pair.second.minutes("n1") == 2)
    #expect(try await pair.second.trash().isEmpty)
  }

  @Test func `H5 the trash is emptied after thirty days`() async throws {
    let pair = try await apart(.attached, 3) { try await $0.first.save("n1", nil) }
    try await pair.second.synchronize()

    pair.pass(milliseconds: 30 * days)
    try await pair.second.synchronize()
    let kept = try await pair.second.trash().count
    pair.pass()
    try await pair.second.synchronize()

    #expect(kept == 1)
    #expect(try await pair.second.trash().isEmpty)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 an ordinary replay never deletes, on an expired cursor either`(form: JournalForm)
    async throws
  {
    let pair = try await apart(form, 3) { try await $0.first.save("n1", nil) }
    let fresh = try TestDevice(
      "fresh", form: form, link: FaultyLink(to: pair.hub), clock: pair.clock, random: pair.dice)
    try await fresh.connect(to: pair.hub, as: pair.ada)
    try await fresh.store.put([.named("kept"): 8])

    try await fresh.synchronize(replayFromStart: true)

    #expect(try await fresh.minutes("kept") == 8)
    #expect(try await fresh.trash().isEmpty)
    #expect(try await fresh.store.notes().count == 3)
  }

  @Test(arguments: JournalForm.allCases)
  func `§7 a comparison that fails and ends goes on where it was saved`(form: JournalForm)
    async throws
  {
    struct SaveFailed: Error {}
    let pair = try await apart(form, 1_200) { pair in
      for index in 0..<40 { try await pair.first.save("n\(index * 30)", nil) }
      for index in 0..<40 { try await pair.first.save("n\(index * 30 + 1)", 1_000 + index) }
    }
    let before = pair.second.link.requests
    var failures = 0

    while failures < 3 {
      let saves = Countdown(failures)
      do throws(SyncError) {
        try await pair.second.synchronize(
          TestRuntime.Steps(before: { _ in if saves.isOver() { throw SaveFailed() } }))
        break
      } catch { failures += 1 }
      try pair.second.relaunch()
    }
    try await pair.second.synchronize()

    #expect(failures > 0)
    #expect(try await pair.second.store.notes() == pair.first.store.notes())
    #expect(try await pair.second.trash().count == 40)
    #expect(pair.second.link.requests - before < 60)
  }
}

extension ReconcileTests {
  @Test(arguments: JournalForm.allCases)
  func `§7 a comparison stops after a hundred pages, sends what waits, and the next pass ends it`(
    form: JournalForm
  ) async throws {
    let pair = try await apart(form, 1_200) { pair in
      try await pair.first.save("n7", nil)
      try await pair.first.save("n8", 77)
    }
    // 1,199 records are 109 pages.
    pair.hub.givePages(of: 11)
    try await pair.second.save("new", 5)

    let stopped = try report(try await pair.second.synchronize())
    let pages = pair.second.link.requests(to: "/v1/sync/pull")
    try pair.second.relaunch()
    let ended = try report(try await pair.second.synchronize())
    pair.hub.givePages(of: SyncLimits.changesPerPageMax)
    try await pair.first.synchronize()

    #expect(!stopped.isReconcileComplete && stopped.trashed == 0 && stopped.pushed == 1)
    #expect(ended.isReconcileComplete && ended.trashed == 1)
    #expect(pair.second.link.requests(to: "/v1/sync/pull") - pages < 20)
    #expect(try await pair.second.minutes("n8") == 77)
    #expect(try await pair.second.store.notes() == pair.first.store.notes())
    #expect(try await pair.first.minutes("new") == 5)
  }

  /// Seed 144 of the simulation.
  @Test(arguments: JournalForm.allCases)
  func `H5 a device does not take its own delete for another's once the Hub has forgotten it`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 1)
    try await pair.first.synchronize()
    try await pair.first.save("a", nil)
    pair.first.link.next(nil, nil, nil, .lostReply)
    await #expect(throws: SyncError.self) { try await pair.first.synchronize() }
    pair.pass()
    try await pair.first.save("a", 2)
    let (hub, clock, link) = (pair.hub, pair.clock, pair.first.link)
    let pushes = link.requests(to: "/v1/sync/push")
    defer { link.observe(nil) }
    link.observe {
      // After it has met its own delete in the feed, and before it sends anything.
      guard link.requests(to: "/v1/sync/push") > pushes else { return }
      hub.purge(olderThan: clock.nowMilliseconds)
    }

    try await pair.settle()

    #expect(try await pair.first.conflicts().isEmpty)
    for device in [pair.first, pair.second] { #expect(try await device.minutes("a") == 2) }
  }
}

extension Batch {
  /// Only what is in the trash.
  fileprivate init(trashedIn batch: Batch) {
    self = batch
    changes = batch.changes.filter(\.isTrashed)
  }
}
