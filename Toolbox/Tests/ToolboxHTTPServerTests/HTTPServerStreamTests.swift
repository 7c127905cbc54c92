import Testing
import ToolboxHTTP
import ToolboxHTTPServer
import ToolboxLocks

@Suite struct HTTPServerStreamTests {
  private static let get = "GET /events HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test(arguments: ServerEngine.all)
  func `chunks leave as they are yielded and the end is marked`(
    engine: ServerEngine
  ) async throws {
    let (chunks, producer) = AsyncStream<[UInt8]>.makeStream()
    let respond: HTTPResponder = { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "text/event-stream"], body: .stream(chunks))
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send(Self.get)
        let head = try connection.readHead()
        #expect(head.status == 200)
        #expect(head.headers["content-type"] == "text/event-stream")
        #expect(head.headers["transfer-encoding"] == "chunked")
        #expect(head.headers["content-length"] == nil)
        #expect(head.headers["date"]?.hasSuffix(" GMT") == true)
        for number in 0..<5 {
          producer.yield(Array("data: \(number)\n\n".utf8))
          #expect(try connection.readChunk() == Array("data: \(number)\n\n".utf8))
        }

        producer.yield([])
        producer.finish()

        #expect(try connection.readChunk() == nil)
        #expect(try connection.readToEnd() == [])
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `an HTTP 1 point 0 client gets the bytes bare`(engine: ServerEngine) async throws {
    let respond: HTTPResponder = { _ in
      HTTPResponse(
        status: 200,
        body: .stream(
          AsyncStream {
            $0.yield([1, 2])
            $0.yield([3])
            $0.finish()
          }))
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n")

        let answer = try connection.readAnswer()

        #expect(answer.headers["transfer-encoding"] == nil)
        #expect(answer.body == [1, 2, 3])
      }
    }
  }

  @Test(arguments: ServerEngine.all, [true, false])
  func `the stream of a client that leaves is terminated`(
    engine: ServerEngine, closesWhole: Bool
  ) async throws {
    let gone = Signal()
    let respond: HTTPResponder = { request in
      // Once set aside and once not, since the two take different ways.
      if request.path == "/parked" { await Task.yield() }
      return HTTPResponse(
        status: 200,
        body: .stream(
          AsyncStream { producer in
            producer.onTermination = { _ in gone.fire() }
            producer.yield([1])
          }))
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      let connection = try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send(Self.get)
        _ = try connection.readHead()
        #expect(try connection.readChunk() == [1])
        if !closesWhole { connection.endSending() }
        return closesWhole ? nil : connection
      }
      await gone.wait()
      _ = connection
    }
  }

  @Test(arguments: ServerEngine.all)
  func `the task of a parked client that leaves is cancelled`(engine: ServerEngine) async throws {
    let started = Signal()
    let cancelled = Signal()
    let respond: HTTPResponder = { _ in
      await withTaskCancellationHandler {
        started.fire()
        await cancelled.wait()
      } onCancel: {
        cancelled.fire()
      }
      return HTTPResponse(status: 200)
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      let connection = try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send(Self.get)
        return connection
      }
      await started.wait()
      try await offPool { connection.endSending() }
      await cancelled.wait()
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a producer waits for a client that does not read`(engine: ServerEngine) async throws {
    let made = Counter()
    let chunk = [UInt8](repeating: 7, count: 60_000)
    let respond: HTTPResponder = { _ in
      let chunks = AsyncStream {
        made.increment() <= 2_000 ? chunk : nil
      }
      return HTTPResponse(status: 200, body: .stream(chunks))
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let slow = try RawConnection(to: port)
        try slow.send(Self.get)
        _ = try slow.readHead()
        let before = made.value
        // The slow one's stream is not finished while nobody reads: 120 MB fit into no buffer.
        #expect(before < 2_000)

        var bytes = 0
        while let chunk = try slow.readChunk() { bytes += chunk.count }

        #expect(bytes == 2_000 * 60_000)
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a client that stops reading a stream is cut`(engine: ServerEngine) async throws {
    let gone = Signal()
    var configuration = HTTPServerConfiguration.patient
    configuration.answerDeadline = .milliseconds(80)
    let respond: HTTPResponder = { _ in
      let (chunks, producer) = AsyncStream<[UInt8]>.makeStream()
      producer.onTermination = { _ in gone.fire() }
      producer.yield([UInt8](repeating: 0, count: 30_000_000))
      return HTTPResponse(status: 200, body: .stream(chunks))
    }
    try await engine.serve(configuration, respond: respond) { server in
      let port = server.port
      let connection = try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send(Self.get)
        return connection
      }
      await gone.wait()
      _ = connection
    }
  }

  @Test(arguments: ServerEngine.all)
  func `many streams are served beside ordinary requests`(engine: ServerEngine) async throws {
    let producers = Locked<[AsyncStream<[UInt8]>.Continuation]>([])
    let respond: HTTPResponder = { request in
      guard request.path == "/events" else { return HTTPResponse(status: 204) }
      let (chunks, producer) = AsyncStream<[UInt8]>.makeStream()
      producers.withLock { $0.append(producer) }
      return HTTPResponse(status: 200, body: .stream(chunks))
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let streams = try (0..<100).map { _ in try RawConnection(to: port) }
        for stream in streams { try stream.send(Self.get) }
        for stream in streams { #expect(try stream.readHead().status == 200) }
        let ordinary = try RawConnection(to: port)
        for round in 0..<20 {
          try ordinary.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try ordinary.readAnswer().status == 204)
          let event = Array("\(round)".utf8)
          for producer in producers.withLock({ $0 }) { producer.yield(event) }
          for stream in streams { #expect(try stream.readChunk() == event) }
        }
        for producer in producers.withLock({ $0 }) { producer.finish() }
        for stream in streams { #expect(try stream.readChunk() == nil) }
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a stream that answers HEAD is dropped`(engine: ServerEngine) async throws {
    let gone = Signal()
    let respond: HTTPResponder = { _ in
      HTTPResponse(
        status: 200,
        body: .stream(
          AsyncStream { producer in
            producer.onTermination = { _ in gone.fire() }
            producer.yield([1])
          }))
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.readAnswer(toHead: true).status == 200)
      }
      await gone.wait()
    }
  }
}
