import Glibc
import Testing
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxHTTPServer
import ToolboxLocks

@Suite struct CurlClientRequestTests {
  @Test(arguments: HTTPMethod.allCases)
  func `each method arrives with its path, query, headers and body`(
    method: HTTPMethod
  ) async throws {
    let seen = Locked<HTTPRequest?>(nil)
    let body = [.get, .head].contains(method) ? [] : [UInt8](0...255)
    try await withServer { request in
      seen.withLock { $0 = request }
      return HTTPResponse(
        status: 201, headers: ["X-A": " b c "], body: .bytes([0, 1, 2]))
    } _: { origin in
      let request = HTTPRequest(
        method: method, path: "/a/../b%2Fc//", query: "x=%20&y",
        headers: ["X-One": "1", "x-one": "2", "X-Empty": "", "Content-Length": "7"], body: body)

      let response = try await CurlClient().send(request, to: origin)

      #expect(response.status == 201)
      #expect(response.headers["x-a"] == "b c")
      #expect(response.bytes == (method == .head ? [] : [0, 1, 2]))
    }

    let request = try #require(seen.withLock { $0 })
    #expect(request.method == method)
    #expect(request.path == "/a/../b%2Fc//")
    #expect(request.query == "x=%20&y")
    #expect(request.headers.values(of: "X-One") == ["1", "2"])
    #expect(request.headers["X-Empty"] == "")
    #expect(request.headers["User-Agent"] == "PersonalSyncKit/1")
    #expect(request.headers["Content-Type"] == nil)
    #expect(request.headers["Expect"] == nil)
    #expect(request.body == body)
  }

  @Test(arguments: [HTTPMethod.post, .put, .delete, .options])
  func `a body of nothing and a large one arrive whole`(method: HTTPMethod) async throws {
    try await withServer { request in
      HTTPResponse(status: 200, body: .bytes(Array("\(request.body.count)".utf8)))
    } _: { origin in
      let client = CurlClient()
      for size in [0, 1, 1_000_000] {
        let request = HTTPRequest(
          method: method, path: "/", body: [UInt8](repeating: 7, count: size))

        let response = try await client.send(request, to: origin)

        #expect(response.bytes == Array("\(size)".utf8))
      }
    }
  }

  @Test func `names under localhost mean this machine and are sent as Host`() async throws {
    try await withServer { request in
      HTTPResponse(status: 200, body: .bytes(Array((request.headers["Host"] ?? "").utf8)))
    } _: { origin in
      let hub = try HTTPOrigin(parsing: "http://hub.localhost:\(origin.port)")

      let response = try await CurlClient().send(HTTPRequest(method: .get, path: "/"), to: hub)

      #expect(response.bytes == Array("hub.localhost:\(origin.port)".utf8))
    }
  }

  @Test(arguments: [
    HTTPRequest(method: .get, path: ""), HTTPRequest(method: .get, path: "a"),
    HTTPRequest(method: .get, path: "/a b"), HTTPRequest(method: .get, path: "/é"),
    HTTPRequest(method: .get, path: "/", query: "a#b"),
    HTTPRequest(method: .get, path: "/\r\nX: y"),
    HTTPRequest(method: .get, path: "/", headers: ["X": "1\r\nY: 2"]),
    HTTPRequest(method: .get, path: "/", headers: ["X: 1\r\nY": "2"]),
    HTTPRequest(method: .get, path: "/", headers: ["X:": "1"]),
    HTTPRequest(method: .get, path: "/", headers: ["": "1"]),
    HTTPRequest(method: .get, path: "/", headers: ["X": "a\0b"]),
    HTTPRequest(method: .get, path: "/", body: [1]),
  ])
  func `what HTTP cannot carry is not sent`(request: HTTPRequest) async throws {
    let origin = try HTTPOrigin(parsing: "http://127.0.0.1:1")

    await #expect(throws: HTTPClientError.invalidRequest) {
      try await CurlClient().send(request, to: origin)
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `KIT-17: a redirect is returned and the token stays here`(status: Int) async throws {
    let calls = Locked(0)
    try await withServer { _ in
      calls.withLock { $0 += 1 }
      return HTTPResponse(status: 200)
    } _: { other in
      try await withServer { request in
        HTTPResponse(
          status: status,
          headers: ["Location": "\(other)/", "X-Token": request.headers["Authorization"] ?? ""])
      } _: { origin in
        let request = HTTPRequest(
          method: .post, path: "/", headers: ["Authorization": "Bearer secret"], body: [1])

        let response = try await CurlClient().send(request, to: origin)

        #expect(response.status == status)
        #expect(response.headers["Location"] == "\(other)/")
        #expect(response.headers["X-Token"] == "Bearer secret")
      }
    }
    #expect(calls.withLock { $0 } == 0)
  }

  @Test func `KIT-17: nothing is answered from a cache`() async throws {
    let calls = Locked(0)
    try await withServer { request in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      #expect(request.headers["If-None-Match"] == nil)
      return HTTPResponse(
        status: 200, headers: ["Cache-Control": "public, max-age=3600", "ETag": "\"1\""],
        body: .bytes(Array("\(call)".utf8)))
    } _: { origin in
      let client = CurlClient()
      for call in 1...2 {
        let response = try await client.send(HTTPRequest(method: .get, path: "/"), to: origin)
        #expect(response.bytes == Array("\(call)".utf8))
      }
    }
  }

  @Test func `KIT-17: cookies are not kept`() async throws {
    try await withServer { request in
      HTTPResponse(
        status: 200, headers: ["Set-Cookie": "sid=1; Path=/"],
        body: .bytes(Array((request.headers["Cookie"] ?? "none").utf8)))
    } _: { origin in
      let client = CurlClient()
      for _ in 0..<2 {
        let response = try await client.send(HTTPRequest(method: .get, path: "/"), to: origin)
        #expect(response.bytes == Array("none".utf8))
      }
    }
  }

  @Test func `one connection serves requests that follow each other`() async throws {
    var configuration = HTTPServerConfiguration()
    // A second connection would be closed at once.
    configuration.connectionsPerAddressMax = 1
    try await withServer(configuration) { _ in
      HTTPResponse(status: 204)
    } _: { origin in
      let client = CurlClient()
      for _ in 0..<50 {
        let response = try await client.send(HTTPRequest(method: .get, path: "/"), to: origin)
        #expect(response.status == 204)
      }
    }
  }

  @Test func `sixteen requests are under way at once`() async throws {
    let all = Signal(after: 16)
    try await withServer { request in
      all.fire()
      await all.wait()
      return HTTPResponse(status: 200, body: .bytes(Array(request.path.utf8)))
    } _: { origin in
      let client = CurlClient()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<16 {
          group.addTask {
            let request = HTTPRequest(method: .get, path: "/\(number)")
            let response = try await client.send(request, to: origin)
            #expect(response.bytes == Array("/\(number)".utf8))
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `a proxy in the environment is not asked for this machine's names`() async {
    await #expect(processExitsWith: .success) {
      for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"] {
        setenv(name, "http://127.0.0.1:1", 1)
      }
      try await withServer { _ in
        HTTPResponse(status: 204)
      } _: { origin in
        for host in ["localhost", "hub.localhost", "127.0.0.1"] {
          let named = try HTTPOrigin(parsing: "http://\(host):\(origin.port)")
          let response = try await CurlClient().send(
            HTTPRequest(method: .get, path: "/"), to: named)
          precondition(response.status == 204)
        }
      }
    }
  }
}
