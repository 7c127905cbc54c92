import Foundation
import Glibc
import HubArchive
import HubContracts
import HubCore
import HubStorageSQLite
import Testing
import ToolboxCommandLine
import ToolboxCrypto
import ToolboxSQLite

@testable import HubProgram

/// `hub export` and `hub import` on real folders.
@Suite struct ArchiveCommandTests {
  let folder = TemporaryFolder()

  var archive: String { folder.file("ada.tar") }

  func run(_ words: String..., data: String = "data") async -> (
    status: ToolboxCommandLine.ExitStatus, console: ScriptedConsole
  ) {
    let console = ScriptedConsole()
    let tool = HubProgram.tool(environment: ["HUB_DATA": folder.file(data)])
    return (await tool.run(words, console), console)
  }

  /// Makes a Hub with Ada and her records, which does not run.
  func makeHub(_ name: String = "data", records: Int = 3) async throws {
    let hub = try await RunningHub.start(
      ServeSettings(
        GivenSettings(try typed("serve", ["--data", folder.file(name), "--port", "0"]), [:])),
      ScriptedConsole())
    await hub.stop()
    guard records > 0 else { return }
    let body =
      #"{"type":"focusSession","facts":{"startedAt":"2026-11-30T08:00:00Z","#
      + #""endedAt":"2026-11-30T08:25:00Z","focusedMinutes":25,"completed":true},"#
      + #""sealed":"v1.c2VhbGVk"}"#
    let database = try Database(path: folder.file("\(name)/hub.db"))
    try database.execute(
      script: """
        INSERT INTO account(id, name, name_key, time_zone, password, is_owner, created_ms) VALUES
          (x'00000000000040008000000000000001', 'Ada', 'ada', 'Europe/Berlin', x'00', 1, 0);
        INSERT INTO feed VALUES(1, \(records + 1));
        """)
    try database.write { (transaction) throws(SQLiteError) in
      for number in 1...records {
        let id = UUIDText.version8(from: SHA256.hash(Array("\(number)".utf8)))
        try transaction.run(
          """
          INSERT INTO record(account, domain, cursor, id, version, is_deleted, occurred_minute,
            modified_ms, recorded_ms, origin, change, body, type) VALUES(1, 1, ?1, ?2, 1, 0, 1, 1, 1,
            x'00000000000040008000000000000001', x'00000000000040008000000000000001', ?3,
            'focusSession')
          """, .integer(number), .text("focusSession-\(id)"), .blob(Array(body.utf8)))
      }
      try transaction.run(
        """
        INSERT INTO record(account, domain, cursor, id, version, is_deleted, occurred_minute,
          modified_ms, recorded_ms, origin, change, body) VALUES(1, 1, ?1,
          'focusSession-00000000-0000-4000-8000-00000000000f', 2, 1, 1, 1, 1,
          x'00000000000040008000000000000001', x'00000000000040008000000000000001', x'7b7d')
        """, .integer(records + 1))
    }
  }

  /// Every record with all that it says, in order.
  func records(_ name: String) throws -> [String] {
    try Database(path: folder.file("\(name)/hub.db")).read { (transaction) throws(SQLiteError) in
      try transaction.all(
        """
        SELECT domain || ' ' || cursor || ' ' || id || ' ' || version || ' ' || is_deleted || ' ' ||
          occurred_minute || ' ' || modified_ms || ' ' || recorded_ms || ' ' || hex(origin) || ' ' ||
          hex(change) || ' ' || body || ' ' || type FROM record ORDER BY domain, cursor
        """
      ) { $0.text(0) }
    }
  }

  @Test func `an account moves to another Hub with every record as it was`() async throws {
    try await makeHub(records: 1_200)
    try await makeHub("other", records: 0)

    let exported = await run("export", "Ada", archive)
    let imported = await run("import", archive, "--yes", data: "other")

    #expect(exported.status == .done && imported.status == .done)
    #expect(exported.console.output.contains("Signed by the Hub"))
    #expect(imported.console.output.contains("with 1201 records"))
    #expect(imported.console.output.contains(/\/recover#t=hub_c1_\S{49}\n/))
    #expect(try records("other") == records("data"))
    #expect(try records("other").count == 1_201)
  }

  @Test func `what anybody can open says what is in it`() async throws {
    try await makeHub()
    _ = await run("export", "Ada", archive)

    let manifest = try ArchiveFile(path: archive).check(for: .account)
    let schemas = try part("contracts.json")

    #expect(
      manifest.parts.map(\.name) == [
        "README.txt", "account.json", "contracts.json", "devices.json", "events.json",
        "records/anchor-1.ndjson",
      ])
    #expect(try part("account.json").contains(#""name":"Ada","timeZone":"Europe/Berlin""#))
    #expect(schemas.contains(#""type":"focusSession","facts":{"type":"object""#))
    #expect(try part("records/anchor-1.ndjson").split(separator: "\n").count == 4)
  }

  private func part(_ name: String) throws -> String {
    let file = try ArchiveFile(path: archive)
    let parts = try file.parts(of: try file.check(for: .account))
    while let part = try parts.next() {
      let bytes = try parts.wholePart(bytesMax: 10_000_000)
      if part.name == name { return String(decoding: bytes, as: UTF8.self) }
    }
    return ""
  }

  @Test func `an account that is here, or a name that is taken, changes nothing`() async throws {
    try await makeHub()
    _ = await run("export", "Ada", archive)
    let before = try records("data")

    let same = await run("import", archive, "--yes")
    try Database(path: folder.file("data/hub.db")).execute(
      script: "UPDATE account SET id = x'00000000000040008000000000000002'")
    let taken = await run("import", archive, "--yes")
    let renamed = await run("import", archive, "--yes", "--name", "Ada the second")

    #expect(same.status == .refused && same.console.complaints.contains("is here already"))
    #expect(taken.status == .refused && taken.console.complaints.contains("--name NAME"))
    #expect(renamed.status == .done)
    #expect(try records("data").count == 2 * before.count)
  }

  @Test func `a backup is no account, and an account no backup`() async throws {
    try await makeHub()
    _ = await run("export", "Ada", archive)
    _ = await run("backup", folder.file("backup.tar"))

    let imported = await run("import", folder.file("backup.tar"), "--yes")
    let restored = await run("restore", archive, "--yes")

    #expect(imported.console.complaints.contains("of the other kind"))
    #expect(restored.console.complaints.contains("of the other kind"))
  }

  @Test(arguments: [
    (#""focusedMinutes":25"#, #""focusedMinutes":-1"#),
    (#""type":"focusSession""#, #""type":"focusTitle""#),
    (#""completed":true"#, #""completed":true,"title":"secret words""#),
    (#""operation":"upsert""#, #""operation":"delete""#),
    (#""version":1"#, #""version":9000000"#),
    (#""cursor":2"#, #""cursor":1"#),
    ("{", "["),
    ("\n", ""),
  ])
  func
    `a record that no app of this Hub could send is refused, with its line, and nothing is added`(
      wrong: (old: String, new: String)
    ) async throws
  {
    try await makeHub()
    try await makeHub("other", records: 0)
    _ = await run("export", "Ada", archive)
    let lines = try part("records/anchor-1.ndjson").replacingOccurrences(
      of: wrong.old, with: wrong.new)
    try sign(["account.json": try part("account.json"), "records/anchor-1.ndjson": lines])

    let (status, console) = await run("import", archive, "--yes", data: "other")

    #expect(status == .refused)
    #expect(console.complaints.contains("records/anchor-1.ndjson, line "))
    #expect(!console.complaints.contains("secret words"))
    #expect(try records("other").isEmpty)
    #expect(await run("accounts", "list", data: "other").console.output.contains("Nobody"))
  }

  @Test func `a domain that this Hub does not know is refused`() async throws {
    try await makeHub("other", records: 0)
    try await makeHub()
    _ = await run("export", "Ada", archive)
    try sign(["account.json": try part("account.json"), "records/weather-1.ndjson": "{}\n"])

    let (status, console) = await run("import", archive, "--yes", data: "other")

    #expect(status == .refused && console.complaints.contains("records/weather-1.ndjson"))
  }

  /// Writes an archive of these parts, signed by some Hub.
  private func sign(_ parts: [String: String]) throws {
    let descriptor = open(archive, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    defer { close(descriptor) }
    let key = try #require(SigningKey(seed: [UInt8](repeating: 5, count: 32)))
    let writer = try SignedArchiveWriter(
      .account, descriptor: descriptor, hub: HubIdentity(key: key), madeAtMilliseconds: 0)
    for (name, text) in parts.sorted(by: { $0.key < $1.key }) {
      try writer.add(name, Array(text.utf8))
    }
    try writer.finish()
  }
}
