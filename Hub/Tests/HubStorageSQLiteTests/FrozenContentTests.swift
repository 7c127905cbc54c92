import HubContracts
import HubCore
import Testing

@testable import HubStorageSQLite

/// A record whose contract freezes its content (docs/protocol/sync.md, §6), over the embedded engine.
@Suite struct FrozenContentTests {
  let hub: TestHub

  init() throws { hub = try TestHub() }

  private func push(_ mutation: Mutation) async throws -> PushResult.Outcome? {
    let request = try PushRequest.read(
      PushRequest(domain: .setline, device: hub.device, mutations: [mutation]).json)
    let answer = try await hub.service.push(request, from: hub.ada, speaking: .second)
    return answer.results.first?.outcome
  }

  private func workout(_ minutes: Int, base: Int64 = 0) -> Mutation {
    var facts = WorkoutFacts()
    facts.minutes = minutes
    let body = RecordBody(type: "session", facts: WorkoutFacts.contract.encode(facts))
    return mutation(.upsert, "\(minutes) \(base)", base, body.canonical)
  }

  private func deletion(base: Int64) -> Mutation {
    mutation(.delete, "delete \(base)", base, RecordBody.tombstone)
  }

  private func mutation(
    _ operation: HubContracts.Operation, _ key: String, _ base: Int64, _ body: [UInt8]
  ) -> Mutation {
    Mutation(
      record: RecordID(
        type: "session", uuid: Identifier<Named.Document>.named("workout").description),
      key: .named(key), operation: operation, base: Version(base),
      occurredAt: Minute(number: 29_000_000),
      modifiedAt: Stamp(milliseconds: 1_750_000_000_000 + base), body: body)
  }

  @Test func `a change of frozen content is rejected and the record stays`() async throws {
    _ = try await push(workout(45))

    let outcome = try await push(workout(60, base: 1))

    #expect(outcome == .rejected(code: "content_frozen", field: "record", reason: nil))
    guard case .page(let page) = try await hub.service.pull(.setline, after: .start, of: hub.ada)
    else {
      Issue.record("there is no page")
      return
    }
    #expect(page.changes.map(\.body) == [workout(45).body])
    #expect(page.contracts == .ofThisProgram)
  }

  @Test func `the same content again is stored, and a stale base is a conflict first`() async throws
  {
    _ = try await push(workout(45))

    guard case .conflict = try await push(workout(60)) else {
      Issue.record("a stale base is not told as a conflict")
      return
    }
    #expect(
      try await push(workout(45, base: 1)) == .accepted(version: Version(2), cursor: Cursor(2)))
  }

  @Test func `frozen content is deleted, and what was deleted is written again`() async throws {
    _ = try await push(workout(45))

    let deleted = try await push(deletion(base: 1))
    let again = try await push(workout(60, base: 2))

    #expect(deleted == .accepted(version: Version(2), cursor: Cursor(2)))
    #expect(again == .accepted(version: Version(3), cursor: Cursor(3)))
  }

  @Test func `content that is not frozen is changed as before`() async throws {
    _ = try await hub.push([.session("a", minutes: 25)])

    let answer = try await hub.push([.session("a", minutes: 30, base: 1)])

    #expect(answer.results.map(\.outcome) == [.accepted(version: Version(2), cursor: Cursor(2))])
  }
}
