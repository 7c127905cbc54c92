import Foundation
import HubContracts
import HubCore
import Testing
import ToolboxCrypto

@testable import HubStorageSQLite

/// The promises H2–H4, H6 and H7 of docs/protocol/sync.md, over the embedded engine.
@Suite struct SyncServiceTests {
  let hub: TestHub

  init() throws { hub = try TestHub() }

  @Test func `an accepted record comes back to a pull as it was sent`() async throws {
    let mutation = Mutation.session("a", minutes: 25)

    let answer = try await hub.push([mutation])
    let page = try await hub.pull(after: .start)

    #expect(answer.results.map(\.outcome) == [.accepted(version: Version(1), cursor: Cursor(1))])
    let change = try #require(page.changes.first)
    #expect(page.changes.count == 1 && !page.hasMore && page.cursor == Cursor(1))
    #expect(change.body == mutation.body && change.record == mutation.record)
    #expect(change.modifiedAt == mutation.modifiedAt && change.occurredAt == mutation.occurredAt)
    #expect(try PullPage.read(page.json, domain: .anchor) == page)
  }

  @Test func `H2: the same mutation again gets its first answer and changes nothing`() async throws
  {
    let first = Mutation.session("a", minutes: 25)
    _ = try await hub.push([first])
    _ = try await hub.push([.session("a", minutes: 30, base: 1)])

    let answer = try await hub.push([first])

    #expect(answer.results.map(\.outcome) == [.duplicate(version: Version(1), cursor: Cursor(1))])
    #expect(try await hub.pull(after: .start).changes.map(\.version) == [Version(2)])
  }

  @Test(arguments: [
    Mutation.session("b", minutes: 25), .session("a", minutes: 10),
    .session("a", minutes: 25, base: 1), .delete("a", base: 0),
  ])
  func `H2: a key used for another content, base or record is refused and nothing is stored`(
    other: Mutation
  ) async throws {
    var second = other
    let first = Mutation.session("a", minutes: 25)
    second.key = first.key
    _ = try await hub.push([first])

    let answer = try await hub.push([second])

    #expect(
      answer.results.map(\.outcome)
        == [.rejected(code: "idempotency_key_reused", field: "idempotencyKey", reason: nil)])
    let page = try await hub.pull(after: .start)
    #expect(page.changes.map(\.body) == [first.body])
  }

  @Test func `H3: a stale base is a conflict that shows the current record`() async throws {
    let first = Mutation.session("a", minutes: 25)
    _ = try await hub.push([first])

    let answer = try await hub.push([.session("a", minutes: 99)])

    guard case .conflict(let expected, let actual, let current?) = answer.results.first?.outcome
    else {
      Issue.record("answered \(answer)")
      return
    }
    #expect(expected == .absent && actual == Version(1) && current.body == first.body)
  }

  @Test func `H4: the feed holds each record once, at its newest place`() async throws {
    _ = try await hub.push([.session("a", minutes: 1), .session("b", minutes: 2)])
    _ = try await hub.push([.session("a", minutes: 3, base: 1)])

    let page = try await hub.pull(after: .start)

    #expect(page.changes.map(\.cursor) == [Cursor(2), Cursor(3)])
    #expect(page.changes.map(\.version) == [Version(1), Version(2)])
    #expect(try await hub.pull(after: Cursor(3)).changes.isEmpty)
  }

  @Test func `H5: a tombstone carries no payload and can be brought back`() async throws {
    _ = try await hub.push([.session("a", minutes: 1)])
    _ = try await hub.push([.delete("a", base: 1)])

    let tombstone = try #require(try await hub.pull(after: .start).changes.first)
    let answer = try await hub.push([.session("a", minutes: 5, base: 2)])

    #expect(tombstone.operation == .delete && tombstone.body == Array("{}".utf8))
    #expect(answer.results.map(\.outcome) == [.accepted(version: Version(3), cursor: Cursor(3))])
  }

  @Test func `two mutations of one record in one push are taken one after the other`() async throws
  {
    let answer = try await hub.push([.session("a", minutes: 1), .session("a", minutes: 2, base: 1)])

    #expect(
      answer.results.map(\.outcome) == [
        .accepted(version: Version(1), cursor: Cursor(1)),
        .accepted(version: Version(2), cursor: Cursor(2)),
      ])
  }

  @Test func `H6: a bad record is rejected alone, or refuses all for a first-generation client`()
    async throws
  {
    let good = Mutation.session("a", minutes: 1)
    var bad = Mutation.session("b", minutes: 1)
    bad.body = Array(#"{"type":"focusSession","facts":{"title":"secret"}}"#.utf8)
    let request = try PushRequest.read(
      PushRequest(domain: .anchor, device: hub.device, mutations: [good, bad]).json)

    await #expect(throws: SyncService.Failure.self) {
      try await hub.service.push(request, from: hub.ada, speaking: .firstGeneration)
    }
    #expect(try await hub.pull(after: .start).changes.isEmpty)
    let answer = try await hub.service.push(request, from: hub.ada, speaking: .second)

    #expect(answer.results.first?.outcome == .accepted(version: Version(1), cursor: Cursor(1)))
    #expect(
      answer.results.last?.outcome
        == .rejected(code: "contract_violation", field: nil, reason: "unknown_field"))
    #expect(!String(decoding: answer.json, as: UTF8.self).contains("secret"))
  }

  @Test func `H7: another account sees nothing and its ids mean nothing here`() async throws {
    let mutation = Mutation.session("a", minutes: 1)
    _ = try await hub.push([mutation])

    let page = try await hub.pull(after: .start, of: hub.bob)
    let answer = try await hub.push([.session("a", minutes: 9, base: 1)], from: hub.bob)
    let sameKey = try await hub.push([mutation], from: hub.bob)

    #expect(page.changes.isEmpty)
    #expect(
      answer.results.map(\.outcome)
        == [.conflict(expected: Version(1), actual: .absent, current: nil)])
    #expect(sameKey.results.map(\.outcome) == [.accepted(version: Version(1), cursor: Cursor(1))])
  }

  @Test func `a page ends at 500 changes and the next goes on behind it`() async throws {
    for start in stride(from: 0, to: 700, by: 100) {
      _ = try await hub.push((start..<start + 100).map { .session("r\($0)", minutes: 1) })
    }

    let first = try await hub.pull(after: .start)
    let second = try await hub.pull(after: first.cursor)

    #expect(first.changes.count == 500 && first.hasMore)
    #expect(second.changes.count == 200 && !second.hasMore)
    #expect(Set((first.changes + second.changes).map(\.record)).count == 700)
  }

  @Test func `a page of large records ends at its bytes`() async throws {
    let sealed = "v1." + String(repeating: "A", count: 80_000)
    for index in 0..<20 {
      _ = try await hub.push([.session("r\(index)", minutes: 1, sealed: sealed)])
    }

    let page = try await hub.pull(after: .start)

    #expect(page.hasMore && page.json.count <= SyncLimits.pageBytesMax)
    #expect(!page.changes.isEmpty)
  }

  @Test func `pushes from many callers keep cursors rising without a gap`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<64 {
        group.addTask { _ = try? await hub.push([.session("r\(index)", minutes: 1)]) }
      }
    }

    let page = try await hub.pull(after: .start)

    #expect(page.changes.map(\.cursor.number) == Array(1...64))
  }

  @Test func `a full disk refuses one push, keeps the others and says so`() async throws {
    let sealed = "v1." + String(repeating: "A", count: 80_000)
    _ = try await hub.push([.session("before", minutes: 1)])
    try await hub.limitPages(to: 60)

    await #expect(throws: SyncService.Failure.storage(.full)) {
      for index in 0..<40 {
        _ = try await hub.push([.session("big\(index)", minutes: 1, sealed: sealed)])
      }
    }
    let small = try? await hub.push([.session("before", minutes: 2, base: 1)])

    #expect(try await hub.pull(after: .start).changes.contains { $0.record == .named("before") })
    #expect(small == nil || small?.results.count == 1)
  }
}
