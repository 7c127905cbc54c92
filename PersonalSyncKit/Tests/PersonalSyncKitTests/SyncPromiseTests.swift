import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxSQLite

/// The promises S1–S7 of docs/protocol/sync.md on an attached journal.
@Suite struct SyncPromiseTests {
  struct SaveFailed: Error {}

  @Test func `S1: edits wait for months without a session, also after a relaunch`() async throws {
    let pair = try await PairOfDevices.connected()
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

  @Test func `S2: a save that throws moves nothing and the batch comes again`() async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()

    let error = await #expect(throws: SyncError.self) {
      try await pair.second.runtime.synchronize { _, _ in throw SaveFailed() }
    }
    #expect(error?.code == "sync.apply_failed")
    #expect(try await pair.second.minutes("a") == nil)
    try await pair.second.synchronize()

    #expect(try await pair.second.minutes("a") == 25)
  }

  @Test func `S4: rows and bookkeeping of a batch are saved together or not at all`() async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()

    await #expect(throws: SyncError.self) {
      try await pair.second.runtime.synchronize { batch, transaction in
        try NoteStore.apply(batch, transaction)
        throw SaveFailed()
      }
    }

    #expect(try await pair.second.minutes("a") == nil)
  }

  @Test func `S4: an edit is in the outbox exactly when its row is in the store`() async throws {
    let pair = try await PairOfDevices.connected()
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

  @Test func `S5: passes of two processes on one store run one after the other`() async throws {
    let pair = try await PairOfDevices.connected()
    for index in 0..<300 { try await pair.first.save("n\(index)", index % 100) }
    let other = PersonalSyncRuntime(
      domain: .anchor, journal: pair.first.store.journal, store: pair.first.store.pool,
      identity: pair.first.identity, http: pair.first.link,
      lockPath: pair.first.folder + "/sync.lock", clock: pair.clock, random: pair.dice)

    async let one = pair.first.synchronize()
    async let two = other.synchronize { try NoteStore.apply($0, $1) }
    _ = try await (one, two)

    let feed = pair.hub.feed(of: pair.ada, .anchor)
    #expect(feed.count == 300)
    #expect(feed.allSatisfy { $0.version == Version(1) })
  }

  @Test func `S5: a caller that waits can be cancelled`() async throws {
    let pair = try await PairOfDevices.connected()
    let waiting = Task { try await pair.first.synchronize() }
    waiting.cancel()

    let result = await waiting.result

    // Cancelled before it began, while it waited, or too late; never stuck.
    if case .failure(let error) = result {
      #expect((error as? SyncError)?.code == "http_client.cancelled")
    }
    #expect(try await pair.first.synchronize() != .signedOut)
  }

  @Test func `S6: damaged bookkeeping stops sync and is not replaced`() async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.save("a", 25)
    try await pair.first.store.pool.write { (transaction) throws(SQLiteError) in
      try transaction.execute(script: "UPDATE sync_outbox SET record = 'not a record id'")
    }

    let error = await #expect(throws: SyncError.self) { try await pair.first.synchronize() }

    guard case .journal(.damaged) = error else {
      Issue.record("told as \(String(describing: error))")
      return
    }
    #expect(try await pair.first.minutes("a") == 25)
    #expect(try await pair.first.runtime.pendingMutationCount() == 1)
  }

  @Test func `S7: a lost answer is asked for again under the same key`() async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.save("a", 25)
    pair.first.link.next(nil, nil, nil, .lostReply)

    await #expect(throws: SyncError.self) { try await pair.first.synchronize() }
    try pair.first.relaunch()
    try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.version) == [Version(1)])
    #expect(try await pair.first.runtime.pendingMutationCount() == 0)
  }

  @Test func `S7: a lost answer followed by an edit loses neither`() async throws {
    let pair = try await PairOfDevices.connected()
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

  @Test func `S7: a refused record is quarantined and its neighbours go through`() async throws {
    let pair = try await PairOfDevices.connected()
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

  @Test func `a quarantined record that is edited goes through`() async throws {
    let pair = try await PairOfDevices.connected()
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

  @Test func `ten thousand waiting edits drain in batches of a hundred`() async throws {
    let pair = try await PairOfDevices.connected()
    let journal = pair.first.store.journal
    try await pair.first.store.pool.write { (transaction) throws(JournalError) in
      for index in 0..<10_000 {
        try journal.enqueue(
          NoteStore.change(.named("n\(index)"), index % 1_000), nowMilliseconds: 1, in: transaction)
      }
    }
    let before = pair.first.link.requests

    try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 10_000)
    #expect(pair.first.link.requests - before <= 104)
    try await pair.second.synchronize()
    #expect(try await pair.second.store.notes().count == 10_000)
  }

  @Test func `an unchanged record is not queued twice`() async throws {
    let pair = try await PairOfDevices.connected()
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

  @Test func `a record made and deleted before a sync is never sent`() async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.save("a", 25)
    try await pair.first.save("a", nil)

    try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).isEmpty)
  }

  @Test func `a sync with nothing new asks who the Hub is and for one page`() async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()
    let grant = try #require(try await pair.first.identity.currentAccount())
    let before = pair.first.link.requests

    _ = try await pair.first.runtime.synchronize(account: grant) { try NoteStore.apply($0, $1) }
    let first = pair.first.link.requests - before
    _ = try await pair.first.runtime.synchronize(account: grant) { try NoteStore.apply($0, $1) }

    #expect(first == 2)
    #expect(pair.first.link.requests - before == 4)
  }
}
