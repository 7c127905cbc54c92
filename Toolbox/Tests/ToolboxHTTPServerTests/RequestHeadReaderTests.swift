import Testing
import ToolboxHTTP

@testable import ToolboxHTTPServer

@Suite struct RequestHeadReaderTests {
  private static let usual = "POST /a?b=c HTTP/1.1\r\nHost: hub:80\r\nContent-Length: 3\r\n\r\n"

  /// Every byte that stands for something in a head, and some that may not stand there.
  private static let telling: [UInt8] =
    Array(0...32) + Array("!\"#*+,-./059:;=?@AZ[]_az|~".utf8) + [127, 128, 0xc3, 255]

  @Test func `a usual head is read`() throws {
    let head = try read(Self.usual)

    #expect(head.method == .post)
    #expect(head.path == "/a")
    #expect(head.query == "b=c")
    #expect(head.headers == ["Host": "hub:80", "Content-Length": "3"])
    #expect(head.bodyByteCount == 3)
    #expect(head.knowsChunks)
  }

  @Test(arguments: ["0": 0, "007": 7, "1048576": 1_048_576])
  func `a length in digits is taken up to the limit`(text: String, length: Int) throws {
    let head = try read("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(text)\r\n\r\n")

    #expect(head.bodyByteCount == length)
  }

  @Test(arguments: ["1048577", "9223372036854775808", "99999999999999999999999999999999"])
  func `a length beyond the limit is too large however long`(text: String) {
    #expect(throws: EdgeRefusal.payloadTooLarge(bytesMax: 1_048_576)) {
      try read("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(text)\r\n\r\n")
    }
  }

  @Test(arguments: ["a.example", "127.0.0.1:8080", "[::1]:80", "x_y-z.localhost"])
  func `names, addresses and ports are hosts`(host: String) throws {
    #expect(try read("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").headers["Host"] == host)
  }

  @Test func `star is a target for OPTIONS`() throws {
    #expect(try read("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").path == "*")
  }

  @Test func `whatever single byte is changed the head is read or refused, never misread`() {
    let plain = Array(Self.usual.utf8)
    for place in plain.indices {
      for byte in Self.telling {
        var bytes = plain
        bytes[place] = byte
        // What the reader's documentation says cannot be told apart.
        if byte == 0, plain[place] == 13 { continue }
        guard let head = try? HeadInPlace.read(bytes) else { continue }

        // Reading what was understood must give the original bytes, but for spaces round values.
        #expect(HeadInPlace.isFaithful(head, to: bytes), "byte \(byte) at \(place)")
      }
    }
  }

  private func read(_ text: String) throws(EdgeRefusal) -> RequestHead {
    try HeadInPlace.read(Array(text.utf8))
  }
}
