import Foundation
import Glibc
import Testing
import ToolboxCommandLine
import ToolboxHTTP
import ToolboxHTTPClient
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
    of check: String, _ settings: ServeSettings, at now: Int64 = 1_796_000_000_000,
    failure: HTTPClientError? = nil
  ) async throws -> Finding.Verdict {
    let findings = await Doctor(
      settings: settings, nowMilliseconds: now, client: Answers(failure: failure)
    ).look()
    return try #require(findings.first { $0.check == check }).verdict
  }

  @Test func `a Hub that was set up has nothing wrong`() async throws {
    try await makeHub()

    let now = SystemWallClock().nowMilliseconds
    let findings = await Doctor(
      settings: try settings(), nowMilliseconds: now, client: Answers()
    ).look()

    #expect(findings.filter { $0.verdict == .wrong }.isEmpty)
    #expect(
      findings.map(\.check) == [
        "folder", "keys", "database", "disk", "passwords", "clock", "address", "name",
        "encryption", "port",
      ])
  }

  @Test func `how long a password's hash takes on this machine is told (SIGN-10)`() async throws {
    let findings = await Doctor(
      settings: try settings(), nowMilliseconds: 1_796_000_000_000, client: Answers()
    ).look()

    let finding = try #require(findings.first { $0.check == "passwords" })
    #expect(finding.words.contains(/A password takes [1-9][0-9]* ms here \(64 MB and 3 passes\)/))
  }

  @Test func `a folder that is not there is wrong, and one that others see is told`() async throws {
    #expect(try await verdict(of: "folder", settings()) == .wrong)
    try await makeHub()

    chmod(folder.file("data"), 0o755)
    #expect(try await verdict(of: "folder", settings()) == .caution)
    chmod(folder.file("data"), 0o777)
    #expect(try await verdict(of: "folder", settings()) == .wrong)
  }

  @Test func `before the first start nothing is called lost, and the disk's room is told`()
    async throws
  {
    #expect(try await verdict(of: "keys", settings()) == .caution)
    #expect(try await verdict(of: "database", settings()) == .caution)
    #expect(try await verdict(of: "disk", settings()) == .fine)
  }

  @Test func `keys that went away with their folder are wrong`() async throws {
    try await makeHub()
    try FileManager.default.removeItem(atPath: folder.file("data/keys"))
    #expect(try await verdict(of: "keys", settings()) == .wrong)
  }

  @Test func `keys that are missing or seen by others are wrong`() async throws {
    try await makeHub()
    chmod(folder.file("data/keys/pepper"), 0o644)
    #expect(try await verdict(of: "keys", settings()) == .wrong)
    unlink(folder.file("data/keys/pepper"))
    #expect(try await verdict(of: "keys", settings()) == .wrong)
  }

  @Test func `a damaged database is wrong, and left as it is`() async throws {
    try await makeHub()
    let bytes = Data(repeating: 0x5A, count: 8_192)
    try bytes.write(to: URL(fileURLWithPath: folder.file("data/hub.db")))

    #expect(try await verdict(of: "database", settings()) == .wrong)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("data/hub.db"))) == bytes)
  }

  @Test func `a clock before 2026, or before what was written last, is wrong`() async throws {
    #expect(try await verdict(of: "clock", settings(), at: 1_600_000_000_000) == .wrong)
    #expect(try await verdict(of: "clock", settings(), at: 1_767_300_000_000) == .fine)
    try await makeHub()
    #expect(try await verdict(of: "clock", settings(), at: 1_767_300_000_000) == .wrong)
  }

  @Test func `a name without an address is wrong`() async throws {
    let settings = try settings("--origin", "https://hub.invalid")

    #expect(try await verdict(of: "address", settings) == .wrong)
  }

  @Test func `TLS without a trusted proxy, and plain HTTP to others, are told`() async throws {
    let tls = try settings("--origin", "https://hub.example.org")
    let trusted = try settings(
      "--origin", "https://hub.example.org", "--trusted-proxy", "127.0.0.1")
    let plain = try settings("--origin", "http://hub.example.org", "--insecure-lan")

    #expect(try await verdict(of: "encryption", tls) == .caution)
    #expect(try await verdict(of: "encryption", trusted) == .fine)
    #expect(try await verdict(of: "encryption", plain) == .caution)
  }

  @Test(arguments: [
    (nil, Finding.Verdict.fine), (HTTPClientError.tlsFailed, .wrong), (.cannotConnect, .caution),
    (.timedOut, .caution), (.malformedResponse, .caution),
  ])
  func `a certificate that is not accepted is wrong, and one that nobody sees is told`(
    failure: HTTPClientError?, verdict: Finding.Verdict
  ) async throws {
    let trusted = try settings(
      "--origin", "https://hub.example.org", "--trusted-proxy", "127.0.0.1")
    let untrusted = try settings("--origin", "https://hub.example.org")

    #expect(try await self.verdict(of: "encryption", trusted, failure: failure) == verdict)
    #expect(
      try await self.verdict(of: "encryption", untrusted, failure: failure)
        == (verdict == .wrong ? .wrong : .caution))
  }

  @Test(arguments: [
    ("--host-name", "localhost", Finding.Verdict.caution),
    ("--host-name", "hub.localhost", .fine), ("--origin", "https://hub.example.org", .fine),
    ("--origin", "https://192.0.2.7", .caution), ("--origin", "https://[2001:db8::7]", .caution),
  ])
  func `a name that other programs have too is told, because cookies know no port (SES-21)`(
    option: String, value: String, verdict: Finding.Verdict
  ) async throws {
    #expect(try await self.verdict(of: "name", settings(option, value)) == verdict)
  }

  @Test func `a port that another program has is wrong, and that of this Hub is fine`()
    async throws
  {
    let other = try MicrohttpdServer.start(HTTPServerConfiguration()) { _ in
      HTTPResponse(status: 200)
    }
    #expect(try await verdict(of: "port", settings("--port", "\(other.port)")) == .wrong)
    await other.drain(within: .seconds(5))

    let hub = try await RunningHub.start(settings(), ScriptedConsole())
    #expect(try await verdict(of: "port", settings("--port", "\(hub.port)")) == .fine)
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

/// A way to the Hub's own address that answers, or fails in one way.
private struct Answers: HTTPClient {
  var failure: HTTPClientError?

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    if let failure { throw failure }
    return HTTPResponse(status: 200)
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse { try await send(request, to: origin) }
}
