import HubContracts
import Testing
import ToolboxJSON

/// Golden files are frozen: a client of today reads them for ever.
@Suite struct WireGoldenTests {
  static let push = PushRequest(
    domain: .anchor, device: Sample.identifier(Sample.device),
    mutations: [
      Sample.mutation,
      Mutation(
        record: .summary(Day(number: 20_787)),
        key: Sample.identifier("8e1d5b63-204f-4c8b-9e32-6d7f80910223"), operation: .upsert,
        base: .absent, occurredAt: Sample.minute("2026-11-30T23:59:00Z"), modifiedAt: nil,
        body: Sample.summaryBody),
      Mutation(
        record: Sample.tombstone.record,
        key: Sample.identifier("9f2e6c74-3150-4d9c-af43-7e8091a21334"), operation: .delete,
        base: Version(1), occurredAt: Sample.minute("2026-11-30T09:00:00Z"),
        modifiedAt: Stamp(milliseconds: 1_796_029_200_000), body: RecordBody.tombstone),
    ])

  static let answer = PushAnswer(
    results: [
      result(0, .accepted(version: Version(4), cursor: Cursor(41))),
      result(1, .duplicate(version: Version(1), cursor: Cursor(12))),
      result(2, .conflict(expected: Version(3), actual: Version(4), current: Sample.change)),
      result(3, .conflict(expected: Version(1), actual: Version(2), current: Sample.tombstone)),
      result(4, .conflict(expected: Version(1), actual: .absent, current: nil)),
      result(
        5,
        .rejected(
          code: "contract_violation", field: "focusedMinutes", reason: "out_of_range")),
      result(6, .rejected(code: "unknown_record_type", field: "type", reason: nil)),
      result(7, .rejected(code: "idempotency_key_reused", field: nil, reason: nil)),
    ], epoch: Epoch(2))

  static let page = PullPage(
    changes: [Sample.change, Sample.tombstone], cursor: Cursor(43), hasMore: true, epoch: Epoch(2))

  private static func result(_ number: Int, _ outcome: PushResult.Outcome) -> PushResult {
    PushResult(
      id: Sample.session, key: "00000000-0000-4000-8000-00000000000\(number)", outcome: outcome)
  }

  @Test func `a push request is written and read as its golden bytes`() throws {
    let golden = try Fixture.wire("v2/push-request.json")

    #expect(Self.push.json == golden)
    let read = try PushRequest.read(golden)
    #expect(read.domain == .anchor)
    #expect(read.device == Self.push.device)
    #expect(
      try read.items.map { try $0.content.get() } == Self.push.items.map { try $0.content.get() })
  }

  @Test func `a push answer with every outcome is written and read as its golden bytes`() throws {
    let golden = try Fixture.wire("v2/push-answer.json")

    #expect(Self.answer.json == golden)
    #expect(try PushAnswer.read(golden, domain: .anchor) == Self.answer)
  }

  @Test func `a pull page is written and read as its golden bytes`() throws {
    let golden = try Fixture.wire("v2/pull-page.json")

    #expect(Self.page.json == golden)
    #expect(try PullPage.read(golden, domain: .anchor) == Self.page)
  }

  @Test func `an empty page keeps the cursor that was asked for`() throws {
    let golden = try Fixture.wire("v2/pull-page-empty.json")
    let page = PullPage(changes: [], cursor: Cursor(43), hasMore: false, epoch: Epoch(2))

    #expect(page.json == golden)
    #expect(try PullPage.read(golden, domain: .anchor) == page)
  }

  @Test func `a tombstone is written and read as its golden bytes`() throws {
    let golden = try Fixture.wire("v2/change-tombstone.json")

    #expect(Sample.tombstone.json == golden)
    #expect(try Change.read(json: golden, domain: .anchor) == Sample.tombstone)
  }

  @Test func `a session statement is written and read as its golden bytes`() throws {
    let golden = try Fixture.wire("v2/session-statement.json")

    #expect(Sample.statement.json == golden)
    #expect(try SessionStatement.read(golden) == Sample.statement)
  }

  @Test func `an error body is written and read as its golden bytes`() throws {
    let golden = try Fixture.wire("v2/error.json")
    let body = HubErrorBody(
      code: HubErrorCode.storageFull.rawValue, message: "The Hub's disk is full.")

    #expect(body.json == golden)
    #expect(HubErrorBody(json: golden) == body)
  }
}

@Suite struct WireFirstGenerationTests {
  @Test func `a page without epoch and stamps is read, stamped with the time of the change`() throws
  {
    let page = try PullPage.read(try Fixture.wire("v1/pull-page.json"), domain: .anchor)

    #expect(page.epoch == nil)
    #expect(page.changes.map(\.operation) == [.upsert, .delete])
    #expect(page.changes.map(\.modifiedAt.milliseconds) == [1_796_027_400_000, 1_796_029_200_000])
  }

  @Test func `an answer without epoch and with a null version is read`() throws {
    let answer = try PushAnswer.read(try Fixture.wire("v1/push-answer.json"), domain: .anchor)

    #expect(answer.epoch == nil)
    #expect(
      answer.results.map(\.outcome) == [
        .accepted(version: Version(1), cursor: Cursor(7)),
        .conflict(expected: Version(2), actual: .absent, current: nil),
      ])
  }

  @Test func `a request with seconds, a zone and no stamp is read in whole minutes`() throws {
    let push = try PushRequest.read(try Fixture.wire("v1/push-request.json"))
    let mutation = try #require(push.items.first).content.get()

    #expect(mutation.modifiedAt == nil)
    #expect(mutation.occurredAt.description == "2026-11-30T08:30:00Z")
  }
}
