import Testing
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxHTTPServer

@Suite struct CurlClientFailureTests {
  private static let get = HTTPRequest(method: .get, path: "/")

  private static func client(
    _ change: (inout CurlClientConfiguration) -> Void
  ) -> CurlClient {
    var configuration = CurlClientConfiguration()
    change(&configuration)
    return CurlClient(configuration: configuration)
  }

  @Test func `a port on which nothing listens cannot be connected to`() async throws {
    let origin = try await withServer { _ in
      HTTPResponse(status: 200)
    } _: {
      $0
    }

    await #expect(throws: HTTPClientError.cannotConnect) {
      try await CurlClient().send(Self.get, to: origin)
    }
    await #expect(throws: HTTPClientError.cannotConnect) {
      try await CurlClient().stream(Self.get, to: origin)
    }
  }

  @Test(arguments: [true, false])
  func `cancelling the task ends the transfer on both sides`(streams: Bool) async throws {
    let started = Signal()
    let gone = Signal()
    try await withServer { _ in
      await withTaskCancellationHandler {
        started.fire()
        await gone.wait()
      } onCancel: {
        gone.fire()
      }
      return HTTPResponse(status: 200)
    } _: { origin in
      let client = CurlClient()
      let task = Task {
        try await streams
          ? client.stream(Self.get, to: origin) : client.send(Self.get, to: origin)
      }
      await started.wait()

      task.cancel()

      await #expect(throws: HTTPClientError.cancelled) { try await task.value }
      await gone.wait()
    }
  }

  @Test func `a task that is cancelled already sends nothing`() async throws {
    let origin = try HTTPOrigin(parsing: "http://127.0.0.1:1")
    let mayGo = Signal()
    let task = Task {
      await mayGo.wait()
      return try await CurlClient().send(Self.get, to: origin)
    }

    task.cancel()
    mayGo.fire()

    await #expect(throws: HTTPClientError.cancelled) { try await task.value }
  }

  @Test func `an answer that does not come in time is given up`() async throws {
    let gone = Signal()
    try await withServer { _ in
      await withTaskCancellationHandler {
        await gone.wait()
      } onCancel: {
        gone.fire()
      }
      return HTTPResponse(status: 200)
    } _: { origin in
      let client = Self.client { $0.wholeTimeout = .milliseconds(80) }

      await #expect(throws: HTTPClientError.timedOut) {
        try await client.send(Self.get, to: origin)
      }
    }
  }

  @Test func `a connection that is not made in time cannot be made`() async throws {
    let full = try FullPort()
    let client = Self.client { $0.connectTimeout = .milliseconds(80) }

    await #expect(throws: HTTPClientError.cannotConnect) {
      try await client.send(Self.get, to: full.origin)
    }
  }

  @Test(arguments: [true, false])
  func `a body over the limit is not taken`(isAnnounced: Bool) async throws {
    try await withServer { request in
      let size = Int(request.query ?? "") ?? 0
      let bytes = [UInt8](repeating: 1, count: size)
      guard !isAnnounced else { return HTTPResponse(status: 200, body: .bytes(bytes)) }
      return HTTPResponse(
        status: 200,
        body: .stream(
          AsyncStream {
            $0.yield(bytes)
            $0.finish()
          }))
    } _: { origin in
      let client = Self.client { $0.responseBytesMax = 100_000 }
      let fitting = HTTPRequest(method: .get, path: "/", query: "100000")
      let response = try await client.send(fitting, to: origin)
      #expect(response.bytes?.count == 100_000)

      await #expect(throws: HTTPClientError.responseTooLarge) {
        try await client.send(
          HTTPRequest(method: .get, path: "/", query: "100001"), to: origin)
      }
    }
  }

  @Test func `a head without bounds is not taken`() async throws {
    let fields = (0..<6_000).map { "X-\($0): \(String(repeating: "x", count: 60))\r\n" }.joined()
    let server = ScriptedServer(saying: "HTTP/1.1 200 OK\r\n\(fields)\r\n")
    let origin = try server.origin

    await #expect(throws: HTTPClientError.responseTooLarge) {
      try await CurlClient().send(Self.get, to: origin)
    }
  }

  @Test(arguments: [
    ("", HTTPClientError.connectionLost),
    ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", .connectionLost),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal", .connectionLost),
    ("SSH-2.0-OpenSSH_9.2\r\n", .malformedResponse),
    ("HTTP/1.1 2x0 OK\r\n\r\n", .malformedResponse),
    // libcurl does not say more.
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .connectionLost),
  ])
  func `half an answer and no answer are told apart`(
    script: String, error: HTTPClientError
  ) async throws {
    let server = ScriptedServer(saying: script)
    let origin = try server.origin

    await #expect(throws: error) { try await CurlClient().send(Self.get, to: origin) }
  }

  @Test func `an informational answer is not the answer`() async throws {
    let server = ScriptedServer(
      saying: "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: b\r\n\r\nhi")

    let response = try await CurlClient().send(Self.get, to: server.origin)

    #expect(response.status == 200)
    #expect(response.headers.fields.map(\.name) == ["Content-Length", "X-A"])
    #expect(response.bytes == Array("hi".utf8))
  }

  @Test func `a server without TLS is not spoken to over https`() async throws {
    try await withServer { _ in
      HTTPResponse(status: 200)
    } _: { origin in
      let secure = try HTTPOrigin(parsing: "https://127.0.0.1:\(origin.port)")

      await #expect(throws: HTTPClientError.tlsFailed) {
        try await CurlClient().send(Self.get, to: secure)
      }
    }
  }
}
