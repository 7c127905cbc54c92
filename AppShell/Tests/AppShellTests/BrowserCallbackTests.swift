import AppShellTesting
import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxHTTP
import ToolboxHTTPClient

@testable import AppShell

/// The listener beside the browser, on a real socket.
@Suite struct BrowserCallbackTests {
  private let bench = Bench()

  /// What a browser gets that is led to the callback with `query`.
  private func lead(_ port: UInt16, _ path: String, _ query: String?) async throws -> Int {
    let origin = try HTTPOrigin(parsing: "http://127.0.0.1:\(port)")
    return try await CurlClient().send(
      HTTPRequest(method: .get, path: path, query: query), to: origin
    ).status
  }

  private func port(of prompt: BrowserPrompt) throws -> UInt16 {
    let digits = try #require(prompt.address.split(separator: "127.0.0.1%3A").last)
    return try #require(UInt16(digits.prefix { $0.isNumber }))
  }

  @Test func `a browser that comes back with the Hub's answer signs the person in`() async throws {
    let connection = try await SampleApp.connection(on: bench)
    let origin = try connection.origin(Bench.hubAddress)
    let prompt = try await connection.startSignIn(
      at: origin, using: .loopback(BrowserCallback()))
    let answer = bench.hub.authorize(prompt.address, as: bench.hub.account("Ada"))
    let port = try port(of: prompt)

    let strangers = [
      try await lead(port, "/callback", "code=x&state=y"), try await lead(port, "/callback", nil),
      try await lead(port, "/", answer),
    ]
    let led = try await lead(port, "/callback", answer)
    let account = try await connection.finishSignIn(prompt)

    #expect(strangers == [404, 404, 404] && led == 200)
    #expect(account.name == "Ada")
    await #expect(throws: (any Error).self) { try await lead(port, "/callback", answer) }
  }

  @Test func `a person who does not come is waited for only so long`() async throws {
    let connection = try await SampleApp.connection(on: bench)
    let origin = try connection.origin(Bench.hubAddress)
    let prompt = try await connection.startSignIn(
      at: origin, using: .loopback(BrowserCallback(secondsMax: 0)))

    let error = await #expect(throws: ConnectionError.self) {
      try await connection.finishSignIn(prompt)
    }

    #expect(error?.code == "expired_token")
  }
}
