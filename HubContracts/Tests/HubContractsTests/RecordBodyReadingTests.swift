import HubContracts
import Testing

private func session(_ facts: String, adding extra: String = "") -> [UInt8] {
  Array(#"{"type":"focusSession","facts":\#(facts)\#(extra)}"#.utf8)
}

private func violation(_ bytes: [UInt8]) -> ContractViolation? {
  do { _ = try RecordBody.read(bytes, domain: .anchor) } catch {
    if case .violation(let violation) = error { return violation }
  }
  return nil
}

@Suite struct RecordBodyReadingTests {
  private static let started = #""startedAt":"2026-11-30T08:05:00Z""#
  private static let rest = #""focusedMinutes":25,"completed":true"#

  @Test(arguments: [
    ("{\(started),\(rest),\"title\":\"x\"}", ContractViolation(.unknownField)),
    ("{\(started),\(rest),\"StartedAt\":1}", ContractViolation(.unknownField)),
    ("{\(rest)}", ContractViolation(.missingField, field: "startedAt")),
    ("{\(started),\"completed\":true}", ContractViolation(.missingField, field: "focusedMinutes")),
    ("{}", ContractViolation(.missingField, field: "startedAt")),
    ("[]", ContractViolation(.malformed)), ("null", ContractViolation(.malformed)),
    ("{\"startedAt\":0,\(rest)}", ContractViolation(.wrongKind, field: "startedAt")),
    ("{\"startedAt\":null,\(rest)}", ContractViolation(.wrongKind, field: "startedAt")),
    (
      "{\(started),\"focusedMinutes\":\"25\",\"completed\":true}",
      ContractViolation(.wrongKind, field: "focusedMinutes")
    ),
    (
      "{\(started),\"focusedMinutes\":25.0,\"completed\":true}",
      ContractViolation(.wrongKind, field: "focusedMinutes")
    ),
    (
      "{\(started),\"focusedMinutes\":1441,\"completed\":true}",
      ContractViolation(.outOfRange, field: "focusedMinutes")
    ),
    (
      "{\(started),\"focusedMinutes\":-1,\"completed\":true}",
      ContractViolation(.outOfRange, field: "focusedMinutes")
    ),
    (
      "{\(started),\"focusedMinutes\":25,\"completed\":1}",
      ContractViolation(.wrongKind, field: "completed")
    ),
    (
      "{\(started),\(rest),\"endedAt\":null}", ContractViolation(.wrongKind, field: "endedAt")
    ),
  ])
  func `facts that break their contract are refused with the rule that they broke`(
    facts: String, expected: ContractViolation
  ) {
    #expect(violation(session(facts)) == expected)
  }

  @Test(arguments: [
    "2026-11-30T08:05:01Z", "2026-11-30T08:05:00.000Z", "2026-11-30T09:05:00+01:00", "2026-11-30",
    "2026-11-30T24:00:00Z", "2026-11-30T08:05Z", " 2026-11-30T08:05:00Z", "2026-02-30T08:05:00Z",
    "soon", "",
  ])
  func `an instant is a whole minute of UTC in its one spelling`(time: String) {
    #expect(
      violation(session(#"{"startedAt":"\#(time)",\#(Self.rest)}"#))
        == ContractViolation(.wrongKind, field: "startedAt"))
  }

  @Test(arguments: [
    "v1.", "v2.AAAA", "AAAA", "", "v1.AA=", "v1.AA AA", "v1.dear diary", "v1.é", "V1.AAAA",
    "v1.\(String(repeating: "A", count: 90_000))",
  ])
  func `a detail that is not sealed is refused`(sealed: String) {
    #expect(
      violation(session("{\(Self.started),\(Self.rest)}", adding: #","sealed":"\#(sealed)""#))
        == ContractViolation(.wrongKind, field: "sealed"))
  }

  @Test func `a member beside type, facts and sealed is refused`() {
    #expect(
      violation(session("{\(Self.started),\(Self.rest)}", adding: #","title":"x""#))
        == ContractViolation(.unknownField))
  }

  @Test func `a type of another domain, or of none, is unknown`() {
    for domain in Domain.allCases where domain != .anchor {
      #expect(throws: RecordRefusal.unknownType) {
        try RecordBody.read(session("{\(Self.started),\(Self.rest)}"), domain: domain)
      }
    }
  }

  @Test func `what is written canonically is read and written the same`() throws {
    let spaced = """
      { "sealed" : "v1.AAAA" , "facts": {"completed":true, "focusedMinutes" : 25,
        "startedAt":"2026-11-30T08:05:00Z"}, "type":"focusSession"}
      """

    let once = try RecordBody.read(Array(spaced.utf8), domain: .anchor).canonical
    let twice = try RecordBody.read(once, domain: .anchor).canonical

    #expect(
      String(decoding: once, as: UTF8.self)
        == #"{"type":"focusSession","facts":{"startedAt":"2026-11-30T08:05:00Z","#
        + #""focusedMinutes":25,"completed":true},"sealed":"v1.AAAA"}"#)
    #expect(twice == once)
  }
}

/// Facts of every kind that the vocabulary has, some of which no contract uses yet.
private struct EveryKind: Facts {
  enum Mood: String, Choice { case calm, busy }

  var isOpen = false
  var mood = Mood.calm
  var kcal = 0
  var score: Int?
  var day = Day(number: 0)
  var at = Minute(number: 0)
  var until: Minute?
  var habit = RecordID.summary(Day(number: 0))

  static let contract = Contract<EveryKind>(
    .anchor, "everyKind",
    [
      .flag("isOpen", \.isOpen), .choice("mood", \.mood),
      .count("kcal", \.kcal, upTo: 20_000, step: 10),
      .optionalCount("score", \.score, upTo: 100), .day("day", \.day), .instant("at", \.at),
      .optionalInstant("until", \.until), .ref("habit", \.habit),
    ])
}

/// A type that says it is a choice and can hold any text.
private struct AnyWord: Choice {
  static let allCases = [AnyWord(rawValue: "calm"), AnyWord(rawValue: "busy")]

  var rawValue: String
}

private struct Diary: Facts {
  var mood = AnyWord(rawValue: "calm")

  static let contract = Contract<Diary>(.anchor, "diary", [.choice("mood", \.mood)])
}

@Suite struct FactVocabularyTests {
  private static func facts(_ changes: [String: String] = [:]) -> [UInt8] {
    let members = [
      ("isOpen", "true"), ("mood", "\"busy\""), ("kcal", "250"), ("day", "\"2026-11-30\""),
      ("at", "\"2026-11-30T08:05:00Z\""), ("habit", "\"\(Sample.session)\""),
    ]
    let text = members.map { "\"\($0)\":\(changes[$0] ?? $1)" }.joined(separator: ",")
    return Array("{\(text)}".utf8)
  }

  @Test func `a value of every kind is read into its property`() throws {
    let value = try EveryKind.contract.decode(Self.facts())

    #expect(value.isOpen)
    #expect(value.mood == .busy)
    #expect(value.kcal == 250)
    #expect(value.score == nil)
    #expect(value.day.description == "2026-11-30")
    #expect(value.habit.description == Sample.session)
    #expect(EveryKind.contract.encode(value) == Self.facts())
  }

  @Test(arguments: [
    ("mood", "\"angry\"", ContractViolation.Reason.unknownChoice),
    ("mood", "\"Busy\"", .unknownChoice), ("mood", "1", .wrongKind),
    ("kcal", "255", .outOfRange), ("kcal", "20010", .outOfRange),
    ("day", "\"2026-02-29\"", .wrongKind),
    ("day", "20787", .wrongKind), ("habit", "\"Sleep early\"", .wrongKind),
    ("habit", "\"sleepEarly-\(Sample.session)\"", .wrongKind),
    ("isOpen", "\"yes\"", .wrongKind),
  ])
  func `a value outside its kind is refused`(
    field: String, value: String, reason: ContractViolation.Reason
  ) {
    #expect(throws: ContractViolation(reason, field: field)) {
      try EveryKind.contract.decode(Self.facts([field: value]))
    }
  }

  @Test(arguments: [
    (-5, 0), (0, 0), (9, 0), (10, 10), (19_999, 19_990), (20_001, 20_000), (Int.max, 20_000),
    (Int.min, 0),
  ])
  func `a number that may not be said is cut to one that may`(kcal: Int, said: Int) throws {
    var value = EveryKind()
    value.kcal = kcal

    #expect(try EveryKind.contract.decode(EveryKind.contract.encode(value)).kcal == said)
  }

  @Test func `a word that is not in the list is never written`() {
    var diary = Diary()
    #expect(String(decoding: Diary.contract.encode(diary), as: UTF8.self) == #"{"mood":"calm"}"#)

    diary.mood.rawValue = "I miss her"

    #expect(String(decoding: Diary.contract.encode(diary), as: UTF8.self) == "{}")
  }

  @Test func `times outside the calendar are cut to its first and last`() throws {
    var value = EveryKind()
    value.at = Minute(number: .max)
    value.day = Day(number: .min)

    let read = try EveryKind.contract.decode(EveryKind.contract.encode(value))

    #expect(read.at.description == "9999-12-31T23:59:00Z")
    #expect(read.day.description == "0001-01-01")
  }

  @Test func `a contract tells as much as its values can differ`() {
    let bits = EveryKind.contract.record.rules.map(\.kind.bits)

    #expect(bits[0] == 1)
    #expect(bits[1] == 1)
    #expect(abs(bits[2] - 10.966_505) < 0.000_01)
    #expect(bits[4...] == [0, 0, 0, 0])
    let sum = bits.reduce(0, +)
    #expect(EveryKind.contract.record.bits == sum + 2, "an optional fact may also be absent")
  }
}
