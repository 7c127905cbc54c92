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

  @Test func `programs are told of an export and an import as JSON`() async throws {
    try await makeHub(records: 3)
    try await makeHub("other", records: 0)

    let exported = await run("export", "Ada", archive, "--json")
    let imported = await run("import", archive, "--yes", "--json", data: "other")

    #expect(exported.console.output.hasPrefix(#"{"account":"Ada","file":"\#(archive)","hub":""#))
    #expect(imported.console.output.hasPrefix(#"{"account":"Ada","records":4,"timeZone":""#))
    #expect(imported.console.output.contains(/\/recover#t=hub_c1_\S{49}"}\n/))
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
        "records/anchor-1.ndjson", "audit/checkpoint.txt", "audit/entries-1.ndjson",
      ])
    #expect(try part("account.json").contains(#""name":"Ada","timeZone":"Europe/Berlin""#))
    #expect(schemas.contains(#""type":"focusSession","facts":{"type":"object""#))
    #expect(try part("records/anchor-1.ndjson").split(separator: "\n").count == 4)
  }

  private func part(_ name: String) throws -> String { try parts(of: archive)[name] ?? "" }

  /// What each part of an archive says.
  func parts(of path: String) throws -> [String: String] {
    let file = try ArchiveFile(path: path)
    let parts = try file.parts(of: try file.check(for: .account))
    var texts: [String: String] = [:]
    while let part = try parts.next() {
      texts[part.name] = String(decoding: try parts.wholePart(bytesMax: 10_000_000), as: UTF8.self)
    }
    return texts
  }

  /// Two actions of Ada's, one that was done and one that waits, which an agent proposed.
  func addActions() throws {
    try Database(path: folder.file("data/hub.db")).execute(
      script: """
        INSERT INTO asked_action(account, id, position, domain, name, parameters, proposer,
          proposed_ms, approved_ms, ended_ms, state, fence, lease_end_ms, not_before_ms, expires_ms,
          by_document, refs, client, agent) VALUES
          (1, x'00000000000040008000000000000011', 4, 1, 'startFocus', CAST('{"minutes":25}' AS BLOB),
            x'00000000000040008000000000000012', 1000, 1000, 2000, 'applied', 1, 0, 1000, 121000,
            x'00000000000040008000000000000013',
            'focusSession-00000000-0000-4000-8000-00000000000f', 'calorie', NULL),
          (1, x'00000000000040008000000000000014', 9, 1, 'startFocus', CAST('{"minutes":50}' AS BLOB),
            x'00000000000040008000000000000012', 3000, NULL, NULL, 'queued', 0, 0, 3000,
            9000000000000, NULL, '', NULL, x'00000000000040008000000000000012');
        """)
  }

  func texts(_ name: String, _ sql: StaticString) throws -> [String] {
    try Database(path: folder.file("\(name)/hub.db")).read { (transaction) throws(SQLiteError) in
      try transaction.all(sql) { $0.text(0) }
    }
  }

  func actions(_ name: String) throws -> [String] {
    try texts(
      name,
      """
      SELECT hex(id) || ' ' || name || ' ' || CAST(parameters AS TEXT) || ' ' || hex(proposer) ||
        ' ' || proposed_ms || ' ' || state || ' ' || expires_ms || ' ' ||
        coalesce(hex(by_document), '-') || ' ' || refs || ' ' || coalesce(client, '-') ||
        ' ' || coalesce(hex(agent), '-')
        FROM asked_action ORDER BY position
      """)
  }

  /// Every entry of the chain with its content.
  func chain(_ name: String) throws -> [String] {
    try texts(
      name,
      """
      SELECT hex(e.link) || ' ' || hex(e.commitment) || ' ' || hex(c.salt) || ' ' ||
        CAST(c.content AS TEXT) FROM audit_entry e
        JOIN audit_content c ON c.account = e.account AND c.number = e.number ORDER BY e.number
      """)
  }

  @Test func `what apps were asked to do moves along, and what waited has expired`() async throws {
    try await makeHub()
    try await makeHub("other", records: 0)
    try addActions()

    _ = await run("export", "Ada", archive)
    let imported = await run("import", archive, "--yes", data: "other")

    #expect(imported.status == .done)
    let (before, after) = (try actions("data"), try actions("other"))
    #expect(after.count == 2 && after.first == before.first)
    #expect(after.last == before.last?.replacing(" queued ", with: " expired "))
  }

  @Test func `the audit chain moves along, goes on, and is intact in the archive and after it`()
    async throws
  {
    try await makeHub()
    try await makeHub("other", records: 0)
    _ = await run("export", "Ada", folder.file("first.tar"))

    _ = await run("export", "Ada", archive)
    let archived = await run("audit", "verify", "--archive", archive, data: "nowhere")
    let imported = await run("import", archive, "--yes", data: "other")
    let verified = await run("audit", "verify", "Ada", data: "other")

    #expect(archived.status == .done && archived.console.output.contains("Ada: intact, 2 entries"))
    #expect(imported.status == .done && verified.status == .done)
    let (before, after) = (try chain("data"), try chain("other"))
    #expect(before.count == 2 && before.allSatisfy { $0.contains("account.exported") })
    #expect(Array(after.prefix(2)) == before)
    #expect(after.dropFirst(2).first?.contains("import.finished") == true)
  }

  @Test(arguments: [
    ("UPDATE audit_content SET content = x'7b7d' WHERE number = 1", 3),
    ("DELETE FROM audit_content WHERE number = 1", 4),
  ])
  func `a chain that was altered before it was exported is told, and is not taken`(
    change: String, status: Int32
  ) async throws {
    try await makeHub()
    try await makeHub("other", records: 0)
    _ = await run("export", "Ada", folder.file("first.tar"))
    try Database(path: folder.file("data/hub.db")).execute(script: change)

    _ = await run("export", "Ada", archive)
    let archived = await run("audit", "verify", "--archive", archive, "--json", data: "nowhere")
    let imported = await run("import", archive, "--yes", data: "other")

    #expect(archived.status == ToolboxCommandLine.ExitStatus(status))
    #expect(imported.status == .refused)
    #expect(try texts("other", "SELECT name FROM account") == [])
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

  @Test(arguments: ["Mars/Olympus", "../../etc/passwd", "", "Etc/GMT+3", "Europe/Berlin\\u001b[2J"])
  func `a time zone that this machine does not know is not taken, and said`(zone: String)
    async throws
  {
    try await makeHub()
    try await makeHub("other", records: 0)
    _ = await run("export", "Ada", archive)
    let account = try part("account.json")
    let changed = account.replacing(/"timeZone":"[^"]*"/, with: "\"timeZone\":\"\(zone)\"")
    #expect(changed != account)
    try sign([
      "account.json": changed, "records/anchor-1.ndjson": try part("records/anchor-1.ndjson"),
    ])

    let (status, console) = await run("import", archive, "--yes", data: "other")

    #expect(status == .done)
    #expect(console.output.contains("days begin in UTC"))
    #expect(!console.output.contains("\u{1b}"))
    #expect(try texts("other", "SELECT time_zone FROM account") == ["UTC"])
  }

  @Test func `a domain that this Hub does not know is refused`() async throws {
    try await makeHub("other", records: 0)
    try await makeHub()
    _ = await run("export", "Ada", archive)
    try sign(["account.json": try part("account.json"), "records/weather-1.ndjson": "{}\n"])

    let (status, console) = await run("import", archive, "--yes", data: "other")

    #expect(status == .refused && console.complaints.contains("records/weather-1.ndjson"))
  }

  /// Writes an archive of these parts, signed by a Hub that nobody knows, or by `hub`.
  func sign(_ parts: [String: String], by hub: HubIdentity? = nil) throws {
    let descriptor = open(archive, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    defer { close(descriptor) }
    let key = try #require(SigningKey(seed: [UInt8](repeating: 5, count: 32)))
    let writer = try SignedArchiveWriter(
      .account, descriptor: descriptor, hub: hub ?? HubIdentity(key: key), madeAtMilliseconds: 0)
    for (name, text) in parts.sorted(by: { $0.key < $1.key }) {
      try writer.add(name, Array(text.utf8))
    }
    try writer.finish()
  }
}
