import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxSQLite

/// The promises S1–S8 of docs/protocol/sync.md, on both forms of journal.
@Suite struct SyncPromiseTests {
  struct SaveFailed: Error {}

  @Test(arguments: JournalForm.allCases)
  func `S1 edits wait for months without a session, also after a relaunch`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.identity.signOut()

    try await pair.first.save("a", 25)
    pair.pass(milliseconds: 90 * 86_400_000)
    try pair.first.relaunch()
    try await pair.first.save("b", 30)

    #expect(try await pair.first.runtime.pendingMutationCount() == 2)
    #expect(try await pair.first.synchronize() == .signedOut)
    _ = try await pair.first.signIn(to: pair.hub, as: pair.ada)
    try await pair.first.synchronize()
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 2)
  }

  @Test(arguments: JournalForm.allCases)
  func `S2 a save that throws moves nothing and the batch comes again`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()

    let error = await #expect(throws: SyncError.self) {
      try await pair.second.synchronize(TestRuntime.Steps(before: { _ in throw SaveFailed() }))
    }
    #expect(error?.code == "sync.apply_failed")
    #expect(try await pair.second.minutes("a") == nil)
    #expect(try await pair.second.cursor() == 0)
    try await pair.second.synchronize()

    #expect(try await pair.second.minutes("a") == 25)
  }

  @Test(arguments: JournalForm.allCases)
  func `S3 a batch that was saved and not noted comes again and changes nothing`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()

    await #expect(throws: SyncError.self) {
      try await pair.second.synchronize(TestRuntime.Steps(after: { _ in throw SaveFailed() }))
    }
    try pair.second.relaunch()
    let saved = Recorder()
    try await pair.second.synchronize(TestRuntime.Steps(before: { saved.add($0) }))

    #expect(saved.records == [.named("a")])
    #expect(try await pair.second.minutes("a") == 25)
    #expect(try await pair.second.runtime.pendingMutationCount() == 0)
  }

  @Test func `S4 rows and bookkeeping of a batch are saved together or not at all`() async throws {
    let pair = try await PairOfDevices.connected(.attached)
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()

    await #expect(throws: SyncError.self) {
      try await pair.second.synchronize(TestRuntime.Steps(after: { _ in throw SaveFailed() }))
    }

    #expect(try await pair.second.minutes("a") == nil)
  }

  @Test func `S4 an edit is in the outbox exactly when its row is in the store`() async throws {
    let pair = try await PairOfDevices.connected(.attached)
    let journal = pair.first.store.journal

    await #expect(throws: JournalError.self) {
      try await pair.first.store.pool.write { (transaction) throws(JournalError) in
        try journal.enqueue(
          NoteStore.change(.named("a"), 5), nowMilliseconds: 1, in: transaction)
        throw .diskFull
      }
    }

    #expect(try await pair.first.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `S5 passes of two processes on one store run one after the other`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(300)
    let one = pair.first.runtime
    try pair.first.relaunch()
    let two = pair.first.runtime

    async let first = one.synchronize()
    async let second = two.synchronize()
    _ = try await (first, second)

    let feed = pair.hub.feed(of: pair.ada, .anchor)
    #expect(feed.count == 300)
    #expect(feed.allSatisfy { $0.version == Version(1) })
  }

  @Test(arguments: JournalForm.allCases)
  func `S5 a caller that waits can be cancelled`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    let (isAsking, asks) = AsyncStream<Void>.makeStream()
    let (mayGoOn, goOn) = AsyncStream<Void>.makeStream()
    let link = FaultyLink(
      to: pair.hub,
      interlude: { request in
        guard request.path == "/v1/sync/pull" else { return }
        asks.finish()
        for await _ in mayGoOn {}
      })
    let device = try TestDevice(
      "waiting", form: form, link: link, clock: pair.clock, random: pair.dice)
    try await device.connect(to: pair.hub, as: pair.ada)
    let running = Task { try await device.synchronize() }
    for await _ in isAsking {}
    let asked = link.requests

    // Cancelled before it came to wait or while it does; the running pass holds its turn all the time.
    let waiting = Task { try await device.synchronize() }
    await Task.yield()
    waiting.cancel()
    let error = await #expect(throws: SyncError.self) { try await waiting.value }

    #expect(error?.code == "http_client.cancelled")
    #expect(link.requests == asked)
    goOn.finish()
    #expect(try await running.value != .signedOut)
    #expect(try await device.synchronize() != .signedOut)
  }

  @Test(arguments: JournalForm.allCases)
  func `S6 damaged bookkeeping stops sync and is not replaced`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    try await pair.first.store.pool.write { (transaction) throws(SQLiteError) in
      try transaction.execute(script: "UPDATE sync_session SET hub = x'00'")
    }

    let error = await #expect(throws: SyncError.self) { try await pair.first.synchronize() }

    guard case .journal(.damaged) = error else {
      Issue.record("told as \(String(describing: error))")
      return
    }
    #expect(try await pair.first.minutes("a") == 25)
    #expect(try await pair.first.runtime.pendingMutationCount() == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 a lost answer is asked for again under the same key`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    let pushes = Pushes()
    let link = FaultyLink(to: pair.hub, interlude: { pushes.add($0) })
    let device = try TestDevice(
      "asking", form: form, link: link, clock: pair.clock, random: pair.dice)
    try await device.connect(to: pair.hub, as: pair.ada)
    try await device.save("a", 25)
    link.next(nil, nil, nil, .lostReply)

    await #expect(throws: SyncError.self) { try await device.synchronize() }
    try device.relaunch()
    try await device.synchronize()

    // The same bytes, so also the same key.
    #expect(pushes.bodies.count == 2 && Set(pushes.bodies).count == 1)
    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.version) == [Version(1)])
    #expect(try await device.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 a lost answer followed by an edit loses neither`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    pair.first.link.next(nil, nil, nil, .lostReply)
    await #expect(throws: SyncError.self) { try await pair.first.synchronize() }

    pair.pass()
    try await pair.first.save("a", 40)
    try await pair.first.synchronize()
    try await pair.second.synchronize()

    #expect(try await pair.second.minutes("a") == 40)
    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.version) == [Version(2)])
    #expect(try await pair.first.conflicts().isEmpty)
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 a refused record is quarantined and its neighbours go through`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("good", 5)
    let facts = Array(#"{"startedAt":"not a time"}"#.utf8)
    try await pair.first.runtime.enqueue(
      RecordChange(
        .anchor, .named("bad"), body: RecordBody(type: "focusSession", facts: facts),
        occurredAt: Minute(number: 1)))
    try await pair.first.save("also good", 6)

    try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 2)
    let refused = try await pair.first.quarantined()
    #expect(refused.map(\.edit.record) == [.named("bad")])
    #expect(refused.first?.field == "startedAt")
    #expect(try await pair.first.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 a quarantined record that is edited goes through`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.runtime.enqueue(
      RecordChange(
        .anchor, .named("a"), body: RecordBody(type: "focusSession", facts: Array("{}".utf8)),
        occurredAt: Minute(number: 1)))
    try await pair.first.synchronize()

    try await pair.first.save("a", 12)
    try await pair.first.synchronize()

    #expect(try await pair.first.quarantined().isEmpty)
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `S8 ten thousand waiting edits drain in batches of a hundred`(form: JournalForm) async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(10_000)
    let before = pair.first.link.requests

    try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 10_000)
    #expect(pair.first.link.requests - before <= 104)
    try await pair.second.synchronize()
    #expect(try await pair.second.store.notes().count == 10_000)
  }

  @Test(arguments: JournalForm.allCases)
  func `§4 an unchanged record is not queued twice`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    try await pair.first.save("a", 25)
    #expect(try await pair.first.runtime.pendingMutationCount() == 1)
    try await pair.first.synchronize()

    try await pair.first.save("a", 25)
    try await pair.second.synchronize()
    try await pair.second.save("a", 25)

    #expect(try await pair.first.runtime.pendingMutationCount() == 0)
    #expect(try await pair.second.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `§4 a record made and deleted before a sync is never sent`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    try await pair.first.save("a", nil)

    try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).isEmpty)
  }

  @Test(arguments: JournalForm.allCases)
  func `§4 a sync with nothing new asks who the Hub is and for one page`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()
    let grant = try #require(try await pair.first.identity.currentAccount())
    let before = pair.first.link.requests

    try await pair.first.synchronize(account: grant)
    let first = pair.first.link.requests - before
    try await pair.first.synchronize(account: grant)

    #expect(first == 2)
    #expect(pair.first.link.requests - before == 4)
  }

  @Test(arguments: JournalForm.allCases)
  func `§4 the echo of a device's own edits is not handed over`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    try await pair.first.save("b", 30)
    let given = Recorder()

    for _ in 0..<2 {
      try await pair.first.synchronize(TestRuntime.Steps(before: { given.add($0) }))
    }

    #expect(given.records.isEmpty)
    #expect(try await pair.first.cursor() == 2)
  }
}
