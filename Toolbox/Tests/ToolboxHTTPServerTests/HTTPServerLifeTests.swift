import Testing
import ToolboxHTTP
import ToolboxHTTPServer

@Suite struct HTTPServerLifeTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test(arguments: ServerEngine.all)
  func `a port that another server listens on is reported`(engine: ServerEngine) async throws {
    try await engine.serve { server in
      var configuration = HTTPServerConfiguration.patient
      configuration.port = server.port

      #expect(throws: HTTPServerError.portInUse(server.port)) {
        _ = try engine.start(configuration, ServerEngine.echo)
      }
    }
  }

  @Test(arguments: ServerEngine.all, ["192.0.2.1", "example.org", "", "127.0.0.1:80"])
  func `an address that is not this machine's is reported`(
    engine: ServerEngine, host: String
  ) throws {
    var configuration = HTTPServerConfiguration.patient
    configuration.host = host

    #expect(throws: HTTPServerError.addressUnavailable(host)) {
      _ = try engine.start(configuration, ServerEngine.echo)
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a drained port can be listened on again`(engine: ServerEngine) async throws {
    let first = try engine.start(.patient, ServerEngine.echo)
    let port = first.port
    let connection = try await offPool {
      let connection = try RawConnection(to: port)
      try connection.send(Self.get)
      #expect(try connection.readAnswer().status == 200)
      return connection
    }

    await first.drain(within: .seconds(3_600))

    let rest = try await offPool { try connection.readToEnd() }
    #expect(rest == [])
    var configuration = HTTPServerConfiguration.patient
    configuration.port = port
    let second = try engine.start(configuration, ServerEngine.echo)
    #expect(second.port == port)
    await second.drain(within: .seconds(3_600))
  }

  @Test(arguments: ServerEngine.all)
  func `draining finishes what runs and refuses what is new`(
    engine: ServerEngine
  ) async throws {
    let started = Signal()
    let mayAnswer = Signal()
    let respond: HTTPResponder = { _ in
      started.fire()
      await mayAnswer.wait()
      return HTTPResponse(status: 200, body: .bytes([42]))
    }
    let server = try engine.start(.patient, respond)
    let port = server.port
    let connection = try await offPool {
      let connection = try RawConnection(to: port)
      try connection.send(Self.get)
      return connection
    }
    await started.wait()

    async let drained: Void = server.drain(within: .seconds(3_600))
    try await offPool {
      // Until the drain has begun, connections are still taken; then they are refused.
      while (try? RawConnection(to: port)) != nil {}
    }
    mayAnswer.fire()

    let answer = try await offPool { try connection.readAnswer() }
    #expect(answer.body == [42])
    #expect(answer.headers["connection"] == "close")
    await drained
    await server.drain(within: .seconds(3_600))
  }

  @Test(arguments: ServerEngine.all)
  func `what still runs at the drain's end is cancelled and cut`(
    engine: ServerEngine
  ) async throws {
    let started = Counter()
    let bothStarted = Signal()
    let cancelled = Signal()
    let terminated = Signal()
    let respond: HTTPResponder = { request in
      if started.increment() == 2 { bothStarted.fire() }
      guard request.path != "/events" else {
        return HTTPResponse(
          status: 200,
          body: .stream(AsyncStream { $0.onTermination = { _ in terminated.fire() } }))
      }
      await withTaskCancellationHandler {
        await cancelled.wait()
      } onCancel: {
        cancelled.fire()
      }
      return HTTPResponse(status: 200)
    }
    let server = try engine.start(.patient, respond)
    let port = server.port
    let connections = try await offPool {
      let connections = [try RawConnection(to: port), try RawConnection(to: port)]
      try connections[0].send(Self.get)
      try connections[1].send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
      return connections
    }
    await bothStarted.wait()

    await server.drain(within: .milliseconds(50))

    await cancelled.wait()
    await terminated.wait()
    let rests = try await offPool { try connections.map { try $0.readToEnd() } }
    #expect(rests[0] == [])
    // The head of the stream, but not the chunk of no bytes that would say it is complete.
    #expect(String(decoding: rests[1], as: UTF8.self).hasSuffix("chunked\r\n\r\n"))
  }

  @Test(arguments: ServerEngine.all)
  func `a request that a drain meets half-way is still answered`(
    engine: ServerEngine
  ) async throws {
    let server = try engine.start(.patient, ServerEngine.echo)
    let port = server.port
    let connection = try await offPool {
      let connection = try RawConnection(to: port)
      try connection.send(Self.get)
      _ = try connection.readAnswer()
      try connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nh")
      return connection
    }

    async let drained: Void = server.drain(within: .seconds(3_600))
    try await offPool {
      while (try? RawConnection(to: port)) != nil {}
      try connection.send("i")

      let answer = try connection.readAnswer()

      #expect(answer.text == "hi")
      #expect(answer.headers["connection"] == "close")
    }
    await drained
  }
}
