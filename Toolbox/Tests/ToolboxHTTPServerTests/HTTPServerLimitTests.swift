import Testing
import ToolboxHTTP
import ToolboxHTTPServer

@Suite struct HTTPServerLimitTests {
  private static func limits(
    _ change: (inout HTTPServerConfiguration) -> Void
  ) -> HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration.patient
    change(&configuration)
    return configuration
  }

  @Test(arguments: ServerEngine.all)
  func `a body announced too long is refused before it is read`(
    engine: ServerEngine
  ) async throws {
    try await engine.serve(Self.limits { $0.bodyBytesMax = 1_000 }) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n")

        let answer = try connection.readAnswer()

        #expect(answer.status == 413)
        #expect(
          answer.text
            == #"{"error":{"code":"payload_too_large","message":"The body is larger than "#
            + #"1000 bytes."}}"#)
        #expect(try connection.readToEnd() == [])
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a client that sends its long body first still reads the refusal`(
    engine: ServerEngine
  ) async throws {
    try await engine.serve(Self.limits { $0.bodyBytesMax = 1_000 }) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n")
        try connection.send([UInt8](repeating: 120, count: 3_000_000))

        #expect(try connection.readAnswer().status == 413)
      }
    }
  }

  @Test(arguments: ServerEngine.all, [("X-A", 1_024, 200), ("X-A", 1_025, 431)])
  func `a head is read up to its limit`(
    engine: ServerEngine, head: (name: String, bytes: Int, status: Int)
  ) async throws {
    try await engine.serve(Self.limits { $0.headBytesMax = 1_024 }) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        let start = "GET / HTTP/1.1\r\nHost: a\r\n\(head.name): "
        let filler = String(repeating: "x", count: head.bytes - start.utf8.count - 4)
        try connection.send(start + filler + "\r\n\r\n")

        let answer = try connection.readAnswer()

        #expect(answer.status == head.status)
        if head.status == 431 { #expect(answer.text.contains(#""code":"headers_too_large""#)) }
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `more than a hundred fields are refused`(engine: ServerEngine) async throws {
    try await engine.serve { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        let fields = (0..<100).map { "X-\($0): 1\r\n" }.joined()
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")

        let answer = try connection.readAnswer()

        #expect(answer.status == 431)
        #expect(answer.text.contains(#""code":"headers_too_large""#))
      }
    }
  }

  @Test(arguments: ServerEngine.all, ["GET /", "GET / HTTP/1.1\r\nX-A: "])
  func `a head without end never reaches a responder`(
    engine: ServerEngine, start: String
  ) async throws {
    try await engine.serve { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send(start + String(repeating: "x", count: 200_000))

        let end = String(decoding: try connection.readToEnd(), as: UTF8.self)

        #expect(end.isEmpty || end.hasPrefix("HTTP/1.1 431") || end.hasPrefix("HTTP/1.1 414"))
      }
    }
  }

  @Test(arguments: ServerEngine.all, ["", "GET", "GET / HTTP/1.1\r\nHost"])
  func `a slow head is cut with a 408`(engine: ServerEngine, start: String) async throws {
    try await engine.serve(Self.limits { $0.headDeadline = .milliseconds(80) }) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send(start)

        let answer = try connection.readAnswer()

        #expect(answer.status == 408)
        #expect(answer.text.contains(#""code":"request_timeout""#))
        #expect(try connection.readToEnd() == [])
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a slow body is cut with a 408`(engine: ServerEngine) async throws {
    try await engine.serve(Self.limits { $0.bodyDeadline = .milliseconds(80) }) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nslow")

        #expect(try connection.readAnswer().status == 408)
        #expect(try connection.readToEnd() == [])
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a later head that stops half-way is cut with a 408`(engine: ServerEngine) async throws {
    try await engine.serve(Self.limits { $0.headDeadline = .milliseconds(80) }) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHo")

        #expect(try connection.readAnswer().status == 200)
        #expect(try connection.readAnswer().status == 408)
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `an idle connection is closed without a word`(engine: ServerEngine) async throws {
    try await engine.serve(Self.limits { $0.idleDeadline = .milliseconds(80) }) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")

        #expect(try connection.readAnswer().status == 200)
        #expect(try connection.readToEnd() == [])
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a client that does not take its answer is cut`(engine: ServerEngine) async throws {
    let respond: HTTPResponder = { _ in
      HTTPResponse(status: 200, body: .bytes([UInt8](repeating: 0, count: 30_000_000)))
    }
    let limits = Self.limits { $0.answerDeadline = .milliseconds(80) }
    try await engine.serve(limits, respond: respond) { server in
      let port = server.port
      let connection = try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        return connection
      }
      // Only the cut lets this return before the whole answer is taken.
      await server.drain(within: .seconds(3_600))
      let taken = try await offPool { try connection.readToEnd().count }
      #expect(taken < 30_000_000)
    }
  }

  @Test(arguments: ServerEngine.all)
  func `one address has no more connections than it may`(engine: ServerEngine) async throws {
    try await engine.serve(Self.limits { $0.connectionsPerAddressMax = 2 }) { server in
      let port = server.port
      try await offPool {
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        var open = [try RawConnection(to: port), try RawConnection(to: port)]
        for connection in open {
          try connection.send(request)
          #expect(try connection.readAnswer().status == 200)
        }

        let third = try RawConnection(to: port)
        #expect(try third.readToEnd() == [])

        // Room is made again as soon as the server has noticed that one has gone.
        open.removeLast()
        var status: Int?
        while status == nil {
          let next = try RawConnection(to: port)
          do {
            try next.send(request)
            status = try next.readAnswer().status
          } catch RawConnectionError.ended {
            continue
          }
        }
        #expect(status == 200)
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a server that was full accepts again when its clients have gone`(
    engine: ServerEngine
  ) async throws {
    try await engine.serve(Self.limits { $0.connectionsMax = 4 }) { server in
      let port = server.port
      try await offPool {
        for _ in 0..<3 {
          var held: [RawConnection] = []
          for _ in 0..<40 {
            let connection = try RawConnection(to: port)
            // The server may have closed it already: it is full on purpose.
            do throws(RawConnectionError) {
              try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            } catch { continue }
            held.append(connection)
          }
          held.removeAll()
        }

        // Turned away at most until the server has seen that the others are gone.
        var status: Int?
        for _ in 0..<1_000 where status == nil {
          do throws(RawConnectionError) {
            let late = try RawConnection(to: port)
            try late.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            status = try late.readAnswer().status
          } catch { guard error == .ended else { throw error } }
        }

        #expect(status == 200)
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `a new connection takes the place of the one that waits longest`(
    engine: ServerEngine
  ) async throws {
    let limits = Self.limits {
      $0.loops = 1
      $0.connectionsMax = 3
    }
    try await engine.serve(limits) { server in
      let port = server.port
      try await offPool {
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        var held: [RawConnection] = []
        for _ in 0..<4 {
          let connection = try RawConnection(to: port)
          try connection.send(request)
          #expect(try connection.readAnswer().status == 200)
          held.append(connection)
        }

        #expect(try held[0].readToEnd() == [])
        for connection in held.dropFirst() {
          try connection.send(request)
          #expect(try connection.readAnswer().status == 200)
        }
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `of those that were answered few are kept, and those that have not asked yet are left alone`(
    engine: ServerEngine
  ) async throws {
    let limits = Self.limits {
      $0.loops = 1
      $0.keptConnectionsMax = 2
    }
    try await engine.serve(limits) { server in
      let port = server.port
      try await offPool {
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        let silent = try (0..<5).map { _ in try RawConnection(to: port) }
        let kept = try (0..<3).map { _ in
          let connection = try RawConnection(to: port)
          try connection.send(request)
          #expect(try connection.readAnswer().status == 200)
          return connection
        }

        #expect(try kept[0].readToEnd() == [])
        for connection in kept.dropFirst() + silent {
          try connection.send(request)
          #expect(try connection.readAnswer().status == 200)
        }
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `bodies that do not end give way to others`(engine: ServerEngine) async throws {
    let limits = Self.limits {
      $0.loops = 1
      $0.bodyBytesMax = 1_000
      $0.arrivingBytesMax = 1_000
    }
    try await engine.serve(limits) { server in
      let port = server.port
      try await offPool {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"
        var slow: [RawConnection] = []
        for _ in 0..<20 {
          let connection = try RawConnection(to: port)
          try connection.send(Array(head.utf8) + [UInt8](repeating: 120, count: 900))
          slow.append(connection)
        }
        let whole = try RawConnection(to: port)
        try whole.send(Array(head.utf8) + [UInt8](repeating: 120, count: 1_000))

        #expect(try whole.readAnswer().status == 200)
        for connection in slow { connection.endSending() }
        let told = try slow.map { try $0.readToEnd() }
        let givenUp = told.filter { String(decoding: $0, as: UTF8.self).contains(" 408 ") }
        #expect(givenUp.count >= 18)
      }
    }
  }
}
