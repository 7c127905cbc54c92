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

  /// The id of an imported session is a hash of all that the interval says.
  ///
  /// So the same file gives the same sessions on each machine, and who guesses every word and second
  /// of one can check the guess at the Hub. docs/protocol/privacy.md says so, until the hash has a key.
  @Test func `an imported session's words are known to reach its id`() async throws {
    let first = try await run(Self.plain, isImporting: true)
    let second = try await run(Self.others[0], isImporting: true)

    withKnownIssue("a hash without a key") {
      let isSame = first.database == second.database
      #expect(isSame)
    }
    #expect(first.exchanges.map(\.request) == second.exchanges.map(\.request))
    #expect(first.exchanges.map(\.requestBody.count) == second.exchanges.map(\.requestBody.count))
  }

  private func run(_ words: Words, isImporting: Bool = false) async throws -> Outcome {
    let house = try await DeterministicHouse()
    try await house.anchor("log", "\(words.minutes)m", words.title, "--tag", words.tag)
    try await house.anchor("focus", "20m", words.title + "!")
    try await house.anchor("connect", "http://hub.localhost:8765")
    try await house.anchor("approve", "--yes")
    try await house.anchor("sync")
    try await house.anchor("done")
    try await house.anchor("log", "5m", words.note)
    try await house.anchor("undo")
    if isImporting { try await importInterval(words, in: house) }
    try await house.anchor("sync")
    try await house.hub.ask(for: StartFocus(), by: house.owner)
    try await house.anchor("sync")
    try await house.anchor("done")
    try await house.anchor("sync")
    return Outcome(
      database: try house.hub.backUp(), exchanges: house.wire.exchanges,
      log: house.door.log.lines.map { "\($0)" })
  }

  private func importInterval(_ words: Words, in house: DeterministicHouse) async throws {
    let export = """
      [{"id":1,"start":"20270110T080003Z","end":"20270110T090017Z",\
      "tags":[\(quoted(words.title)),\(quoted(words.tag))],"annotation":\(quoted(words.note))}]
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
