import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing

/// Names of the first generation that are kept (docs/first-generation.md).
@Suite struct FirstGenerationTests {
  @available(*, deprecated)
  @Test func `S9 the return-only sync of a detached journal returns what came, once`()
    async throws
  {
    let pair = try await PairOfDevices.connected(.detached)
    try await pair.first.saveMany(3)
    try await pair.first.synchronize()
    let store = try #require(pair.second.store as? DetachedNoteStore)
    let runtime = DetachedSyncRuntime(
      domain: .anchor, journal: store.detached, identity: pair.second.identity,
      http: pair.second.link, clock: pair.clock, random: pair.dice)

    let came: [SyncChange] = try await runtime.synchronize()
    let again: [SyncChange] = try await runtime.synchronize()

    #expect(came.map(\.record) == (0..<3).map { .named("n\($0)") })
    #expect(again.isEmpty)
    #expect(try await pair.second.store.notes().isEmpty)
  }

  @available(*, deprecated)
  @Test func `S9 the return-only sync of an attached journal does the same`() async throws {
    let pair = try await PairOfDevices.connected(.attached)
    try await pair.first.saveMany(3)
    try await pair.first.synchronize()
    let device = pair.second
    let runtime = PersonalSyncRuntime(
      domain: .anchor, journal: device.store.journal, store: device.store.pool,
      identity: device.identity, http: device.link, lockPath: device.folder + "/sync.lock",
      clock: pair.clock, random: pair.dice)

    let came: [SyncChange] = try await runtime.synchronize()
    _ = try await device.identity.signOut()
    let signedOut: [SyncChange] = try await runtime.synchronize()

    #expect(came.count == 3)
    #expect(signedOut.isEmpty)
  }

  @available(*, deprecated)
  @Test func `a session is restored offline`() async throws {
    let pair = try await PairOfDevices.connected(.detached)
    let account = try await pair.first.identity.currentAccount()
    try pair.first.relaunch()
    let before = pair.first.link.requests

    #expect(try await pair.first.identity.restoreSession() == account)
    #expect(pair.first.link.requests == before)
  }
}
