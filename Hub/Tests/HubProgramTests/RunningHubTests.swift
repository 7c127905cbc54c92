import Foundation
import HubContracts
import HubCore
import HubHTTP
import Testing
import ToolboxCommandLine
import ToolboxHTTP
import ToolboxHTTPServer
import ToolboxSQLite

@testable import HubProgram

/// Starting on a real folder and a real port that the system chooses.
@Suite struct RunningHubTests {
  let folder = TemporaryFolder()

  func settings(port: UInt16 = 0) throws -> ServeSettings {
    try ServeSettings(
      GivenSettings(
        try typed("serve", ["--data", folder.path, "--port", String(port)]), [:]))
  }

  func start(port: UInt16 = 0) async throws -> RunningHub {
    try await RunningHub.start(settings(port: port), ScriptedConsole())
  }

  func failure() async -> String {
    let failure = await #expect(throws: ProgramFailure.self) { try await start() }
    return failure?.message ?? ""
  }

  func permissions(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
    return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
  }

  @Test func `a new Hub says where it is and gives a link that makes the account`() async throws {
    let hub = try await start()

    #expect(hub.port != 0)
    #expect(hub.welcome.contains("http://localhost:\(hub.port)\n"))
    #expect(hub.welcome.contains(/\/setup#t=hub_s1_[A-Za-z0-9_-]{49}\n/))
    await hub.stop()
  }

  @Test func `keys and database are for their owner alone (SIGN-14)`() async throws {
    let hub = try await start()

    for name in ["keys/identity", "keys/pepper", "hub.db", "hub.lock"] {
      #expect(try permissions(name) == 0o600)
    }
    #expect(try permissions("keys") == 0o700)
    await hub.stop()
  }

  @Test func `a second Hub on the same folder is refused`() async throws {
    let hub = try await start()

    #expect(await failure().contains("Another Hub runs on"))
    await hub.stop()
  }

  @Test func `a port in use is told and nothing else is started`() async throws {
    let other = try MicrohttpdServer.start(HTTPServerConfiguration()) { _ in
      HTTPResponse(status: 200)
    }

    let failure = await #expect(throws: ProgramFailure.self) { try await start(port: other.port) }

    #expect(failure?.message.contains("port \(other.port)") == true)
    #expect(failure?.isMisuse == false)
    await other.drain(within: .seconds(5))
  }

  @Test func `the same keys and the same Hub come back`() async throws {
    _ = try settings().data.take()
    let data = try settings().data
    let first = try HubKeys.load(from: data, random: FixedRandom(7))
    let second = try HubKeys.load(from: data, random: FixedRandom(8))

    #expect(first.identity.id == second.identity.id)
  }

  @Test(arguments: ["keys/identity", "keys/pepper"])
  func `a key that others can read is not used`(name: String) async throws {
    try makeKeys()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: folder.file(name))

    #expect(await failure().contains("chmod 600"))
  }

  @Test(arguments: ["keys/identity", "keys/pepper"])
  func `a key that is cut short is not used`(name: String) async throws {
    try makeKeys()
    let handle = try #require(FileHandle(forWritingAtPath: folder.file(name)))
    try handle.truncate(atOffset: 31)
    try handle.close()

    #expect(await failure().contains("no key of a Hub"))
  }

  @Test(arguments: ["keys/identity", "keys/pepper"])
  func `a key that is gone is never made anew under a database`(name: String) async throws {
    try makeKeys()
    _ = try Database(path: folder.file("hub.db"))
    try FileManager.default.removeItem(atPath: folder.file(name))

    #expect(await failure().contains("missing"))
    #expect(!FileManager.default.fileExists(atPath: folder.file(name)))
  }

  @Test func `a damaged database is kept byte for byte`() async throws {
    try makeKeys()
    let bytes = Data(repeating: 0x5A, count: 8_192)
    try bytes.write(to: URL(fileURLWithPath: folder.file("hub.db")))

    #expect(await failure().contains("damaged"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("hub.db"))) == bytes)
  }

  @Test func `a newer database is refused`() async throws {
    try makeKeys()
    let database = try Database(path: folder.file("hub.db"))
    let steps = (0..<99).map { "CREATE TABLE t\($0)(x INTEGER) STRICT" }
    try Schema(component: "hub.identity", steps: steps).migrate(database)

    #expect(await failure().contains("newer Hub"))
  }

  @Test func `a folder that others can write into is refused`() async throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: folder.path)

    #expect(await failure().contains("chmod go-w"))
  }

  @Test func `a folder below a file is refused in words`() async throws {
    let path = folder.file("file")
    try Data().write(to: URL(fileURLWithPath: path))
    let data = try DataFolder(asked: path + "/hub", environment: [:])

    let failure = #expect(throws: ProgramFailure.self) { _ = try data.take() }

    #expect(failure?.message.contains("Not a directory") == true)
  }

  func makeKeys() throws {
    let data = try settings().data
    _ = try HubKeys.load(from: data, random: FixedRandom(7))
  }
}
