import HubContracts
import Testing
import ToolboxJSON

private func change(_ changes: [String: String?] = [:]) -> String {
  let members = [
    ("cursor", "41"), ("changeId", "\"\(Sample.key)\""), ("domain", "\"anchor\""),
    ("id", "\"\(Sample.session)\""), ("operation", "\"upsert\""), ("version", "4"),
    ("occurredAt", "\"2026-11-30T08:30:00Z\""), ("modifiedAt", "1796027412345"),
    ("recordedAt", "\"2026-11-30T08:30:15.007Z\""), ("originDeviceId", "\"\(Sample.device)\""),
    ("record", "{}"),
  ]
  let kept = members.compactMap { name, value in
    (changes[name] ?? value).map { "\"\(name)\":\($0)" }
  }
  return "{\(kept.joined(separator: ","))}"
}

private func read(_ change: String) throws -> PullPage {
  try PullPage.read(
    Array(#"{"changes":[\#(change)],"cursor":41,"hasMore":false}"#.utf8), domain: .anchor)
}

@Suite struct PullPageReadingTests {
  @Test(arguments: [
    "cursor", "changeId", "domain", "id", "operation", "version", "occurredAt", "recordedAt",
    "originDeviceId", "record",
  ])
  func `a change that lacks a member is refused, and so is its page`(member: String) {
    let error = #expect(throws: JSONError.self) { try read(change([member: nil])) }

    #expect(error?.fault == .missingKey)
  }

  @Test(arguments: [
    ("cursor", "0"), ("cursor", "-1"), ("cursor", "9223372036854775807"), ("version", "0"),
    ("changeId", "\"x\""), ("domain", "\"calorie\""), ("domain", "\"nowhere\""),
    ("id", "\"my diary\""), ("operation", "\"merge\""), ("occurredAt", "\"2026-02-30\""),
    ("recordedAt", "\"soon\""), ("originDeviceId", "\"phone\""), ("modifiedAt", "1.5"),
    ("modifiedAt", "9007199254740993"),
    ("record", "null"), ("record", "[]"), ("record", "\"x\""),
  ])
  func `a change with a member that cannot be is refused`(member: String, value: String) {
    #expect(throws: JSONError.self) { try read(change([member: value])) }
  }

  /// The Hub gives a mutation without a stamp the time at which it happened.
  @Test func `a change from before 1970 is read`() throws {
    let page = try read(change(["occurredAt": "\"1969-12-31T23:59:00Z\"", "modifiedAt": "-60000"]))

    #expect(page.changes.map(\.modifiedAt.milliseconds) == [-60_000])
  }

  @Test func `a change of a type that this reader does not know is kept as it came`() throws {
    let body = #"{"type":"newThing","facts":{"x":[1, 2]},"sealed":"v9.x"}"#

    let page = try read(change(["id": "\"newThing-\(Sample.session)\"", "record": body]))

    #expect(page.changes.map(\.body) == [Array(body.utf8)])
  }

  @Test(arguments: [
    #"{"cursor":41,"hasMore":false}"#, #"{"changes":[],"hasMore":false}"#,
    #"{"changes":[],"cursor":41}"#, "{}",
  ])
  func `a page without changes, cursor or whether there is more is refused`(page: String) {
    // Reading it as an empty page would move the cursor past changes that were never seen.
    let error = #expect(throws: JSONError.self) {
      try PullPage.read(Array(page.utf8), domain: .anchor)
    }

    #expect(error?.fault == .missingKey)
  }
}

@Suite struct PushAnswerReadingTests {
  private static func read(_ result: String) throws -> PushAnswer {
    let names = #""id":"\#(Sample.session)","idempotencyKey":"\#(Sample.key)""#
    return try PushAnswer.read(Array(#"{"results":[{\#(names)\#(result)}]}"#.utf8), domain: .anchor)
  }

  @Test(arguments: [
    "", #","status":"done""#, #","status":"accepted""#, #","status":"accepted","version":1"#,
    #","status":"accepted","version":0,"cursor":1"#, #","status":"duplicate","cursor":1"#,
    #","status":"conflict","expectedVersion":1"#, #","status":"conflict","actualVersion":1"#,
  ])
  func `a result that does not say what became of the mutation is refused`(result: String) {
    let error = #expect(throws: JSONError.self) { try Self.read(result) }

    #expect(error?.fault == .missingKey)
  }

  @Test func `an answer without results is refused, because nothing in it acknowledges`() {
    let error = #expect(throws: JSONError.self) {
      try PushAnswer.read(Array(#"{"epoch":1}"#.utf8), domain: .anchor)
    }

    #expect(error?.fault == .missingKey)
  }

  @Test func `a rejection with a code that this reader does not know is read`() throws {
    let answer = try Self.read(#","status":"rejected","reason":{"code":"moon_phase","hint":1}"#)

    #expect(
      answer.results.map(\.outcome) == [.rejected(code: "moon_phase", field: nil, reason: nil)])
  }

  @Test func `a current record of another domain is refused`() {
    let current = change(["domain": "\"calorie\""])

    #expect(throws: JSONError.self) {
      try Self.read(
        #","status":"conflict","expectedVersion":1,"actualVersion":2,"current":\#(current)"#)
    }
  }
}

@Suite struct SessionStatementReadingTests {
  @Test(arguments: [
    (#""hub-session-v1""#, #""hub-session-v2""#), (Sample.session, "ada"),
    (#""issuedAt":1796027412345"#, #""issuedAt":"now""#), (#""nonce""#, #""nunce""#),
    (#""client":"anchor""#, #""client":null"#),
  ])
  func `a statement that lacks something or has it in another form is refused`(
    part: String, other: String
  ) {
    let text = String(decoding: Sample.statement.json, as: UTF8.self)
    #expect(text.contains(part))

    #expect(throws: JSONError.self) {
      try SessionStatement.read(Array(text.replacing(part, with: other).utf8))
    }
  }

  @Test func `a name with quotes and line breaks cannot add members`() throws {
    var statement = Sample.statement
    statement.accountName = "\",\"account\":\"\n\\"

    #expect(try SessionStatement.read(statement.json) == statement)
  }
}
