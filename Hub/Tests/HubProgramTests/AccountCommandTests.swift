import Testing
import ToolboxCommandLine
import ToolboxSQLite

@testable import HubProgram

/// `hub accounts …` on the database of a Hub that runs.
@Suite struct AccountCommandTests {
  let folder = TemporaryFolder()

  func run(_ words: String...) async -> (
    status: ToolboxCommandLine.ExitStatus, console: ScriptedConsole
  ) {
    let console = ScriptedConsole()
    let status = await HubProgram.tool(environment: ["HUB_DATA": folder.path]).run(words, console)
    return (status, console)
  }

  /// Starts a Hub of Ada's, with Bob as a second account.
  func start() async throws -> RunningHub {
    let settings = try ServeSettings(
      GivenSettings(try typed("serve", ["--data", folder.path, "--port", "0"]), [:]))
    let hub = try await RunningHub.start(settings, ScriptedConsole())
    try Database(path: settings.data.databasePath).execute(
      script: """
        INSERT INTO account(id, name, name_key, time_zone, password, is_owner, created_ms) VALUES
          (x'00000000000040008000000000000001', 'Ada', 'ada', 'UTC', x'00', 1, 0),
          (x'00000000000040008000000000000002', 'Bob', 'bob', 'UTC', x'00', 0, 0);
        """)
    return hub
  }

  @Test func `the accounts of a running Hub are listed, for people and for programs`() async throws
  {
    let hub = try await start()

    let (status, console) = await run("accounts", "list")
    let json = await run("accounts", "list", "--json").console

    #expect(status == .done)
    #expect(console.output.contains("Ada: since 1970-01-01, 0 devices, owner\n"))
    #expect(json.output.contains(#""name":"Bob""#) && json.output.contains(#""isOwner":false"#))
    await hub.stop()
  }

  @Test func `an invitation is printed as a link under the Hub's own name`() async throws {
    let hub = try await start()

    let console = await run("accounts", "invite", "--origin", "https://hub.example.org").console

    #expect(console.output.contains(/https:\/\/hub\.example\.org\/join#t=hub_i1_\S{49}\n/))
    await hub.stop()
  }

  @Test func `an account is disabled and enabled again, but never the owner's`() async throws {
    let hub = try await start()

    let disabled = await run("accounts", "disable", "bob")
    let listed = await run("accounts", "list").console.output
    let enabled = await run("accounts", "enable", "Bob")
    let owner = await run("accounts", "disable", "Ada")
    let nobody = await run("accounts", "disable", "Eve")

    #expect(disabled.status == .done && listed.contains("0 devices, disabled"))
    #expect(enabled.console.output.contains("Bob can sign in again."))
    #expect(owner.status == .refused && owner.console.complaints.contains("cannot be disabled"))
    #expect(nobody.status == .refused && nobody.console.complaints.contains("No account is called"))
    await hub.stop()
  }

  @Test func `a link that sets a new password is printed for an account that is there`()
    async throws
  {
    let hub = try await start()

    let made = await run("recover", "bob", "--port", "9000")
    let nobody = await run("recover", "Eve")
    _ = await run("accounts", "disable", "Bob")
    let disabled = await run("recover", "Bob")

    #expect(made.console.output.contains(/http:\/\/localhost:9000\/recover#t=hub_c1_\S{49}\n/))
    #expect(nobody.status == .refused && disabled.status == .refused)
    #expect(disabled.console.complaints.contains("hub accounts enable"))
    await hub.stop()
  }

  @Test(
    arguments: [
      (["accounts", "invite"], #"{"link":"http://localhost:8765/join#t="#),
      (["accounts", "disable", "bob"], #"{"account":"Bob","isChanged":true}"#),
      (["accounts", "enable", "bob"], #"{"account":"Bob","isChanged":false}"#),
      (["accounts", "delete", "bob"], #"{"account":"Bob","removedAfter":""#),
      (["accounts", "keep", "bob"], #"{"account":"Bob","isChanged":false}"#),
      (["recover", "bob"], #"{"account":"Bob","link":"http://localhost:8765/recover#t="#),
    ] as [([String], String)])
  func `what a verb did is told to programs as one line of JSON`(
    words: [String], beginning: String
  ) async throws {
    let hub = try await start()
    let console = ScriptedConsole()

    let status = await HubProgram.tool(environment: ["HUB_DATA": folder.path])
      .run(words + ["--json"], console)

    #expect(status == .done)
    #expect(console.output.hasPrefix(beginning))
    #expect(console.output.split(separator: "\n").count == 1)
    await hub.stop()
  }

  @Test func `where there is no Hub nothing is made`() async throws {
    let (status, console) = await run("accounts", "list")

    #expect(status == .refused)
    #expect(console.complaints.contains("There is no Hub's database"))
  }
}
