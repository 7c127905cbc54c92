import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxLocks

/// What an app whose store is not SQLite is given, and what happens between its save and the journal's.
@Suite struct HandoverTests {
  /// Both devices hold note `a` with one minute.
  private func pairThatShares() async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(.detached)
    try await pair.first.save("a", 1)
    try await pair.settle()
    return pair
  }

  private func detached(_ device: TestDevice) throws -> DetachedNoteStore {
    try #require(device.store as? DetachedNoteStore)
  }

  /// A pass of the second device; `once` runs between its decision to save a batch and the save.
  private func synchronizeSecond(
    of pair: PairOfDevices, _ once: @escaping @Sendable () async throws -> Void
  ) async throws {
    let isDone = Locked(false)
    try await pair.second.synchronize(
      TestRuntime.Steps(meanwhile: { _ in
        let isFirst = isDone.withLock { done in
          defer { done = true }
          return !done
        }
        guard isFirst else { return }
        do { try await once() } catch { Issue.record("meanwhile: \(error)") }
      }))
  }

  @Test func `S1 an edit made while a batch is saved waits for nothing and is not lost`()
    async throws
  {
    let pair = try await pairThatShares()
    pair.pass()
    try await pair.first.save("a", 10)
    try await pair.first.synchronize()
    pair.pass()

    try await synchronizeSecond(of: pair) { try await pair.second.save("a", 20) }
    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 20)
    #expect(try await pair.second.minutes("a") == 20)
  }

  @Test func `an edit that was saved before a batch and queued after it reaches the app again`()
    async throws
  {
    let pair = try await pairThatShares()
    pair.pass()
    try await pair.first.save("a", 10)
    try await pair.first.synchronize()
    let second = try detached(pair.second)

    try await synchronizeSecond(of: pair) { try await second.put([.named("a"): 20]) }
    #expect(try await pair.second.minutes("a") == 10)
    try await second.detached.enqueue(
      NoteStore.change(.named("a"), 20), nowMilliseconds: pair.clock.nowMilliseconds)
    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 20)
    #expect(try await pair.second.minutes("a") == 20)
  }

  @Test func `a delete that was saved before a batch and queued after it holds`() async throws {
    let pair = try await pairThatShares()
    pair.pass()
    try await pair.first.save("a", 10)
    try await pair.first.synchronize()
    let second = try detached(pair.second)

    try await synchronizeSecond(of: pair) { try await second.put([.named("a"): nil]) }
    try await second.detached.enqueue(
      NoteStore.change(.named("a"), nil), nowMilliseconds: pair.clock.nowMilliseconds)
    try await pair.settle()

    #expect(try await pair.first.minutes("a") == nil)
    #expect(try await pair.second.minutes("a") == nil)
  }

  /// The outbox holds a delete, an edit from elsewhere is later and wins, and the person deletes again.
  @Test func `deleting again what a newer edit is just bringing back is a delete of its own`()
    async throws
  {
    let pair = try await pairThatShares()
    try await pair.second.save("a", nil)
    pair.pass()
    try await pair.first.save("a", 10)
    try await pair.first.synchronize()
    let (second, calls) = (pair.second, Locked(0))
    pair.pass()

    try await pair.second.synchronize(
      TestRuntime.Steps(meanwhile: { _ in
        // Behind the app's save of the batch, before the journal notes it.
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        guard call == 2 else { return }
        do { try await second.save("a", nil) } catch { Issue.record("meanwhile: \(error)") }
      }))
    try await pair.settle()

    #expect(try await pair.first.minutes("a") == nil)
    #expect(try await pair.second.minutes("a") == nil)
  }

  @Test func `going back to what was known while a newer version is saved is an edit`()
    async throws
  {
    let pair = try await pairThatShares()
    pair.pass()
    try await pair.first.save("a", 10)
    try await pair.first.synchronize()
    let second = try detached(pair.second)
    let (clock, calls) = (pair.clock, Locked(0))

    try await pair.second.synchronize(
      TestRuntime.Steps(meanwhile: { _ in
        // Behind the app's save of the batch, before the journal notes it.
        guard
          calls.withLock({
            $0 += 1; return $0
          }) == 2
        else { return }
        do {
          try await second.save(
            .named("a"), minutes: 1, nowMilliseconds: clock.nowMilliseconds)
        } catch { Issue.record("meanwhile: \(error)") }
      }))
    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 1)
    #expect(try await pair.second.minutes("a") == 1)
  }

  @Test func `S5 what applyChanges queues is pushed after the batch, also of the same record`()
    async throws
  {
    let pair = try await pairThatShares()
    // Far ahead, but within what is followed: the edit made of it has to be later all the same.
    pair.pass(milliseconds: 3_600_000)
    try await pair.first.save("a", 10)
    try await pair.first.synchronize()
    pair.pass(milliseconds: -3_600_000)
    let second = try detached(pair.second)

    try await synchronizeSecond(of: pair) {
      try await second.save(
        .named("a"), minutes: 11, nowMilliseconds: pair.clock.nowMilliseconds)
      try await second.save(
        .named("derived"), minutes: 5, nowMilliseconds: pair.clock.nowMilliseconds)
    }
    try await pair.first.synchronize()

    #expect(try await pair.first.minutes("a") == 11)
    #expect(try await pair.first.minutes("derived") == 5)
    #expect(try await pair.second.minutes("a") == 11)
  }

  @Test func `a pass that is cancelled while the app saves is not noted and comes again`()
    async throws
  {
    let pair = try await pairThatShares()
    pair.pass()
    try await pair.first.save("a", 10)
    try await pair.first.synchronize()
    let device = pair.second
    let (begun, isBegun) = AsyncStream<Void>.makeStream()

    let pass = Task {
      try await device.synchronize(
        TestRuntime.Steps(meanwhile: { _ in
          isBegun.finish()
          while !Task.isCancelled { await Task.yield() }
        }))
    }
    for await _ in begun {}
    pass.cancel()
    let result = await pass.result

    #expect(throws: SyncError.self) { try result.get() }
    #expect(try await device.synchronize() != .signedOut)
    #expect(try await device.minutes("a") == 10)
  }

  @Test func `an app that goes on editing what it is given ends the pass and loses nothing`()
    async throws
  {
    let pair = try await pairThatShares()
    pair.pass()
    try await pair.first.saveMany(40)
    try await pair.first.synchronize()
    let second = try detached(pair.second)
    let (clock, next) = (pair.clock, Locked(0))

    let error = await #expect(throws: SyncError.self) {
      try await pair.second.synchronize(
        TestRuntime.Steps(meanwhile: { _ in
          let index = next.withLock {
            $0 += 1; return $0
          }
          do {
            try await second.save(
              .named("n\(index)"), minutes: 500 + index, nowMilliseconds: clock.nowMilliseconds)
          } catch { Issue.record("meanwhile: \(error)") }
        }))
    }
    try await pair.settle()

    #expect(error?.code == "sync.apply_failed")
    #expect(try await pair.first.store.notes() == pair.second.store.notes())
    #expect(try await pair.first.minutes("n1") == 501)
    #expect(try await pair.first.minutes("n39") == 40)
    #expect(try await pair.second.runtime.pendingMutationCount() == 0)
  }
}
