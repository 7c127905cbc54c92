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

/// `hub backup` and `hub restore` on real folders.
@Suite struct BackupTests {
  let folder = TemporaryFolder()

  var backup: String { folder.file("backup.tar") }

  func data(_ name: String = "data") throws -> DataFolder {
    try DataFolder(asked: folder.file(name), environment: [:])
  }

  /// Runs a verb on a folder.
  func run(_ words: String..., data: String = "data") async -> (
    status: ToolboxCommandLine.ExitStatus, console: ScriptedConsole
  ) {
    let console = ScriptedConsole()
    let tool = HubProgram.tool(environment: ["HUB_DATA": folder.file(data)])
    return (await tool.run(words, console), console)
  }

  func start(_ name: String = "data") async throws -> RunningHub {
    try await RunningHub.start(
      ServeSettings(
        GivenSettings(
          try typed("serve", ["--data", folder.file(name), "--port", "0"]), [:])),
      ScriptedConsole())
  }

  /// Makes Ada's account, with a browser, in a Hub that runs.
  func addAccount(_ name: String, to data: DataFolder, id: Int) throws {
    let database = try Database(path: data.databasePath)
    let number = [UInt8](repeating: 0, count: 15) + [UInt8(id)]
    try database.write { (transaction) throws(SQLiteError) in
      try transaction.run(
        """
        INSERT INTO account(id, name, name_key, time_zone, password, is_owner, created_ms)
        VALUES(?, ?, lower(?), 'UTC', x'00', ?, 0)
        """, .blob(number), .text(name), .text(name), .integer(id == 1 ? 1 : 0))
      try transaction.run(
        """
        INSERT INTO web_session(account, id, token, network, signed_in_ms, seen_ms, fresh_until_ms)
        VALUES(?, ?, ?, '', 0, 0, 0)
        """, .integer(id), .blob(number), .blob(SHA256.hash(number)))
    }
  }

  func names(_ data: DataFolder) throws -> [String] {
    try Database(path: data.databasePath).read { (transaction) throws(SQLiteError) in
      try transaction.all("SELECT name FROM account ORDER BY number") { $0.text(0) }
    }
  }

  func files(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file(name)).sorted()
  }

  @Test func `a Hub that runs is backed up whole, and nothing else is left beside the file`()
    async throws
  {
    let hub = try await start()
    try addAccount("Ada", to: try data(), id: 1)

    let (status, console) = await run("backup", backup)
    let manifest = try ArchiveFile(path: backup).check(for: .backup)
    var about = stat()
    stat(backup, &about)

    #expect(status == .done && console.output.contains("found whole"))
    #expect(manifest.parts.map(\.name) == ["hub.db", "keys/identity", "keys/pepper"])
    #expect(about.st_mode & 0o777 == 0o600)
    #expect(try files("") == ["backup.tar", "data"])
    await hub.stop()
  }

  @Test func `a backup is on record in the chain of each account, and in its own copy`()
    async throws
  {
    let hub = try await start()
    try addAccount("Ada", to: try data(), id: 1)
    try addAccount("Bob", to: try data(), id: 2)

    _ = await run("backup", backup)
    await hub.stop()
    _ = await run("restore", backup, "--yes")

    let events = try Database(path: data().databasePath).read {
      (transaction) throws(SQLiteError) in
      try transaction.all(
        "SELECT account || ' ' || CAST(content AS TEXT) FROM audit_content ORDER BY account, number"
      ) { $0.text(0) }
    }
    #expect(
      events.map { $0.contains("backup.begun") } == [true, false, true, false], "\(events)")
  }

  @Test func `a Hub whose database takes nothing is backed up all the same, and it is said`()
    async throws
  {
    let hub = try await start()
    try addAccount("Ada", to: try data(), id: 1)
    try Database(path: data().databasePath).execute(
      script: """
        CREATE TRIGGER full BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(ABORT, 'full'); END;
        """)

    let (status, console) = await run("backup", backup)

    #expect(status == .done && console.complaints.contains("do not tell of this"))
    #expect(try ArchiveFile(path: backup).check(for: .backup).parts.count == 3)
    await hub.stop()
  }

  @Test func `what a killed backup left is removed by the next one, and a living one's stays`()
    async throws
  {
    let hub = try await start()
    let killed = folder.file("hub-1.tar.part-aB3dE9")
    let foreign = folder.file("notes.part-aB3dE9")
    for path in [killed, foreign] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
    for name in ["whole", "scratch"] {
      try Data([1]).write(to: URL(fileURLWithPath: "\(killed)/\(name)"))
    }
    try Data([1]).write(to: URL(fileURLWithPath: "\(foreign)/mine"))
    let living = try NewFile(path: folder.file("living.tar"))

    _ = await run("backup", backup)

    let found = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(found.contains("notes.part-aB3dE9") && !found.contains("hub-1.tar.part-aB3dE9"))
    #expect(found.count { $0.hasPrefix("living.tar.part-") } == 1)
    try living.finish()
    await hub.stop()
  }

  @Test func `a file that is there is not written over`() async throws {
    let hub = try await start()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: backup))

    let (status, console) = await run("backup", backup)

    #expect(status == .refused && console.complaints.contains("is there already"))
    #expect(try String(contentsOfFile: backup, encoding: .utf8) == "mine")
    await hub.stop()
  }

  @Test func `a folder that cannot be written is told, and nothing is left`() async throws {
    let hub = try await start()

    let (status, console) = await run("backup", folder.file("nowhere/backup.tar"))

    #expect(status == .refused && console.complaints.contains("No such file or directory"))
    #expect(try files("") == ["data"])
    await hub.stop()
  }

  @Test func `programs are told of a backup and of what a restore kept aside as JSON`() async throws
  {
    let hub = try await start()
    let made = await run("backup", backup, "--json")
    await hub.stop()

    let restored = await run("restore", backup, "--yes", "--json")

    #expect(made.console.output.hasPrefix(#"{"file":"\#(backup)","bytes":"#))
    #expect(made.console.output.hasSuffix(#","hasKeys":true,"isOnRecord":true}\#n"#))
    let aside = try #require(try files("data").first { $0.hasPrefix("replaced-") })
    #expect(restored.console.output.hasPrefix(#"{"madeAt":""#))
    #expect(restored.console.output.contains(#","keptAside":""#))
    #expect(restored.console.output.contains(#"/\#(aside)"}"#))
  }

  @Test func `what was written since is replaced, kept aside, and a new epoch begins`() async throws
  {
    let hub = try await start()
    try addAccount("Ada", to: try data(), id: 1)
    _ = await run("backup", backup)
    try addAccount("Bob", to: try data(), id: 2)
    await hub.stop()

    let (status, console) = await run("restore", backup, "--yes")

    #expect(status == .done && console.output.contains("Start the Hub"))
    #expect(try names(data()) == ["Ada"])
    let aside = try #require(try files("data").first { $0.hasPrefix("replaced-") })
    let kept = try Database(path: folder.file("data/\(aside)/hub.db"))
      .read { (transaction) throws(SQLiteError) in
        try transaction.all("SELECT name FROM account ORDER BY number") { $0.text(0) }
      }
    #expect(kept == ["Ada", "Bob"])
    #expect(try files("data/\(aside)").contains("identity"))
    let epoch = try #require(HubDatabase.storedEpoch(path: try data().databasePath))
    #expect(epoch.number > 1_700_000_000)
    #expect(!(try files("data").contains { $0.hasPrefix("restor") }))
  }

  @Test func `browsers that were signed in at the time of the backup are not any more`()
    async throws
  {
    let hub = try await start()
    try addAccount("Ada", to: try data(), id: 1)
    _ = await run("backup", backup)
    await hub.stop()
    _ = await run("restore", backup, "--yes")

    let sessions = try Database(path: try data().databasePath)
      .read { (transaction) throws(SQLiteError) in
        try transaction.first("SELECT count(*) FROM web_session") { $0.integer(0) }
      }
    #expect(sessions == 0)
  }

  @Test func `a backup makes the same Hub on a machine that never had one`() async throws {
    let hub = try await start()
    try addAccount("Ada", to: try data(), id: 1)
    _ = await run("backup", backup)
    await hub.stop()

    let (status, _) = await run("restore", backup, data: "elsewhere")
    let moved = try await start("elsewhere")

    #expect(status == .done)
    #expect(try names(data("elsewhere")) == ["Ada"])
    #expect(
      try HubKeys.find(in: data()).identity.id == HubKeys.find(in: data("elsewhere")).identity.id)
    #expect(
      try HubKeys.find(in: data()).pepperBytes == HubKeys.find(in: data("elsewhere")).pepperBytes)
    await moved.stop()
  }

  @Test func `nothing is restored under a Hub that runs`() async throws {
    let hub = try await start()
    try addAccount("Ada", to: try data(), id: 1)
    _ = await run("backup", backup)
    try addAccount("Bob", to: try data(), id: 2)

    let (status, console) = await run("restore", backup, "--yes")

    #expect(status == .refused && console.complaints.contains("Another Hub runs"))
    #expect(try names(data()) == ["Ada", "Bob"])
    await hub.stop()
  }

  @Test func `a Hub is replaced only where somebody says yes`() async throws {
    let hub = try await start()
    _ = await run("backup", backup)
    await hub.stop()

    let (status, console) = await run("restore", backup)

    #expect(status == .misused && console.complaints.contains("--yes"))
  }

  @Test func `a damaged backup changes nothing`() async throws {
    let hub = try await start()
    try addAccount("Ada", to: try data(), id: 1)
    _ = await run("backup", backup)
    await hub.stop()
    let whole = try Data(contentsOf: URL(fileURLWithPath: backup))
    let before = try files("data")

    for place in [600, 5_000, whole.count / 2] {
      var bytes = whole
      bytes[place] ^= 0x20
      try bytes.write(to: URL(fileURLWithPath: backup))
      let (status, console) = await run("restore", backup, "--yes")
      #expect(status == .refused && console.complaints.contains("Nothing was changed"))
    }
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: backup))
    let (status, _) = await run("restore", backup, "--yes")

    #expect(status == .refused)
    #expect(try files("data") == before)
    #expect(try names(data()) == ["Ada"])
  }

  @Test func `another Hub's backup is not put over this one`() async throws {
    for name in ["data", "other"] { await (try start(name)).stop() }
    _ = await run("backup", backup, data: "other")

    let (status, console) = await run("restore", backup, "--yes")

    #expect(status == .refused && console.complaints.contains("of another Hub"))
  }

  @Test func `a backup without keys needs those of the folder`() async throws {
    let hub = try await start()
    try addAccount("Ada", to: try data(), id: 1)
    _ = await run("backup", backup, "--without-keys")
    await hub.stop()

    let elsewhere = await run("restore", backup, data: "elsewhere")
    let here = await run("restore", backup, "--yes")

    #expect(elsewhere.status == .refused)
    #expect(elsewhere.console.complaints.contains("without the Hub's keys"))
    #expect(here.status == .done)
    #expect(try ArchiveFile(path: backup).check(for: .backup).parts.map(\.name) == ["hub.db"])
  }

  @Test func `a damaged database is replaced, and kept byte for byte`() async throws {
    let hub = try await start()
    try addAccount("Ada", to: try data(), id: 1)
    _ = await run("backup", backup)
    await hub.stop()
    let noise = Data(repeating: 0x5A, count: 8_192)
    try noise.write(to: URL(fileURLWithPath: try data().databasePath))

    let (status, _) = await run("restore", backup, "--yes")

    let aside = try #require(try files("data").first { $0.hasPrefix("replaced-") })
    #expect(status == .done)
    #expect(try names(data()) == ["Ada"])
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.file("data/\(aside)/hub.db"))) == noise)
  }

  @Test func `after a restore that was cut off no Hub starts, and a second one mends it`()
    async throws
  {
    let hub = try await start()
    try addAccount("Ada", to: try data(), id: 1)
    _ = await run("backup", backup)
    await hub.stop()
    try data().markRestore()

    let failure = await #expect(throws: ProgramFailure.self) { try await start() }
    let (status, _) = await run("restore", backup, "--yes")
    let again = try await start()

    #expect(failure?.message.contains("did not come to its end") == true && status == .done)
    await again.stop()
  }
}
