import Testing
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxHTTPServer
import ToolboxLocks

@Suite struct CurlClientStreamTests {
  private static let get = HTTPRequest(method: .get, path: "/events")

  @Test func `the head comes at once and chunks as they are sent`() async throws {
    let (source, producer) = AsyncStream<[UInt8]>.makeStream()
    try await withServer { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "text/event-stream"], body: .stream(source))
    } _: { origin in
      let response = try await CurlClient().stream(Self.get, to: origin)
      #expect(response.status == 200)
      #expect(response.headers["Content-Type"] == "text/event-stream")
      var reader = try response.chunks.makeAsyncIterator()
      for number in 0..<5 {
        producer.yield(Array("data: \(number)\n\n".utf8))
        #expect(await reader.next() == Array("data: \(number)\n\n".utf8))
      }

      producer.finish()

      #expect(await reader.next() == nil)
      #expect(await reader.next() == nil)
    }
  }

  @Test func `an answer that is no stream can be read as one`() async throws {
    try await withServer { _ in
      HTTPResponse(status: 401, body: .bytes(Array("no".utf8)))
    } _: { origin in
      let response = try await CurlClient().stream(Self.get, to: origin)

      #expect(response.status == 401)
      var bytes: [UInt8] = []
      for await chunk in try response.chunks { bytes += chunk }
      #expect(bytes == Array("no".utf8))
    }
  }

  @Test func `a server waits for a reader that does not read`() async throws {
    let made = Locked(0)
    let chunk = [UInt8](repeating: 7, count: 60_000)
    try await withServer { _ in
      let chunks = AsyncStream { () -> [UInt8]? in
        let number = made.withLock { made in
          made += 1
          return made
        }
        return number <= 1_000 ? chunk : nil
      }
      return HTTPResponse(status: 200, body: .stream(chunks))
    } _: { origin in
      let response = try await CurlClient().stream(Self.get, to: origin)
      // 60 MB fit into no buffer on the way.
      #expect(made.withLock { $0 } < 1_000)

      var count = 0
      for await bytes in try response.chunks {
        count += bytes.count
      }

      #expect(count == 60_000_000)
    }
  }

  @Test func `letting go of the stream ends the transfer`() async throws {
    let gone = Signal()
    try await withServer { _ in
      let (chunks, producer) = AsyncStream<[UInt8]>.makeStream()
      producer.onTermination = { _ in gone.fire() }
      producer.yield([1])
      return HTTPResponse(status: 200, body: .stream(chunks))
    } _: { origin in
      let client = CurlClient()
      for await _ in try await client.stream(Self.get, to: origin).chunks { break }

      await gone.wait()
    }
  }

  @Test func `cancelling the reading task ends stream and transfer`() async throws {
    let gone = Signal()
    let reading = Signal()
    try await withServer { _ in
      let (chunks, producer) = AsyncStream<[UInt8]>.makeStream()
      producer.onTermination = { _ in gone.fire() }
      producer.yield([1])
      return HTTPResponse(status: 200, body: .stream(chunks))
    } _: { origin in
      let chunks = try await CurlClient().stream(Self.get, to: origin).chunks
      let task = Task {
        for await _ in chunks { reading.fire() }
      }
      await reading.wait()

      task.cancel()

      await task.value
      await gone.wait()
    }
  }

  @Test func `a stream whose connection breaks ends`() async throws {
    let server = ScriptedServer(
      saying: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n5\r\nhal")

    let response = try await CurlClient().stream(Self.get, to: server.origin)

    var bytes: [UInt8] = []
    for await chunk in try response.chunks { bytes += chunk }
    #expect(bytes.starts(with: Array("hi".utf8)))
  }

  @Test func `a stream outlives the client that began it`() async throws {
    let (source, producer) = AsyncStream<[UInt8]>.makeStream()
    try await withServer { _ in
      HTTPResponse(status: 200, body: .stream(source))
    } _: { origin in
      var client: CurlClient? = CurlClient()
      let response = try await client?.stream(Self.get, to: origin)
      client = nil

      producer.yield([1, 2])
      producer.finish()

      var bytes: [UInt8] = []
      for await chunk in try #require(response).chunks { bytes += chunk }
      #expect(bytes == [1, 2])
    }
  }

  @Test func `a stream that falls silent ends`() async throws {
    try await withServer { _ in
      HTTPResponse(status: 200, body: .stream(AsyncStream { $0.yield([1]) }))
    } _: { origin in
      var configuration = CurlClientConfiguration()
      configuration.streamIdleTimeout = .seconds(1)
      let client = CurlClient(configuration: configuration)

      var bytes: [UInt8] = []
      for await chunk in try await client.stream(Self.get, to: origin).chunks { bytes += chunk }

      #expect(bytes == [1])
    }
  }
}

private struct NotAStream: Error {}

extension HTTPResponse {
  fileprivate var chunks: AsyncStream<[UInt8]> {
    get throws {
      guard case .stream(let chunks) = body else { throw NotAStream() }
      return chunks
    }
  }
}
