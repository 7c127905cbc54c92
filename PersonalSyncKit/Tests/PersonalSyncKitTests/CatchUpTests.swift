import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing

/// What an app whose store is not SQLite does at its start, for what a crash left unqueued.
@Suite struct CatchUpTests {
  private struct Crash: Error {}

  private func connected() async throws -> (PairOfDevices, DetachedNoteStore) {
    let pair = try await PairOfDevices.connected(.detached)
    return (pair, try #require(pair.first.store as? DetachedNoteStore))
  }

  @Test func `an edit that was saved and never queued is found at the start`() async throws {
    let (pair, store) = try await connected()
    try await store.put([.named("a"): 25])
    try pair.first.relaunch()
    let again = try #require(pair.first.store as? DetachedNoteStore)

    let queued = try await again.catchUp(nowMilliseconds: pair.clock.nowMilliseconds)
    try await pair.settle()

    #expect(queued == 1)
    #expect(try await pair.second.minutes("a") == 25)
  }

  @Test func `what is known, waits, is on its way or was refused is left alone`() async throws {
    let (pair, store) = try await connected()
    try await pair.first.save("known", 1)
    try await pair.first.synchronize()
    try await pair.first.save("flying", 2)
    pair.first.link.next(nil, nil, nil, .lostRequest)
    await #expect(throws: SyncError.self) { try await pair.first.synchronize() }
    try await pair.first.save("waiting", 3)

    let queued = try await store.catchUp(nowMilliseconds: pair.clock.nowMilliseconds)

    #expect(queued == 0)
    #expect(try await pair.first.runtime.pendingMutationCount() == 2)
  }

  @Test func `a record that is missing is not taken for deleted`() async throws {
    let (pair, store) = try await connected()
    try await pair.first.save("a", 1)
    try await pair.settle()
    try await store.put([.named("a"): nil])

    try await store.catchUp(nowMilliseconds: pair.clock.nowMilliseconds)
    try await pair.settle()

    #expect(try await pair.second.minutes("a") == 1)
  }

  @Test(arguments: [true, false])
  func `a delete that was announced is found at the start if it was done, and only then`(
    isDone: Bool
  ) async throws {
    let (pair, store) = try await connected()
    try await pair.first.save("a", 1)
    try await pair.settle()
    try await store.detached.willDelete(NoteStore.change(.named("a"), nil))
    if isDone { try await store.put([.named("a"): nil]) }
    try pair.first.relaunch()

    let queued = try await pair.first.catchUp()
    try await pair.settle()
    let again = try await pair.first.catchUp()

    #expect(queued == (isDone ? 1 : 0) && again == 0)
    for device in [pair.first, pair.second] {
      #expect(try await device.minutes("a") == (isDone ? nil : 1))
    }
  }

  @Test func `a delete that was announced and queued is done once`() async throws {
    let (pair, _) = try await connected()
    try await pair.first.save("a", 1)
    try await pair.settle()
    try await pair.first.save("a", nil)
    try await pair.settle()
    try await pair.second.save("a", 2)
    try await pair.second.synchronize()
    try pair.first.relaunch()

    let queued = try await pair.first.catchUp()
    try await pair.settle()

    #expect(queued == 0)
    #expect(try await pair.first.minutes("a") == 2)
  }

  /// Seeds 51 and 91 of the simulation: the word was left behind, and much later an edit was lost to it.
  @Test(arguments: [true, false])
  func `a delete that was announced is forgotten with the next edit of its record`(
    isDeleteQueued: Bool
  ) async throws {
    let (pair, store) = try await connected()
    try await pair.first.save("a", 1)
    try await pair.settle()
    try await store.detached.willDelete(NoteStore.change(.named("a"), nil))
    if isDeleteQueued {
      try await store.put([.named("a"): nil])
      try await pair.first.runtime.enqueue(NoteStore.change(.named("a"), nil))
    }
    try await pair.first.save("a", 2)
    // As when what came from elsewhere was saved over it: the edit waits, and is given again later.
    try await store.put([.named("a"): nil])

    let queued = try await pair.first.catchUp()
    try await pair.settle()

    #expect(queued == 0)
    #expect(try await pair.second.minutes("a") == 2)
  }

  @Test(arguments: [true, false])
  func `a batch that a crash interrupted is no edit, saved or not`(isSaved: Bool) async throws {
    let (pair, store) = try await connected()
    try await pair.first.save("a", 1)
    try await pair.settle()
    pair.pass()
    try await pair.second.save("a", 2)
    try await pair.second.synchronize()
    let crash: @Sendable (Batch) throws -> Void = { _ in throw Crash() }

    await #expect(throws: SyncError.self) {
      try await pair.first.synchronize(
        isSaved ? TestRuntime.Steps(after: crash) : TestRuntime.Steps(before: crash))
    }
    let queued = try await store.catchUp(nowMilliseconds: pair.clock.nowMilliseconds)
    try await pair.settle()

    #expect(queued == 0)
    #expect(try await pair.first.minutes("a") == 2)
    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.version) == [Version(2)])
  }

  @Test func `of two batches that crashes interrupted neither is an edit`() async throws {
    let (pair, store) = try await connected()
    try await pair.first.save("a", 1)
    try await pair.settle()
    for (minutes, steps) in [
      (2, TestRuntime.Steps(after: { _ in throw Crash() })),
      (3, TestRuntime.Steps(before: { _ in throw Crash() })),
    ] {
      pair.pass()
      try await pair.second.save("a", minutes)
      try await pair.second.synchronize()
      await #expect(throws: SyncError.self) { try await pair.first.synchronize(steps) }
    }
    try #require(try await pair.first.minutes("a") == 2)

    let queued = try await store.catchUp(nowMilliseconds: pair.clock.nowMilliseconds)
    try await pair.settle()

    #expect(queued == 0)
    #expect(try await pair.first.minutes("a") == 3)
    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.version) == [Version(3)])
  }

  /// The first device synchronises, and its person saves a note between the decision to save what is given
  /// and the save; the note is queued then or later.
  private func synchronize(_ pair: PairOfDevices, saving minutes: Int, isQueued: Bool) async throws
  {
    let store = try #require(pair.first.store as? DetachedNoteStore)
    let (isFirst, now) = (Countdown(1), pair.clock.nowMilliseconds)
    try await pair.first.synchronize(
      TestRuntime.Steps(meanwhile: { _ in
        guard !isFirst.isOver() else { return }
        do {
          guard isQueued else { return try await store.put([.named("a"): minutes]) }
          try await store.save(.named("a"), minutes: minutes, nowMilliseconds: now)
        } catch { Issue.record("meanwhile: \(error)") }
      }))
  }

  /// Ends the first device's next pass before it sends an edit, and starts its app again.
  private func stopBeforePush(_ pair: PairOfDevices, afterRequests count: Int) async throws -> Int {
    for _ in 0..<count { pair.first.link.next(nil) }
    pair.first.link.next(.lostRequest)
    await #expect(throws: SyncError.self) { try await pair.first.synchronize() }
    try pair.first.relaunch()
    return try await pair.first.catchUp()
  }

  @Test func `S7 what was saved over an edit is no edit although the Hub has gone on from it`()
    async throws
  {
    let (pair, store) = try await connected()
    try await pair.first.save("a", 1)
    try await pair.settle()
    pair.pass()
    try await pair.second.save("a", 10)
    try await pair.second.synchronize()
    try await synchronize(pair, saving: 20, isQueued: false)
    pair.pass()
    try await pair.second.save("a", 11)
    pair.pass()
    try await store.detached.enqueue(
      NoteStore.change(.named("a"), 20), nowMilliseconds: pair.clock.nowMilliseconds)
    try await pair.second.synchronize()

    // The Hub, the session, the feed; the edit is later than what comes and waits on.
    let queued = try await stopBeforePush(pair, afterRequests: 3)
    try await pair.settle()

    #expect(queued == 0)
    #expect(try await pair.first.minutes("a") == 20)
    #expect(try await pair.second.minutes("a") == 20)
  }

  /// Seed 32 of the simulation.
  @Test func `S7 what was given again over an edit is no edit once a restored Hub has lost it`()
    async throws
  {
    let (pair, _) = try await connected()
    try await pair.second.save("a", 10)
    try await pair.settle()
    let backup = pair.hub.backUp()
    pair.pass()
    try await pair.first.save("a", 20)
    try await synchronize(pair, saving: 30, isQueued: true)
    try #require(try await pair.first.minutes("a") == 20)
    pair.hub.restore(from: backup)

    // The Hub, the session, the feed, the whole feed, and the ordinary one.
    let queued = try await stopBeforePush(pair, afterRequests: 5)
    try await pair.settle()

    #expect(queued == 0)
    #expect(try await pair.first.minutes("a") == 30)
    #expect(try await pair.second.minutes("a") == 30)
  }

  /// What no journal can know: nobody but the app's store ever held the edit.
  @Test func `an edit that was saved over before it was queued ends with the program`() async throws
  {
    let (pair, _) = try await connected()
    try await pair.first.save("a", 1)
    try await pair.settle()
    pair.pass()
    try await pair.second.save("a", 10)
    try await pair.second.synchronize()
    try await synchronize(pair, saving: 20, isQueued: false)
    try pair.first.relaunch()

    let queued = try await pair.first.catchUp()
    try await pair.settle()

    #expect(queued == 0)
    #expect(try await pair.first.minutes("a") == 10)
    #expect(try await pair.second.minutes("a") == 10)
  }

  @Test func `running it again does nothing more`() async throws {
    let (pair, store) = try await connected()
    let ids = (0..<1_200).map { RecordID.named("n\($0)") }
    try await store.put(Dictionary(uniqueKeysWithValues: ids.map { ($0, 7) }))

    let first = try await store.catchUp(nowMilliseconds: pair.clock.nowMilliseconds)
    let second = try await store.catchUp(nowMilliseconds: pair.clock.nowMilliseconds)

    #expect(first == 1_200 && second == 0)
  }

  @Test func `a record whose content is frozen does not keep the others from being found`()
    async throws
  {
    let (pair, _) = try await connected()
    try await pair.first.save("frozen", 1)
    try await pair.first.synchronize()
    try pair.first.relaunch(as: Program(.other(1, frozen: ["focusSession"])))
    let store = try #require(pair.first.store as? DetachedNoteStore)
    try await store.put([.named("frozen"): 2, .named("new"): 3])

    let queued = try await store.catchUp(nowMilliseconds: pair.clock.nowMilliseconds)

    #expect(queued == 1)
    #expect(try await pair.first.runtime.pendingMutationCount() == 1)
  }
}
