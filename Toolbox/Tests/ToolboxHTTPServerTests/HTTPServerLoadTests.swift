import Testing
import ToolboxHTTP
import ToolboxHTTPServer

@Suite struct HTTPServerLoadTests {
  // 128 at once is what one call of epoll_wait returns inside libmicrohttpd; its own loop loses
  // requests when exactly so many are ready.
  @Test(arguments: ServerEngine.all, [127, 128, 129, 255, 256])
  func `a burst is answered to the last connection`(
    engine: ServerEngine, count: Int
  ) async throws {
    var configuration = HTTPServerConfiguration.patient
    configuration.loops = count % 2 == 0 ? 1 : 2
    let respond: HTTPResponder = { request in
      if request.path == "/parked" { await Task.yield() }
      return HTTPResponse(status: 200, body: .bytes(request.body))
    }
    try await engine.serve(configuration, respond: respond) { server in
      let port = server.port
      try await offPool {
        for path in ["/", "/parked"] {
          let connections = try (0..<count).map { _ in try RawConnection(to: port) }
          for round in 0..<6 {
            let request =
              "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n\(round)"
            for connection in connections { try connection.send(request) }
            for connection in connections {
              #expect(try connection.readAnswer().text == "\(round)")
            }
          }
        }
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `sixteen clients keep their connections over many requests`(
    engine: ServerEngine
  ) async throws {
    let calls = Counter()
    let respond: HTTPResponder = { request in
      if calls.increment() % 3 == 0 { await Task.yield() }
      return HTTPResponse(status: 200, body: .bytes(request.body))
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in 0..<16 {
          group.addTask {
            try await offPool {
              let connection = try RawConnection(to: port)
              for number in 0..<200 {
                let body = "\(client)/\(number)"
                try connection.send(
                  "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                #expect(try connection.readAnswer().text == body)
              }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(calls.value == 3_200)
  }
}
