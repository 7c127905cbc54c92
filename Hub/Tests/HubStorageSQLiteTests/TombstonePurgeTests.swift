import HubContracts
import HubCore
import Testing

@testable import HubStorageSQLite

/// H5 of docs/protocol/sync.md: deletions are remembered for 180 days.
@Suite struct TombstonePurgeTests {
  let hub: TestHub

  init() throws { hub = try TestHub() }

  /// Two records of which the second is deleted; `days` pass.
  private func deleteOne(andWait days: Int64) async throws {
    _ = try await hub.push([.session("kept", minutes: 1), .session("gone", minutes: 2)])
    _ = try await hub.push([.delete("gone", base: 1)])
    hub.clock.advance(days * 86_400_000)
    try await hub.service.purgeTombstones()
  }

  @Test func `H5: a deletion is remembered for 180 days`() async throws {
    try await deleteOne(andWait: 180)

    #expect(try await hub.pull(after: Cursor(1)).changes.map(\.operation) == [.delete])
  }

  @Test func `H5: after 180 days it is forgotten, and nothing else is`() async throws {
    try await deleteOne(andWait: 181)

    #expect(try await hub.pull(after: .start).changes.map(\.record) == [.named("kept")])
  }

  @Test func `H5: a cursor that has not seen what is forgotten has expired; others have not`()
    async throws
  {
    try await deleteOne(andWait: 181)

    await #expect(throws: TestHub.CursorExpired.self) { try await hub.pull(after: Cursor(2)) }
    #expect(try await hub.pull(after: Cursor(3)).changes.isEmpty)
    #expect(try await hub.pull(after: .start).changes.count == 1)
  }

  @Test func `H5: who reads from the start passes the horizon and ends behind it`() async throws {
    try await deleteOne(andWait: 181)

    let end = try await hub.pull(after: Cursor(1), isWhole: true)
    let start = try await hub.pull(after: .start)

    #expect(end.changes.isEmpty && end.cursor == Cursor(3) && !end.hasMore)
    #expect(start.changes.map(\.cursor) == [Cursor(1)] && start.cursor == Cursor(3))
    #expect(try await hub.pull(after: start.cursor).changes.isEmpty)
  }

  @Test func `H5: the horizon of one account is no other's`() async throws {
    _ = try await hub.push([.session("a", minutes: 1), .session("b", minutes: 1)], from: hub.bob)
    try await deleteOne(andWait: 181)

    #expect(try await hub.pull(after: Cursor(1), of: hub.bob).changes.count == 1)
  }

  @Test func `H5: a base that is forgotten is a conflict with nothing`() async throws {
    try await deleteOne(andWait: 181)

    let answer = try await hub.push([
      .session("gone", minutes: 9, base: 2), .delete("gone", base: 2),
    ])

    let conflict = PushResult.Outcome.conflict(
      expected: Version(2), actual: .absent, current: nil)
    #expect(answer.results.map(\.outcome) == [conflict, conflict])
  }

  @Test func `H5: a late repetition of what was deleted since brings nothing back`() async throws {
    try await deleteOne(andWait: 181)

    let answer = try await hub.push([.session("gone", minutes: 2)])

    #expect(answer.results.map(\.outcome) == [.duplicate(version: Version(1), cursor: Cursor(2))])
    #expect(try await hub.pull(after: .start).changes.map(\.record) == [.named("kept")])
  }

  @Test func `H5: a record made anew begins above every version that it ever had`() async throws {
    try await deleteOne(andWait: 181)

    let answer = try await hub.push([.session("gone", minutes: 7), .session("new", minutes: 8)])
    let stale = try await hub.push([.session("gone", minutes: 3, base: 2)])

    #expect(
      answer.results.map(\.outcome) == [
        .accepted(version: Version(4), cursor: Cursor(4)),
        .accepted(version: Version(4), cursor: Cursor(5)),
      ])
    guard case .conflict(_, actual: Version(4), _?) = stale.results.first?.outcome else {
      Issue.record("answered \(stale)")
      return
    }
  }

  @Test func `H5: a purge goes in slices between which devices write`() async throws {
    let count = SyncService.purgeSliceCount
    for _ in 0..<3 {
      let names = (0..<count).map { "r\($0) \(hub.clock.nowMilliseconds)" }
      _ = try await hub.push(names.map { .session($0, minutes: 1) })
      _ = try await hub.push(names.map { .delete($0, base: 1) })
      hub.clock.advance(1)
    }
    hub.clock.advance(181 * 86_400_000)
    let horizon = hub.clock.nowMilliseconds - 180 * 86_400_000

    let first = try await hub.storage.purgeTombstones(storedBefore: horizon, limit: count)
    let left = try await hub.pull(after: .start).changes
    let answer = try await hub.push([.session("meanwhile", minutes: 1)])
    try await hub.service.purgeTombstones()

    #expect(first == count && left.count == 2 * count)
    guard case .accepted = answer.results.first?.outcome else {
      Issue.record("answered \(answer)")
      return
    }
    #expect(try await hub.pull(after: .start).changes.map(\.record) == [.named("meanwhile")])
  }
}
