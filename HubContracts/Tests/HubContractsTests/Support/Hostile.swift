import HubContracts
import Testing
import ToolboxJSON

/// One way in which bytes from outside may be hostile.
struct HostileShape: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Replaces the template's whole number, text, or nothing.
  var number = "1"
  var text: [UInt8] = []
  var member = ""
  var rewrite: @Sendable ([UInt8]) -> [UInt8] = { $0 }

  static let none = HostileShape(testDescription: "nothing hostile")

  static let all: [HostileShape] =
    numbers.map { HostileShape(testDescription: "the number \($0.prefix(24))", number: $0) }
    + texts.map { HostileShape(testDescription: "text with \($0.name)", text: $0.bytes) }
    + members.map { HostileShape(testDescription: "\($0.name)", member: $0.text) }
    + wholes

  private static let numbers = [
    "1.0", "1e0", "-0", "01", "+1", "NaN", "Infinity", "0x1", "1e300", "\"1\"", "true", "[1]", "",
    "9223372036854775808", "-1", String(repeating: "9", count: 100_000),
  ]

  private static let texts: [(name: String, bytes: [UInt8])] = [
    ("an escaped NUL", Array(#"\u0000"#.utf8)), ("a raw NUL", [0]),
    ("a lone high surrogate", Array(#"\ud800"#.utf8)),
    ("a lone low surrogate", Array(#"\udc00"#.utf8)),
    ("an encoded surrogate", [0xED, 0xA0, 0x80]), ("an overlong slash", [0xC0, 0xAF]),
    ("a stray continuation", [0x80]), ("a byte that UTF-8 never has", [0xFF]),
    ("a raw newline", [0x0A]), ("an unknown escape", Array(#"\x41"#.utf8)),
    ("half an escape", Array(#"\u12"#.utf8)),
  ]

  private static let members: [(name: String, text: String)] = [
    ("the same key twice", #""a":1,"a":2,"#), ("a key with an escape", #""\u0061":1,"#),
    ("a key that is not ASCII", #""é":1,"#), ("a key without quotes", "a:1,"),
    ("an empty member", ","), ("a comment", "/* x */"),
    (
      "nesting of 511",
      #""a":"# + String(repeating: "[", count: 511)
        + String(repeating: "]", count: 511) + ","
    ),
    ("nesting of 100,000 that never ends", #""a":"# + String(repeating: "[", count: 100_000)),
    ("10,000 keys", (0..<10_000).map { "\"k\($0)\":1," }.joined()),
  ]

  private static let wholes = [
    HostileShape(testDescription: "a byte order mark") { [0xEF, 0xBB, 0xBF] + $0 },
    HostileShape(testDescription: "UTF-16") { $0.flatMap { [$0, 0] } },
    HostileShape(testDescription: "UTF-16 with a mark") { [0xFF, 0xFE] + $0.flatMap { [$0, 0] } },
    HostileShape(testDescription: "UTF-32") { $0.flatMap { [0, 0, 0, $0] } },
    HostileShape(testDescription: "a comma before the end") { $0.dropLast() + Array(",}".utf8) },
    HostileShape(testDescription: "a second document") { $0 + $0 },
    HostileShape(testDescription: "a stray byte behind") { $0 + [0] },
    HostileShape(testDescription: "no last byte") { $0.dropLast() },
    HostileShape(testDescription: "nothing") { _ in [] },
    HostileShape(testDescription: "an array") { [UInt8(ascii: "[")] + $0 + [UInt8(ascii: "]")] },
    HostileShape(testDescription: "null") { _ in Array("null".utf8) },
  ]

  private init(
    testDescription: String, number: String = "1", text: [UInt8] = [], member: String = "",
    rewrite: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
  ) {
    self.testDescription = testDescription
    self.number = number
    self.text = text
    self.member = member
    self.rewrite = rewrite
  }
}

/// A reader of bytes from outside, and a document that it takes where `#`, `§` and `@` stand for a
/// number, for the end of a text and for members.
struct HostileTarget: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let template: String
  /// Whether anything of the document would be used.
  let accepts: @Sendable ([UInt8]) -> Bool

  func document(_ shape: HostileShape) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in template.unicodeScalars {
      switch scalar {
      case "#": bytes += shape.number.utf8
      case "§": bytes += shape.text
      case "@": bytes += shape.member.utf8
      default: bytes += String(scalar).utf8
      }
    }
    return shape.rewrite(bytes)
  }

  static let all = [
    pushEnvelope, pushRecord, recordBody, pullPage, pushAnswer, serviceRequest, serviceIntent,
    serviceDay,
  ]

  private static let facts =
    #"{"startedAt":"2026-11-30T08:05:00Z","focusedMinutes":#,"completed":true}"#

  private static let pushEnvelope = HostileTarget(
    testDescription: "PushRequest.read, envelope",
    template: """
      {"domain":"anchor§","deviceId":"\(Sample.device)","mutations":[{@"id":"\(Sample.session)",\
      "idempotencyKey":"\(Sample.key)","operation":"delete","baseVersion":#,\
      "occurredAt":"2026-11-30T08:30:00Z"}]}
      """, accepts: acceptsPush)

  private static let pushRecord = HostileTarget(
    testDescription: "PushRequest.read, record",
    template: """
      {"domain":"anchor","deviceId":"\(Sample.device)","mutations":[{"id":"\(Sample.session)",\
      "idempotencyKey":"\(Sample.key)","operation":"upsert","baseVersion":0,\
      "occurredAt":"2026-11-30T08:30:00Z","record":{@"type":"focusSession","facts":\(facts),\
      "sealed":"v1.AAAA§"}}]}
      """, accepts: acceptsPush)

  private static let recordBody = HostileTarget(
    testDescription: "RecordBody.read",
    template: #"{@"type":"focusSession","facts":\#(facts),"sealed":"v1.AAAA§"}"#,
    accepts: { bytes in
      do { _ = try RecordBody.read(bytes, domain: .anchor) } catch { return false }
      return true
    })

  private static let pullPage = HostileTarget(
    testDescription: "PullPage.read",
    template: """
      {"changes":[{@"cursor":#,"changeId":"\(Sample.key)","domain":"anchor",\
      "id":"\(Sample.session)","operation":"upsert","version":1,\
      "occurredAt":"2026-11-30T08:30:00Z","recordedAt":"2026-11-30T08:30:00.000Z",\
      "originDeviceId":"\(Sample.device)","record":{"new":"x§"}}],"cursor":1,"hasMore":false}
      """,
    accepts: { bytes in
      do { _ = try PullPage.read(bytes, domain: .anchor) } catch { return false }
      return true
    })

  private static let pushAnswer = HostileTarget(
    testDescription: "PushAnswer.read",
    template: """
      {"results":[{@"id":"\(Sample.session)","idempotencyKey":"\(Sample.key)","new":"x§",\
      "status":"accepted","version":#,"cursor":1}],"epoch":1}
      """,
    accepts: { bytes in
      do { _ = try PushAnswer.read(bytes, domain: .anchor) } catch { return false }
      return true
    })

  private static let serviceRequest = HostileTarget(
    testDescription: "ServiceRequest.read, a day",
    template: """
      {@"statement":"hub-service-v1","hub":"\(Sample.key)",\
      "audience":"https://live.example§","method":"POST","target":"/hub/v1/day","time":#,\
      "nonce":"AAAAAAAAAAAAAAAAAAAAAA","link":"\(Sample.device)","day":"2026-11-30"}
      """, accepts: acceptsServiceRequest)

  private static let serviceIntent = HostileTarget(
    testDescription: "ServiceRequest.read, an intent",
    template: """
      {"statement":"hub-service-v1","hub":"\(Sample.key)","audience":"https://live.example",\
      "method":"POST","target":"/hub/v1/perform","time":1,"nonce":"AAAAAAAAAAAAAAAAAAAAAA",\
      "link":"\(Sample.device)","intent":{@"id":"\(Sample.key)","domain":"live",\
      "action":"addItem","parameters":{"category":"concert§"},"fence":#,"expiresAt":1}}
      """, accepts: acceptsServiceRequest)

  private static let serviceDay = HostileTarget(
    testDescription: "ServiceDay.read",
    template: """
      {@"day":"2026-11-30","summary":{"planned":#,"inProgress":0,"doneThisYear":0,\
      "eventsToday":0},"items":[{"id":"item-\(Sample.key)","type":"item",\
      "facts":{"status":"planned§","category":"concert"}}],"performs":["addItem","new"]}
      """,
    accepts: { bytes in
      do throws(JSONError) {
        _ = try ServiceDay.read(bytes, of: Day(number: 20_787), in: .live)
        return true
      } catch { return false }
    })

  private static let acceptsServiceRequest: @Sendable ([UInt8]) -> Bool = { bytes in
    do throws(ServiceRefusal) {
      _ = try ServiceRequest.read(bytes)
      return true
    } catch { return false }
  }

  private static let acceptsPush: @Sendable ([UInt8]) -> Bool = { bytes in
    do throws(RequestRefusal) {
      return try PushRequest.read(bytes).items.contains { item in
        if case .success = item.content { true } else { false }
      }
    } catch { return false }
  }
}
