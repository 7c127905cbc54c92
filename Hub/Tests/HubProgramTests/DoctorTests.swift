import Foundation
import Glibc
import Testing
import ToolboxCommandLine
import ToolboxHTTP
import ToolboxHTTPServer

@testable import HubProgram

/// `hub doctor`: each thing that can be wrong is told by its name.
@Suite struct DoctorTests {
  let folder = TemporaryFolder()

  func settings(_ more: String...) throws -> ServeSettings {
    try ServeSettings(
      GivenSettings(
        try typed(
          "serve", ["--data", folder.file("data")] + (more.isEmpty ? ["--port", "0"] : more)),
        [:]))
  }

  func makeHub() async throws {
    await (try await RunningHub.start(settings(), ScriptedConsole())).stop()
    chmod(folder.file("data"), 0o700)
  }

  func verdict(
    of check: String, _ settings: ServeSettings, at now: Int64 = 1_796_000_000_000
  ) throws -> Finding.Verdict {
    let findings = Doctor(settings: settings, nowMilliseconds: now).look()
    return try #require(findings.first { $0.check == check }).verdict
  }

  @Test func `a Hub that was set up has nothing wrong`() async throws {
    try await makeHub()

    let now = SystemWallClock().nowMilliseconds
    let findings = Doctor(settings: try settings(), nowMilliseconds: now).look()

    #expect(findings.filter { $0.verdict == .wrong }.isEmpty)
    #expect(
      findings.map(\.check) == [
        "folder", "keys", "database", "disk", "clock", "address", "encryption", "port",
      ])
  }

  @Test func `a folder that is not there is wrong, and one that others see is told`() async throws {
    #expect(try verdict(of: "folder", settings()) == .wrong)
    try await makeHub()

    chmod(folder.file("data"), 0o755)
    #expect(try verdict(of: "folder", settings()) == .caution)
    chmod(folder.file("data"), 0o777)
    #expect(try verdict(of: "folder", settings()) == .wrong)
  }

  @Test func `keys that are missing or seen by others are wrong`() async throws {
    try await makeHub()
    chmod(folder.file("data/keys/pepper"), 0o644)
    #expect(try verdict(of: "keys", settings()) == .wrong)
    unlink(folder.file("data/keys/pepper"))
    #expect(try verdict(of: "keys", settings()) == .wrong)
  }

  @Test func `a damaged database is wrong, and left as it is`() async throws {
    try await makeHub()
    let bytes = Data(repeating: 0x5A, count: 8_192)
    try bytes.write(to: URL(fileURLWithPath: folder.file("data/hub.db")))

    #expect(try verdict(of: "database", settings()) == .wrong)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("data/hub.db"))) == bytes)
  }

  @Test func `a clock before 2026, or before what was written last, is wrong`() async throws {
    #expect(try verdict(of: "clock", settings(), at: 1_600_000_000_000) == .wrong)
    #expect(try verdict(of: "clock", settings(), at: 1_767_300_000_000) == .fine)
    try await makeHub()
    #expect(try verdict(of: "clock", settings(), at: 1_767_300_000_000) == .wrong)
  }

  @Test func `a name without an address is wrong`() throws {
    let settings = try settings("--origin", "https://hub.invalid")

    #expect(try verdict(of: "address", settings) == .wrong)
  }

  @Test func `TLS without a trusted proxy, and plain HTTP to others, are told`() throws {
    let tls = try settings("--origin", "https://hub.example.org")
    let trusted = try settings(
      "--origin", "https://hub.example.org", "--trusted-proxy", "127.0.0.1")
    let plain = try settings("--origin", "http://hub.example.org", "--insecure-lan")

    #expect(try verdict(of: "encryption", tls) == .caution)
    #expect(try verdict(of: "encryption", trusted) == .fine)
    #expect(try verdict(of: "encryption", plain) == .caution)
  }

  @Test func `a port that another program has is wrong, and that of this Hub is fine`()
    async throws
  {
    let other = try MicrohttpdServer.start(HTTPServerConfiguration()) { _ in
      HTTPResponse(status: 200)
    }
    #expect(try verdict(of: "port", settings("--port", "\(other.port)")) == .wrong)
    await other.drain(within: .seconds(5))

    let hub = try await RunningHub.start(settings(), ScriptedConsole())
    #expect(try verdict(of: "port", settings("--port", "\(hub.port)")) == .fine)
    await hub.stop()
  }

  @Test func `people get lines, programs JSON, and both the same status`() async throws {
    let tool = HubProgram.tool(environment: ["HUB_DATA": folder.file("nowhere")])
    let (lines, json) = (ScriptedConsole(), ScriptedConsole())

    let first = await tool.run(["doctor", "--port", "0"], lines)
    let second = await tool.run(["doctor", "--port", "0", "--json"], json)

    #expect(first == .refused && second == .refused)
    #expect(lines.output.contains("WRONG    There is no folder"))
    #expect(json.output.hasPrefix(#"{"verdict":"wrong","findings":[{"check":"folder""#))
  }
}
