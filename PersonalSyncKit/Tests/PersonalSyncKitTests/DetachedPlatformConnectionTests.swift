import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxHTTPClient

/// A store that is not SQLite, wired in one call.
@Suite struct DetachedPlatformConnectionTests {
  private struct SaveFailed: Error {}

  private let clock = HandClock()
  private let dice = Dice(seed: 21)
  private let hub: FakeHub
  /// Only for its folder, which goes with it.
  private let holder: TestDevice

  init() throws {
    hub = FakeHub(clock: clock, random: dice)
    holder = try TestDevice(
      "connection", form: .detached, link: FaultyLink(to: hub), clock: clock, random: dice)
  }

  private func open() throws -> DetachedPlatformConnection {
    try DetachedPlatformConnection.open(
      "anchor", .anchor, in: holder.folder,
      wiring: SyncWiring(clock: clock, random: dice, http: hub, tokens: MemoryTokenStore()))
  }

  private func change(_ minutes: Int?) -> RecordChange {
    NoteStore.change(.named("a"), minutes)
  }

  @Test func `what was saved is queued, sent and received`() async throws {
    let connection = try open()
    let session = hub.signIn(
      hub.account("Ada"), client: "anchor", document: connection.journal.journal.document)
    let account = try await connection.identity.adoptBearerToken(
      session.bearer, revokeHandle: session.revokeHandle, session: session.id,
      at: TestDevice.hubOrigin)
    try await connection.sync.bindAccount(account, adoptingUnownedData: true)

    try await connection.save(change(25)) {}
    _ = try await connection.sync.synchronize { _ in }

    #expect(hub.feed(of: hub.account("Ada"), .anchor).map(\.record) == [.named("a")])
    #expect(try await connection.sync.pendingMutationCount() == 0)
    #expect(try await connection.status().state == .upToDate)
  }

  @Test func `a save that fails queues nothing`() async throws {
    let connection = try open()

    await #expect(throws: SaveFailed.self) {
      try await connection.save(change(25)) { throw SaveFailed() }
    }

    #expect(try await connection.sync.pendingMutationCount() == 0)
    #expect(try await connection.catchUp(with: []) == 0)
  }

  /// The program ends when the app has removed the record, before the delete is queued.
  @Test func `a delete that was done and not queued is found at the next start`() async throws {
    let first = try open()
    try await first.save(change(25)) {}
    try await first.save(NoteStore.change(.named("kept"), 5)) {}
    await #expect(throws: SaveFailed.self) {
      try await first.save(change(nil)) { throw SaveFailed() }
    }

    let again = try open()
    let found = try await again.catchUp(with: [NoteStore.change(.named("kept"), 5)])

    #expect(found == 1)
    #expect(try await again.sync.pendingMutationCount() == 1)
  }
}
