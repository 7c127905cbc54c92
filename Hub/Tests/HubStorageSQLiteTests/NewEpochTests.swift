import Foundation
import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxSQLite

@testable import HubStorageSQLite

/// H5 of docs/protocol/sync.md: a restore from a backup raises the epoch and every number.
@Suite struct NewEpochTests {
  let hub: TestHub
  private let now: Int64 = 1_800_000_000_000

  init() throws { hub = try TestHub() }

  /// A copy of the Hub's file as `hub backup` makes one.
  private func backUp(_ folder: URL? = nil) throws -> URL {
    let folder = folder ?? hub.folder
    let copy = folder.appendingPathComponent("backup-\(UUID().uuidString).db")
    try Database(path: folder.appendingPathComponent("hub.db").path)
      .execute(script: "VACUUM INTO '\(copy.path)'")
    return copy
  }

  private func serve(_ file: URL) throws -> (HubDatabase, SyncService) {
    let storage = try HubDatabase.open(path: file.path)
    return (
      storage, SyncService(storage: storage, clock: hub.clock, random: SystemRandom())
    )
  }

  private func push(_ mutations: [Mutation], to service: SyncService) async throws
    -> [PushResult.Outcome]
  {
    let request = try PushRequest.read(
      PushRequest(domain: .anchor, device: hub.device, mutations: mutations).json)
    return try await service.push(request, from: hub.ada, speaking: .second).results.map(\.outcome)
  }

  @Test func `H5: a restored Hub says a higher epoch in every answer`() async throws {
    _ = try await hub.push([.session("a", minutes: 1)])
    let copy = try backUp()

    let epoch = try await HubDatabase.beginNewEpoch(path: copy.path, nowMilliseconds: now)
    let (storage, service) = try serve(copy)
    guard case .page(let page) = try await service.pull(.anchor, after: .start, of: hub.ada) else {
      Issue.record("expired")
      return
    }

    #expect(epoch == Epoch(now / 1_000) && storage.epoch == epoch && page.epoch == epoch)
    #expect(page.changes.map(\.record) == [.named("a")])
    #expect(hub.storage.epoch == Epoch(1))
  }

  @Test func `a restored Hub has forgotten what waited on devices, which say it anew`()
    async throws
  {
    let identity = try TestIdentity()
    let device = try await identity.connect(try await identity.makeOwner())
    try await identity.service.setAttention(
      AttentionCounts(conflicts: 2, quarantined: 1), of: device.session)
    let copy = try backUp(identity.folder)

    try await HubDatabase.beginNewEpoch(path: copy.path, nowMilliseconds: now)

    let sessions = try await HubDatabase.open(path: copy.path)
      .deviceSessions(of: device.session.account.number)
    #expect(sessions.map(\.attention) == [.nothing])
  }

  @Test func `H5: new cursors and versions are above all that devices may know`() async throws {
    _ = try await hub.push([.session("a", minutes: 1)])
    let copy = try backUp()
    // What the backup does not hold, and devices do.
    _ = try await hub.push([.session("a", minutes: 2, base: 1), .session("b", minutes: 3)])
    try await HubDatabase.beginNewEpoch(path: copy.path, nowMilliseconds: now)
    let (_, service) = try serve(copy)

    let outcomes = try await push(
      [
        .session("a", minutes: 9, base: 2), .session("a", minutes: 8, base: 1),
        .session("b", minutes: 4),
      ], to: service)
    let seenBefore = try await service.pull(.anchor, after: Cursor(3), of: hub.ada)

    let floor = (now / 1_000) << 20
    guard case .conflict(_, actual: Version(1), _?) = outcomes.first else {
      Issue.record("answered \(outcomes)")
      return
    }
    #expect(
      Array(outcomes.dropFirst()) == [
        .accepted(version: Version(floor + 1), cursor: Cursor(floor + 1)),
        .accepted(version: Version(floor + 1), cursor: Cursor(floor + 2)),
      ])
    guard case .page(let page) = seenBefore else {
      Issue.record("expired")
      return
    }
    #expect(page.changes.map(\.record) == [.named("a"), .named("b")])
  }

  @Test func `H5: two restores of one backup are two epochs with numbers of their own`()
    async throws
  {
    _ = try await hub.push([.session("a", minutes: 1)])
    let (first, second) = (try backUp(), try backUp())

    let one = try await HubDatabase.beginNewEpoch(path: first.path, nowMilliseconds: now)
    let (_, service) = try serve(first)
    let before = try await push([.session("b", minutes: 1)], to: service)
    // Within the same second, by a clock that was set back.
    let two = try await HubDatabase.beginNewEpoch(
      path: second.path, replacing: one, nowMilliseconds: now - 3_600_000)
    let (_, again) = try serve(second)
    let after = try await push([.session("c", minutes: 1)], to: again)

    guard case .accepted(_, let old) = before.first, case .accepted(_, let new) = after.first
    else {
      Issue.record("answered \(before), \(after)")
      return
    }
    #expect(two == Epoch(one.number + 1) && new > old)
    #expect(new.number < 1 << 53)
  }

  @Test func `H5: a clock in the past still raises the epoch and the numbers`() async throws {
    _ = try await hub.push([.session("a", minutes: 1)])
    let copy = try backUp()

    let epoch = try await HubDatabase.beginNewEpoch(path: copy.path, nowMilliseconds: -5)
    let (_, service) = try serve(copy)
    let outcomes = try await push([.session("b", minutes: 1)], to: service)

    let floor = (Int64(1) << 32) + 1
    #expect(epoch == Epoch(2))
    #expect(outcomes == [.accepted(version: Version(floor + 1), cursor: Cursor(floor + 1))])
  }

  @Test func `a file that cannot be served is not given an epoch`() async throws {
    let file = hub.folder.appendingPathComponent("no-database.db")
    let bytes = Data(repeating: 7, count: 8_192)
    try bytes.write(to: file)

    await #expect(throws: Schema.Failure.self) {
      try await HubDatabase.beginNewEpoch(path: file.path, nowMilliseconds: now)
    }

    #expect(try Data(contentsOf: file) == bytes)
  }
}
