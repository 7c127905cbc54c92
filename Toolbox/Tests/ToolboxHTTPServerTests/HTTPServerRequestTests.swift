import Testing
import ToolboxHTTP
import ToolboxHTTPServer
import ToolboxLocks

@Suite struct HTTPServerRequestTests {
  @Test(arguments: ServerEngine.all)
  func `bodies up to the limit come back byte for byte`(engine: ServerEngine) async throws {
    var configuration = HTTPServerConfiguration.patient
    configuration.bodyBytesMax = 300_000
    try await engine.serve(configuration) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        for size in [0, 1, 2, 1_023, 1_024, 8_191, 8_192, 20_479, 20_480, 65_537, 300_000] {
          let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
          try connection.send("POST /e HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
          try connection.send(body)

          let answer = try connection.readAnswer()

          #expect(answer.status == 200)
          #expect(answer.body == body, "\(size) bytes")
          #expect(answer.headers["content-length"] == "\(size)")
        }
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a request arrives as it was sent`(engine: ServerEngine) async throws {
    let seen = Locked<HTTPRequest?>(nil)
    let respond: HTTPResponder = { request in
      seen.withLock { $0 = request }
      return HTTPResponse(status: 204)
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send(
          "PUT /a%2Fb/c+d?x=%20y&&z=?/ HTTP/1.1\r\nHost: hub.localhost:80\r\n"
            + "X-One:  spaced\t \r\nX-Two:\r\nx-one: again\r\nX-Name: caf\u{e9}\r\n"
            + "Content-Length: 2\r\n\r\nhi")
        #expect(try connection.readAnswer().status == 204)
      }
    }

    let request = try #require(seen.withLock { $0 })
    #expect(request.method == .put)
    #expect(request.path == "/a%2Fb/c+d")
    #expect(request.query == "x=%20y&&z=?/")
    #expect(request.headers.values(of: "X-ONE") == ["spaced", "again"])
    #expect(request.headers["X-Two"] == "")
    #expect(request.headers["X-Name"] == "café")
    #expect(request.headers["host"] == "hub.localhost:80")
    #expect(request.body == Array("hi".utf8))
    #expect(request.peer == "127.0.0.1")
  }

  @Test(arguments: ServerEngine.all)
  func `pipelined requests are answered in order`(engine: ServerEngine) async throws {
    let respond: HTTPResponder = { request in
      // Every second one is put aside, so that order cannot come by chance.
      if request.path.hasSuffix("1") { await Task.yield() }
      return HTTPResponse(status: 200, body: .bytes(Array(request.path.utf8)))
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        let paths = (0..<60).map { "/\($0)" }
        try connection.send(
          paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())

        for path in paths {
          #expect(try connection.readAnswer().text == path)
        }
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a query of a thousand names arrives whole`(engine: ServerEngine) async throws {
    let respond: HTTPResponder = { request in
      HTTPResponse(status: 200, body: .bytes(Array((request.query ?? "").utf8)))
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        let query = (0..<1_000).map { "a\($0)" }.joined(separator: "&")
        try connection.send("GET /?\(query) HTTP/1.1\r\nHost: a\r\nCookie: a=b\r\n\r\n")

        let answer = try connection.readAnswer()

        #expect(answer.status == 200)
        #expect(answer.text == query)
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a client that asks first is told to go on`(engine: ServerEngine) async throws {
    try await engine.serve { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send(
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(try connection.readHead().status == 100)

        try connection.send("hi")

        #expect(try connection.readAnswer().text == "hi")
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `an answer to HEAD has the length and no body`(engine: ServerEngine) async throws {
    let respond: HTTPResponder = { _ in HTTPResponse(status: 200, body: .bytes([1, 2, 3])) }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")

        #expect(try connection.readAnswer(toHead: true).headers["content-length"] == "3")
        #expect(try connection.readAnswer().body == [1, 2, 3])
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a client that ends its sending side still gets its answer`(
    engine: ServerEngine
  ) async throws {
    try await engine.serve { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("GET /half HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.endSending()

        #expect(try connection.readAnswer().headers["x-path"] == "/half")
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `every answer carries the default headers unless it sets its own`(
    engine: ServerEngine
  ) async throws {
    var configuration = HTTPServerConfiguration.patient
    configuration.defaultHeaders = ["Cache-Control": "no-store", "X-Frame-Options": "DENY"]
    let respond: HTTPResponder = { _ in
      HTTPResponse(status: 200, headers: ["cache-control": "max-age=60"])
    }
    try await engine.serve(configuration, respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let answer = try connection.readAnswer()
        #expect(answer.headers["cache-control"] == "max-age=60")
        #expect(answer.headers["x-frame-options"] == "DENY")
        #expect(answer.headers["content-length"] == "0")

        try connection.send("GET / HTTP/1.1\r\n\r\n")
        let refusal = try connection.readAnswer()
        #expect(refusal.status == 400)
        #expect(refusal.headers["cache-control"] == "no-store")
        #expect(refusal.headers["x-frame-options"] == "DENY")
      }
    }
  }

  @Test(
    arguments: ServerEngine.all,
    [
      HTTPResponse(status: 200, headers: ["X-A": "1\r\nX-B: 2"]),
      HTTPResponse(status: 200, headers: ["X A": "1"]),
      HTTPResponse(status: 200, headers: ["X-A": "1\u{0}2"]), HTTPResponse(status: 101),
      HTTPResponse(status: 1_000),
    ])
  func `an answer that cannot be sent becomes a 500`(
    engine: ServerEngine, response: HTTPResponse
  ) async throws {
    try await engine.serve(respond: { _ in response }) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")

        let answer = try connection.readAnswer()

        #expect(answer.status == 500)
        #expect(answer.text.contains(#""code":"invalid_answer""#))
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `what a responder says of the connection, or without a value, is left out`(
    engine: ServerEngine
  ) async throws {
    let respond: HTTPResponder = { _ in
      HTTPResponse(
        status: 200,
        headers: [
          "Content-Length": "7", "Transfer-Encoding": "chunked", "Connection": "close",
          "X-Empty": "",
        ],
        body: .bytes([1]))
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")

        let answer = try connection.readAnswer()

        #expect(answer.body == [1])
        #expect(answer.headers["transfer-encoding"] == nil)
        #expect(answer.headers["x-empty"] == nil)
        #expect(answer.headers["connection"] == "close")
        #expect(try connection.readToEnd() == [])
      }
    }
  }
}
