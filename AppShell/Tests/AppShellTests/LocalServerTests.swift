import AppShellTesting
import Testing
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxHTTPServer

@testable import AppShell

@Suite struct LocalServerTests {
  private let bench = Bench()

  @Test func `it answers from the moment it says so until it is told to end`() async throws {
    let app = try SampleApp.open(SampleApp.folder(on: bench), on: bench.machine)
    let (links, inbox) = AsyncStream.makeStream(of: String.self)
    let (stops, stop) = AsyncStream.makeStream(of: Void.self)
    let server = LocalServer(app: app, machine: bench.machine, port: 0, synchronizes: false)
    let running = Task {
      try await server.run(isReady: { link in inbox.yield(link) }) {
        for await _ in stops { break }
      }
    }

    let link = try #require(await links.first { _ in true })
    let origin = try HTTPOrigin(parsing: String(link.prefix { $0 != "?" }))
    let client = CurlClient()
    let health = try await client.send(HTTPRequest(method: .get, path: "/health"), to: origin)
    let page = try await client.send(HTTPRequest(method: .get, path: "/"), to: origin)
    stop.yield()
    try await running.value

    #expect(health.status == 200)
    #expect(page.status == 403)
    await #expect(throws: HTTPClientError.cannotConnect) {
      try await client.send(HTTPRequest(method: .get, path: "/health"), to: origin)
    }
  }

  @Test func `the link is the same when it is started again`() async throws {
    let app = try SampleApp.open(SampleApp.folder(on: bench), on: bench.machine)

    let first = try await token(of: app)
    let second = try await token(of: app)

    #expect(first == second)
    #expect(first.count == 64)
  }

  @Test func `a port that another program uses is named`() async throws {
    let app = try SampleApp.open(SampleApp.folder(on: bench), on: bench.machine)
    let other = try MicrohttpdServer.start(HTTPServerConfiguration()) { _ in
      HTTPResponse(status: 204)
    }
    let server = LocalServer(
      app: app, machine: bench.machine, port: other.port, synchronizes: false)

    let trouble = await #expect(throws: Trouble.self) {
      try await server.run(isReady: { _ in }, until: {})
    }

    #expect(trouble?.code == "http_server.port_in_use")
    #expect(trouble?.what == "Another program uses port \(other.port) of this machine.")
    await other.drain(within: .seconds(1))
  }

  private func token(of app: SampleApp) async throws -> Substring {
    let (links, inbox) = AsyncStream.makeStream(of: String.self)
    let server = LocalServer(app: app, machine: bench.machine, port: 0, synchronizes: false)
    try await server.run(isReady: { link in inbox.yield(link) }, until: {})
    let link = try #require(await links.first { _ in true })
    return link.suffix(64)
  }
}
