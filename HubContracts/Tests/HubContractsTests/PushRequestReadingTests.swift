import HubContracts
import Testing
import ToolboxJSON

/// One mutation as text, with members that can be replaced or left out.
private func mutation(
  _ changes: [String: String?] = [:], record: String? = nil, adding extra: String = ""
) -> String {
  let members: [(String, String)] = [
    ("id", "\"\(Sample.session)\""), ("idempotencyKey", "\"\(Sample.key)\""),
    ("operation", "\"upsert\""), ("baseVersion", "0"), ("occurredAt", "\"2026-11-30T08:30:00Z\""),
    ("modifiedAt", "1796027412345"),
    ("record", record ?? String(decoding: Sample.sessionBody, as: UTF8.self)),
  ]
  let kept = members.compactMap { name, value in
    (changes[name] ?? value).map { "\"\(name)\":\($0)" }
  }
  return "{\(kept.joined(separator: ","))\(extra)}"
}

private func request(
  _ mutations: [String], domain: String = "\"anchor\"", device: String = "\"\(Sample.device)\"",
  adding extra: String = ""
) -> [UInt8] {
  let list = mutations.joined(separator: ",")
  return Array(
    #"{"domain":\#(domain),"deviceId":\#(device),"mutations":[\#(list)]\#(extra)}"#.utf8)
}

private func contents(_ bytes: [UInt8]) throws -> [Result<Mutation, Rejection>] {
  try PushRequest.read(bytes).items.map(\.content)
}

@Suite struct PushRequestEnvelopeTests {
  @Test func `one mutation and a hundred are read, in the order of the request`() throws {
    for count in [1, 100] {
      let items = try PushRequest.read(
        request((0..<count).map { mutation(["baseVersion": "\($0)"]) })
      ).items

      #expect(try items.map { try $0.content.get().base.number } == (0..<count).map(Int64.init))
    }
  }

  @Test(arguments: [0, 101, 5_000])
  func `no mutation, and more than a hundred, refuse the request`(count: Int) {
    let error = #expect(throws: RequestRefusal.self) {
      try PushRequest.read(request(Array(repeating: mutation(), count: count)))
    }

    #expect(error == RequestRefusal(.invalidRequest, "A push holds 1 to 100 mutations."))
  }

  @Test(arguments: [
    ("\"nowhere\"", HubErrorCode.invalidDomain), ("\"Anchor\"", .invalidDomain),
    ("\"\"", .invalidDomain), ("\"indulge\"", .invalidDomain), ("7", .invalidRequest),
    ("null", .invalidRequest), ("\"\(String(repeating: "a", count: 65))\"", .invalidRequest),
  ])
  func `a domain that is none refuses the request`(domain: String, code: HubErrorCode) {
    let error = #expect(throws: RequestRefusal.self) {
      try PushRequest.read(request([mutation()], domain: domain))
    }

    #expect(error?.code == code)
  }

  @Test(arguments: ["\"phone of Ada\"", "\"B1E6F0A3-92C4-4D58-A7E1-6F4D3C2B1A09\"", "1", "null"])
  func `a device that is not a lower-case UUID refuses the request`(device: String) {
    let error = #expect(throws: RequestRefusal.self) {
      try PushRequest.read(request([mutation()], device: device))
    }

    #expect(error?.code == .invalidRequest)
  }

  @Test func `a member that is unknown or absent refuses the request`() {
    let bodies = [
      request([mutation()], adding: #","note":"x""#), Array("{}".utf8),
      Array(#"{"domain":"anchor","deviceId":"\#(Sample.device)"}"#.utf8),
      Array(#"{"domain":"anchor","mutations":[\#(mutation())]}"#.utf8),
    ]

    for body in bodies {
      let error = #expect(throws: RequestRefusal.self) { try PushRequest.read(body) }
      #expect(error?.code == .invalidRequest)
    }
  }

  @Test(arguments: ["id", "idempotencyKey"])
  func `a mutation that cannot be answered refuses the request`(member: String) {
    for value in [nil, "7", "\"\(String(repeating: "a", count: 201))\""] as [String?] {
      let error = #expect(throws: RequestRefusal.self) {
        try PushRequest.read(request([mutation(), mutation([member: value])]))
      }
      #expect(error?.code == .invalidRequest)
    }
  }

  @Test func `a refusal says where and repeats nothing of the body`() {
    let error = #expect(throws: RequestRefusal.self) {
      try PushRequest.read(Array(#"{"domain":"secret" x}"#.utf8))
    }

    #expect(error?.code == .invalidJSON)
    #expect(error?.message == "The body has a byte that cannot stand here at byte 19.")
  }
}

@Suite struct PushRequestMutationTests {
  private static let invalid = HubErrorCode.invalidRequest
  private static let broken = HubErrorCode.contractViolation

  static let bad: [(String, Rejection)] = [
    (mutation(["id": "\"my diary\""]), rejection("id", "wrong_kind")),
    (mutation(["idempotencyKey": "\"again\""]), rejection("idempotencyKey", "wrong_kind")),
    (mutation(["operation": "\"merge\""]), rejection("operation", "wrong_kind")),
    (mutation(["operation": "null"]), rejection("operation", "wrong_kind")),
    (mutation(["operation": nil]), rejection("operation", "missing_field")),
    (mutation(["baseVersion": "-1"]), rejection("baseVersion", "out_of_range")),
    (mutation(["baseVersion": "1.0"]), rejection("baseVersion", "wrong_kind")),
    (mutation(["baseVersion": "\"1\""]), rejection("baseVersion", "wrong_kind")),
    (mutation(["baseVersion": "9223372036854775807"]), rejection("baseVersion", "out_of_range")),
    (mutation(["baseVersion": nil]), rejection("baseVersion", "missing_field")),
    (mutation(["occurredAt": "\"yesterday\""]), rejection("occurredAt", "wrong_kind")),
    (mutation(["occurredAt": "\"2026-02-30\""]), rejection("occurredAt", "wrong_kind")),
    (mutation(["occurredAt": "0"]), rejection("occurredAt", "wrong_kind")),
    (mutation(["occurredAt": nil]), rejection("occurredAt", "missing_field")),
    (mutation(["modifiedAt": "-1"]), rejection("modifiedAt", "out_of_range")),
    (mutation(["modifiedAt": "9007199254740993"]), rejection("modifiedAt", "out_of_range")),
    (mutation(["modifiedAt": "1e3"]), rejection("modifiedAt", "wrong_kind")),
    (mutation(["record": nil]), rejection("record", "missing_field")),
    (mutation(["record": "null"]), rejection("record", "missing_field")),
    (mutation(adding: #","note":"x""#), rejection(nil, "unknown_field")),
    (mutation(record: "[]"), violation(nil, "malformed")),
    (mutation(record: "{}"), violation("type", "missing_field")),
    (mutation(record: #"{"type":"focusSession"}"#), violation("facts", "missing_field")),
    (mutation(record: #"{"type":7,"facts":{}}"#), violation("type", "wrong_kind")),
    (
      mutation(record: #"{"type":"diary","facts":{}}"#),
      Rejection(.unknownRecordType, field: "type")
    ),
    (
      mutation(["id": "\"diary-\(Sample.session)\""]),
      violation("id", "wrong_kind")
    ),
    (
      mutation(["id": "\"daySummary-\(Sample.session)\""]),
      violation("id", "wrong_kind")
    ),
    (mutation(["id": "\"summary-2026-11-30\""]), violation("id", "wrong_kind")),
    (
      mutation(record: String(decoding: Sample.summaryBody, as: UTF8.self)),
      violation("id", "wrong_kind")
    ),
    (
      mutation(["operation": "\"delete\"", "id": "\"iLoveSomeone-\(Sample.session)\""]),
      violation("id", "wrong_kind")
    ),
  ]

  private static func rejection(_ field: String?, _ reason: String) -> Rejection {
    Rejection(.invalidRequest, field: field, reason: reason)
  }

  private static func violation(_ field: String?, _ reason: String) -> Rejection {
    Rejection(.contractViolation, field: field, reason: reason)
  }

  @Test(arguments: bad)
  func `a bad mutation is rejected and its neighbours are kept`(
    text: String, rejection: Rejection
  ) throws {
    let contents = try contents(request([mutation(), text, mutation(["baseVersion": "9"])]))

    #expect(contents.count == 3)
    #expect(throws: rejection) { try contents[1].get() }
    #expect(try contents[0].get() == Sample.mutationOnNothing)
    #expect(try contents[2].get().base == Version(9))
  }

  @Test func `a delete needs no record and does not read one that is there`() throws {
    let records = [nil, "null", "{}", #"{"title":"kept by an old client"}"#, "7"] as [String?]

    for record in records {
      let items = try contents(
        request([mutation(["operation": "\"delete\"", "record": record])]))
      #expect(try items.first?.get().body == RecordBody.tombstone)
    }
  }

  @Test(arguments: [
    Sample.session, "focusSession-\(Sample.session)",
  ])
  func `an id is a UUID, alone or behind the type of the record`(id: String) throws {
    let items = try contents(request([mutation(["id": "\"\(id)\""])]))

    #expect(try items.first?.get().record.description == id)
  }

  @Test func `the answer can name an id that is none, because it repeats it as it came`() throws {
    let items = try PushRequest.read(
      request([mutation(["id": "\"my diary\"", "idempotencyKey": "\"k1\""])])
    ).items

    #expect(items.map(\.id) == ["my diary"])
    #expect(items.map(\.key) == ["k1"])
  }
}

@Suite struct PushRejectionSecrecyTests {
  /// Long enough that it stands in no word of ours.
  private static let secret = "cnry7f3a9b"

  @Test(arguments: [
    #""occurredAt":"SECRET""#, #""operation":"SECRET""#, #""SECRET":1"#, #""baseVersion":"SECRET""#,
    #""record":"SECRET""#, #""record":{"SECRET":1}"#, #""record":{"type":"SECRET","facts":{}}"#,
    #""record":{"type":"focusSession","facts":{"SECRET":1}}"#,
    #""record":{"type":"focusSession","facts":{"startedAt":"SECRET"}}"#,
    #""record":{"type":"focusSession","facts":{"focusedMinutes":"SECRET"}}"#,
    #""record":{"type":"focusSession","facts":{},"sealed":"SECRET"}"#,
  ])
  func `a rejection never repeats a value or a name that was sent`(member: String) throws {
    let name = try #require(member.split(separator: "\"").first)
    let text = mutation([String(name): nil], adding: "," + member)
      .replacing("SECRET", with: Self.secret)

    let content = try #require(try contents(request([text])).first)

    guard case .failure(let rejection) = content else {
      Issue.record("the mutation was taken")
      return
    }
    let said = "\(rejection.code.rawValue) \(rejection.field ?? "") \(rejection.reason ?? "")"
    #expect(!said.contains(Self.secret))
  }
}

extension Sample {
  fileprivate static var mutationOnNothing: Mutation {
    var mutation = Sample.mutation
    mutation.base = .absent
    return mutation
  }
}
