import HubContracts
import Testing
import ToolboxJSON

/// What a Hub and a service say to each other.
@Suite struct ServiceWireTests {
  static let day = Day(number: 20_787)
  static let item = RecordID(type: "item", uuid: Sample.key)

  static func request(_ ask: ServiceRequest.Ask) -> ServiceRequest {
    ServiceRequest(
      hub: Sample.identifier(Sample.key), audience: "https://live.example",
      timeMilliseconds: 1_796_000_000_000, nonce: "AAAAAAAAAAAAAAAAAAAAAA",
      link: Sample.identifier(Sample.device), ask: ask)
  }

  static let intent = ServiceIntent(
    ActionProposal(
      Sample.identifier(Sample.key), SetStatus(item: item, status: .done),
      precondition: ActionPrecondition(item, Version(3))),
    undoes: Sample.identifier(Sample.device), fence: 2, expiresAtMilliseconds: 1_796_000_060_000)

  static let answer: ServiceDay = {
    var summary = LiveDaySummary()
    summary.planned = 2
    summary.nextInDays = 5
    var facts = LiveItemFacts()
    facts.category = .concert
    facts.targetDay = day
    return ServiceDay(
      day, summary, items: [ServiceItem(item, facts)],
      performs: [ActionName(.live, "addItem"), ActionName(.live, "setStatus")])
  }()

  @Test func `a request is written as it always was`() throws {
    #expect(Self.request(.day(Self.day)).json == (try Fixture.wire("v2/service-day-request.json")))
    #expect(
      Self.request(.perform(Self.intent)).json
        == (try Fixture.wire("v2/service-perform-request.json")))
    #expect(Self.answer.json == (try Fixture.wire("v2/service-day.json")))
  }

  @Test(arguments: [ServiceRequest.Ask.day(day), .perform(intent)])
  func `what is written is read as the same`(ask: ServiceRequest.Ask) throws {
    #expect(try ServiceRequest.read(Self.request(ask).json) == Self.request(ask))
    #expect(Self.request(ask).json.count < ServiceLimits.requestBytesMax / 2)
  }

  @Test func `a day is read as it was written, and only for the day that was asked for`() throws {
    #expect(try ServiceDay.read(Self.answer.json, of: Self.day, in: .live) == Self.answer)
    #expect(throws: JSONError.self) {
      try ServiceDay.read(Self.answer.json, of: Self.day.adding(1), in: .live)
    }
    #expect(throws: JSONError.self) {
      try ServiceDay.read(Self.answer.json, of: Self.day, in: .anchor)
    }
  }

  @Test
  func `an action or a contract that is not kept is told apart from bytes that are no request`() {
    let text = String(decoding: Self.request(.perform(Self.intent)).json, as: UTF8.self)
    for (part, other, refusal) in [
      ("setStatus", "eatItem", ServiceRefusal.unknownAction),
      (#""domain":"live""#, #""domain":"moon""#, .unknownAction),
      ("\"done\"", "\"eaten\"", .contractViolation), ("\"fence\":2", "\"fence\":0", .malformed),
      (#""method":"POST""#, #""method":"GET""#, .malformed),
      ("/hub/v1/perform", "/hub/v1/day", .malformed),
    ] {
      #expect(throws: refusal) {
        try ServiceRequest.read(Array(text.replacing(part, with: other).utf8))
      }
    }
  }

  @Test func `more items than a page shows, or one twice, are no answer`() throws {
    let one =
      #"{"id":"item-\#(Sample.key)","type":"item","facts":{"status":"planned","category":"other"}}"#
    func day(_ items: [String]) -> [UInt8] {
      Array(
        """
        {"day":"2026-11-30","summary":{"planned":1,"inProgress":0,"doneThisYear":0,\
        "eventsToday":0},"items":[\(items.joined(separator: ","))],"performs":[]}
        """.utf8)
    }
    let many = (0...ServiceLimits.itemsMax).map { number in
      one.replacing(Sample.key.suffix(2), with: number < 10 ? "0\(number)" : "\(number)")
    }
    _ = try ServiceDay.read(day(Array(many.dropLast())), of: Self.day, in: .live)
    for items in [many, [one, one]] {
      #expect(throws: JSONError.self) {
        try ServiceDay.read(day(items), of: Self.day, in: .live)
      }
    }
  }

  /// Bytes changed, cut and doubled at random, from seeds: never a crash, and what is still read keeps
  /// the contracts.
  @Test(arguments: 0..<20) func `a day that was damaged on the way is none, or keeps the contracts`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var bytes = Self.answer.json
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let at = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(at...)
        default: bytes.insert(contentsOf: bytes[at...].prefix(9), at: at)
        }
      }
      let read: ServiceDay
      do throws(JSONError) { read = try ServiceDay.read(bytes, of: Self.day, in: .live) } catch {
        continue
      }
      _ = try LiveDaySummary.contract.decode(read.summary)
      #expect(try ServiceDay.read(read.json, of: Self.day, in: .live) == read)
    }
  }

  @Test func `the page lists every refusal with its status`() throws {
    let rows = try Fixture.tableRows(ofProtocolPage: "service-binding.md")
    let refusals = rows.filter { $0.count == 3 && Int($0[1]) != nil }

    #expect(
      refusals.map { "\($0[0].replacing("`", with: "")) \($0[1])" }.sorted()
        == ServiceRefusal.allCases.map { "\($0.rawValue) \($0.status)" }.sorted())
  }
}
