import Testing
import ToolboxHTTP
import ToolboxHTTPServer

/// Bytes that two readers could understand differently, so that one request could hide in another.
struct AmbiguousRequest: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]

  init(_ description: String, _ text: String) {
    testDescription = description
    bytes = Array(text.utf8)
  }

  private static func get(_ description: String, _ fields: String) -> AmbiguousRequest {
    AmbiguousRequest(description, "GET / HTTP/1.1\r\n\(fields)\r\n\r\n")
  }

  private static func post(_ description: String, _ fields: String) -> AmbiguousRequest {
    AmbiguousRequest(
      description, "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n0\r\n\r\nGET /s HTTP/1.1\r\n")
  }

  static let answered = [
    get("no Host", "X: y"),
    get("two Hosts", "Host: a\r\nHost: b"),
    get("two equal Hosts", "Host: a\r\nhost: a"),
    get("empty Host", "Host:"),
    get("Host with a path", "Host: a/b"),
    get("Host with a user", "Host: u@a"),
    get("two names in Host", "Host: a, b"),
    get("space before the colon", "Host : a"),
    get("space before a later colon", "Host: a\r\nX-A : b"),
    get("tab before the colon", "Host: a\r\nX-A\t: b"),
    get("folded value", "Host: a\r\nX-A: b\r\n c"),
    get("folded first line", "Host: a\r\n\tX-A: b"),
    get("twice folded value", "Host: a\r\nX-A: b\r\n c\r\n\td"),
    get("zero byte in a value", "Host: a\r\nX-A: b\u{0}c"),
    get("zero byte at a value's end", "Host: a\r\nX-A: b\u{0}\r\nX-B: c"),
    get("zero bytes at the head's end", "Host: a\u{0}\u{0}"),
    get("carriage return in a value", "Host: a\r\nX-A: b\rX-B: c"),
    get("escape byte in a value", "Host: a\r\nX-A: \u{1b}[0m"),
    get("bare line feed", "Host: a\nX-A: b"),
    get("bare line feeds at the end", "Host: a\nX-A: b\n\n"),
    get("empty name", "Host: a\r\n: b"),
    get("name with a slash", "Host: a\r\nX/A: b"),
    get("name that is not ASCII", "Host: a\r\nX-\u{e9}: b"),
    post("two lengths", "Content-Length: 5\r\nContent-Length: 6"),
    post("two equal lengths", "Content-Length: 5\r\nContent-Length: 5"),
    post("length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked"),
    post("chunks and length", "Transfer-Encoding: chunked\r\nContent-Length: 5"),
    post("chunks", "Transfer-Encoding: chunked"),
    post("chunks in capitals", "Transfer-Encoding: CHUNKED"),
    AmbiguousRequest(
      "chunk whose line never ends",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0;"
        + String(repeating: "x", count: 100_000)),
    AmbiguousRequest(
      "chunk size that is no number",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n"),
    post("unknown encoding", "Transfer-Encoding: gzip"),
    post("empty encoding", "Transfer-Encoding:"),
    post("chunked twice", "Transfer-Encoding: chunked, chunked"),
    post("chunked not last", "Transfer-Encoding: chunked, identity"),
    post("two encodings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"),
    post("encoding with a vertical tab", "Transfer-Encoding: \u{b}chunked"),
    AmbiguousRequest(
      "chunks in HTTP/1.0",
      "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    AmbiguousRequest("two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("zero byte in the target", "GET /a\u{0}b HTTP/1.1\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("fragment in the target", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("target that is not ASCII", "GET /\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("whole URL as target", "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("no slash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("star for a GET", "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n"),
  ]

  /// An engine may refuse these before it can say anything of its own.
  static let dropped = [
    get("line without a colon", "Host: a\r\nX-A"),
    get("zero byte in a name", "Host: a\r\nX\u{0}A: b"),
    post("signed length", "Content-Length: +5"),
    post("hexadecimal length", "Content-Length: 0x5"),
    post("listed lengths", "Content-Length: 5, 5"),
    post("length with a space inside", "Content-Length: 5 5"),
    post("empty length", "Content-Length:"),
    post("length beyond any number", "Content-Length: 99999999999999999999999"),
    AmbiguousRequest("no version", "GET /\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("only a method", "GET\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("HTTP/2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("small letters in the version", "GET / http/1.1\r\nHost: a\r\n\r\n"),
    AmbiguousRequest("TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\r\n\r\n"),
  ]
}

@Suite struct HTTPServerRefusalTests {
  @Test(arguments: ServerEngine.all, AmbiguousRequest.answered)
  func `an ambiguous request gets a 400 and the connection ends`(
    engine: ServerEngine, request: AmbiguousRequest
  ) async throws {
    let calls = Counter()
    let respond: HTTPResponder = { _ in
      calls.increment()
      return HTTPResponse(status: 200)
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send(request.bytes)

        let answer = try connection.readAnswer()

        #expect(answer.status == 400)
        #expect(answer.headers["connection"] == "close")
        #expect(answer.headers["content-type"] == "application/json")
        #expect(answer.text.hasPrefix(#"{"error":{"code":"bad_request","message":""#))
        #expect(try connection.readToEnd() == [])
      }
    }
    #expect(calls.value == 0)
  }

  @Test(arguments: ServerEngine.all, AmbiguousRequest.dropped)
  func `what is not HTTP never reaches a responder`(
    engine: ServerEngine, request: AmbiguousRequest
  ) async throws {
    let calls = Counter()
    let respond: HTTPResponder = { _ in
      calls.increment()
      return HTTPResponse(status: 200)
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send(request.bytes)

        let end = String(decoding: try connection.readToEnd(), as: UTF8.self)

        #expect(end.isEmpty || end.hasPrefix("HTTP/1.1 4") || end.hasPrefix("HTTP/1.1 505"))
      }
    }
    #expect(calls.value == 0)
  }

  @Test(
    arguments: ServerEngine.all, ["PATCH", "TRACE", "CONNECT", "get", "PROPFIND", "GETT", "G@T"])
  func `an unknown method gets a 501`(engine: ServerEngine, method: String) async throws {
    try await engine.serve { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        try connection.send("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")

        let answer = try connection.readAnswer()

        #expect(answer.status == 501)
        #expect(answer.text.contains(#""code":"method_not_supported""#))
        #expect(try connection.readToEnd() == [])
      }
    }
  }

  @Test(arguments: ServerEngine.all)
  func `what follows a refused request is not read as a request`(
    engine: ServerEngine
  ) async throws {
    let calls = Counter()
    let respond: HTTPResponder = { _ in
      calls.increment()
      return HTTPResponse(status: 200)
    }
    try await engine.serve(respond: respond) { server in
      let port = server.port
      try await offPool {
        let connection = try RawConnection(to: port)
        let good = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        try connection.send(good + "GET / HTTP/1.1\r\n\r\n" + good)

        #expect(try connection.readAnswer().status == 200)
        #expect(try connection.readAnswer().status == 400)
        #expect(try connection.readToEnd() == [])
      }
    }
    #expect(calls.value == 1)
  }
}
