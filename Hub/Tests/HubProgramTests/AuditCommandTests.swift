import Foundation
import HubCore
import HubStorageSQLite
import Testing
import ToolboxCommandLine
import ToolboxSQLite

@testable import HubProgram

/// `hub audit verify` on the database of a Hub that runs: each verdict has its own exit status.
@Suite struct AuditCommandTests {
  let folder = TemporaryFolder()

  func run(_ words: String...) async -> (
    status: ToolboxCommandLine.ExitStatus, console: ScriptedConsole
  ) {
    let console = ScriptedConsole()
    let status = await HubProgram.tool(environment: ["HUB_DATA": folder.path]).run(
      ["audit", "verify"] + words, console)
    return (status, console)
  }

  var database: Database {
    get throws { try Database(path: folder.file("hub.db")) }
  }

  /// A Hub with Ada and Bob, and a chain of Bob's: he is disabled and enabled, twice.
  func start() async throws -> RunningHub {
    let settings = try ServeSettings(
      GivenSettings(try typed("serve", ["--data", folder.path, "--port", "0"]), [:]))
    let hub = try await RunningHub.start(settings, ScriptedConsole())
    try database.execute(
      script: """
        INSERT INTO account(id, name, name_key, time_zone, password, is_owner, created_ms) VALUES
          (x'00000000000040008000000000000001', 'Ada', 'ada', 'UTC', x'00', 1, 0),
          (x'00000000000040008000000000000002', 'Bob', 'bob', 'UTC', x'00', 0, 0);
        """)
    for word in ["disable", "enable", "disable", "enable"] {
      let status = await HubProgram.tool(environment: ["HUB_DATA": folder.path])
        .run(["accounts", word, "Bob"], ScriptedConsole())
      #expect(status == .done)
    }
    return hub
  }

  @Test func `a Hub without an account says so`() async throws {
    let settings = try ServeSettings(
      GivenSettings(try typed("serve", ["--data", folder.path, "--port", "0"]), [:]))
    await (try await RunningHub.start(settings, ScriptedConsole())).stop()

    let verified = await run()

    #expect(verified.status == .done)
    #expect(verified.console.output.contains("Nobody has an account yet."))
  }

  @Test func `chains of a running Hub that are as they were end with 0`() async throws {
    let hub = try await start()

    let all = await run()
    let json = await run("bob", "--json")

    #expect(all.status == .done)
    #expect(
      all.console.output
        == "Ada: intact, 0 entries\nBob: intact, 4 entries, none of them signed yet\n")
    #expect(
      json.console.output
        == #"[{"account":"Bob","verdict":"intact","entries":4,"erased":0,"signed":0,"findings":[]}]"#
        + "\n")
    await hub.stop()
  }

  @Test(arguments: [
    ("UPDATE audit_content SET content = x'7B7D' WHERE number = 2", 3, "entry 2 was altered"),
    ("DELETE FROM audit_content WHERE number = 3", 4, "the content of entry 3 is missing"),
    ("DELETE FROM audit_entry WHERE number > 2", 4, "entries 3 to 4 are missing"),
  ])
  func `what is wrong is named, and ends with a status of its own`(
    sql: String, code: Int32, words: String
  ) async throws {
    let hub = try await start()
    try database.execute(script: "DROP TRIGGER audit_entry_kept; \(sql)")

    let (status, console) = await run("Bob")

    #expect(status.code == code && console.output.contains(words))
    await hub.stop()
  }

  @Test func `what is no checkpoint of this Hub's is refused, and nothing is verified`()
    async throws
  {
    let hub = try await start()
    let path = folder.file("note")
    try Data("hub/x".utf8).write(to: URL(fileURLWithPath: path))

    let none = await run("--against", path)
    let missing = await run("--against", path + "-missing")
    let nobody = await run("Eve")

    #expect(none.status == .refused && none.console.complaints.contains("is no checkpoint"))
    #expect(missing.status == .refused)
    #expect(nobody.status == .refused)
    await hub.stop()
  }

  @Test func `a chain that was rewritten so that all fits is found by a checkpoint kept elsewhere`()
    async throws
  {
    let hub = try await start()
    let path = folder.file("note")
    try Data(try await note(of: "Bob")).write(to: URL(fileURLWithPath: path))
    let before = await run("--against", path)
    #expect(before.status == .done && before.console.output == "Bob: intact, 4 entries\n")
    try database.execute(
      script: """
        DROP TRIGGER audit_entry_kept;
        DELETE FROM audit_entry WHERE number = 4; DELETE FROM audit_content WHERE number = 4;
        UPDATE audit_head SET size = 3, link = (SELECT link FROM audit_entry WHERE number = 3);
        DELETE FROM audit_checkpoint; UPDATE account SET disabled_ms = NULL;
        """)
    _ = await HubProgram.tool(environment: ["HUB_DATA": folder.path])
      .run(["accounts", "disable", "Bob"], ScriptedConsole())

    let alone = await run("Bob")
    let compared = await run("--against", path)

    #expect(alone.status == .done)
    #expect(compared.status.code == 5 && compared.console.output.contains("has signed"))
    await hub.stop()
  }

  /// The checkpoint that the Hub gives out now.
  func note(of name: String) async throws -> [UInt8] {
    let data = try DataFolder(asked: folder.path, environment: [:])
    let keys = try HubKeys.load(from: data, random: FixedRandom(1))
    let storage = try HubDatabase.open(path: data.databasePath, readers: 1)
    let audit = AuditService(
      storage: storage, identity: keys.identity, clock: SystemWallClock())
    let account = try #require(
      try await storage.accounts().first { $0.account.name == name }?.account)
    return try #require(
      try await audit.checkpoint(of: account.number, named: account.id)
    ).note
  }

  @Test func `altered is told before forked, and forked before missing`() {
    #expect(AuditCommands.status(of: [.missing, .forked, .altered]).code == 3)
    #expect(AuditCommands.status(of: [.missing, .forked, .intact]).code == 5)
    #expect(AuditCommands.status(of: [.missing, .intact]).code == 4)
    #expect(AuditCommands.status(of: [.intact]).code == 0)
  }
}
