import HubContracts
import HubTesting
import PersonalSyncTesting
import Testing

/// Two runs that differ in nothing but words are the same to the Hub, byte for byte.
///
/// This finds what no search for words would: a length, an order, a hash with a salt.
@Suite struct DifferentialTests {
  /// What a person writes; as long in bytes as the other, or not.
  struct Words: Sendable {
    var title: String
    var tag: String
    var note: String
    var minutes = 45
  }

  static let plain = Words(title: "write chapter", tag: "book", note: "went well")
  static let others = [
    Words(title: "tired and sad", tag: "ache", note: "told none"),
    Words(title: "x", tag: "a much longer tag than that", note: String(repeating: "ä ", count: 60)),
    Words(title: "🦆 \u{202E}\"\\", tag: "<b>", note: "{\"facts\":{}}"),
  ]

  struct Outcome {
    var database: [UInt8]
    var exchanges: [Wire.Exchange]
    var log: [String]
  }

  @Test(arguments: others)
  func `H8: other words give the same database, the same requests and the same log`(
    words: Words
  ) async throws {
    let (first, second) = (try await run(Self.plain), try await run(words))

    #expect(first.exchanges.count > 12, "the scenario did sync")
    #expect(first.exchanges == second.exchanges)
    // A database is long: where two differ is looked for by who has to know.
    let isSame = first.database == second.database
    #expect(isSame)
    #expect(first.log == second.log)
  }

  @Test func `another fact gives another database, so these checks can see it`() async throws {
    var longer = Self.plain
    longer.minutes = 46

    let (first, second) = (try await run(Self.plain), try await run(longer))

    let isSame = first.database == second.database
    #expect(!isSame && first.exchanges != second.exchanges)
  }

  private func run(_ words: Words) async throws -> Outcome {
    let house = try await DeterministicHouse()
    try await house.anchor("log", "\(words.minutes)m", words.title, "--tag", words.tag)
    try await house.anchor("focus", "20m", words.title + "!")
    try await house.anchor("connect", "http://hub.localhost:8765")
    try await house.anchor("approve", "--yes")
    try await house.anchor("sync")
    try await house.anchor("done")
    try await house.anchor("log", "5m", words.note)
    try await house.anchor("undo")
    try await importIntervals(words, in: house)
    try await house.anchor("sync")
    try await house.hub.ask(for: StartFocus(), by: house.owner)
    try await house.anchor("sync")
    try await house.anchor("done")
    try await house.anchor("sync")
    return Outcome(
      database: try house.hub.backUp(), exchanges: house.wire.exchanges,
      log: house.door.log.lines.map { "\($0)" })
  }

  /// Two of the same minutes, so that neither the words of one nor their order reaches an id.
  private func importIntervals(_ words: Words, in house: DeterministicHouse) async throws {
    let export = """
      [{"id":2,"start":"20270110T080003Z","end":"20270110T090017Z",\
      "tags":[\(quoted(words.title)),\(quoted(words.tag))],"annotation":\(quoted(words.note))},
      {"id":1,"start":"20270110T080003Z","end":"20270110T090017Z",\
      "annotation":\(quoted(words.tag))}]
      """
    try await house.anchor("import", try house.file("export.json", export), "--yes")
  }

  private func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
