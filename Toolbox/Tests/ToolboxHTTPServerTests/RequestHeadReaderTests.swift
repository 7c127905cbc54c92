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
    #expect(head.bodyLength == .bytes(3))
    #expect(head.knowsChunks)
  }

  @Test(arguments: ["0": 0, "007": 7, "1048576": 1_048_576])
  func `a length in digits is taken up to the limit`(text: String, length: Int) throws {
    let head = try read("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(text)\r\n\r\n")

    #expect(head.bodyLength == .bytes(length))
  }

  @Test(arguments: ["1048577", "9223372036854775808", "99999999999999999999999999999999"])
  func `a length beyond the limit is too large however long`(text: String) {
    #expect(throws: EdgeRefusal.payloadTooLarge(bytesMax: 1_048_576)) {
      try read("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(text)\r\n\r\n")
    }
  }

  @Test func `CHUNKED is chunked`() throws {
    let head = try read("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: CHUNKED\r\n\r\n")

    #expect(head.bodyLength == .chunked)
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
        guard let head = try? read(bytes) else { continue }

        // Reading what was understood must give the original bytes, but for spaces round values.
        var query = ""
        if let text = head.query { query = "?\(text)" }
        let line = "\(head.method.rawValue) \(head.path)\(query) HTTP/1.\(head.knowsChunks ? 1 : 0)"
        let fields = head.headers.fields.map { "\($0.name):\($0.value)" }
        let again = ([line] + fields + ["", ""]).joined(separator: "\r\n")
        #expect(
          Array(again.utf8) == bytes.withoutSpacesAfterColons,
          "byte \(byte) at \(place)")
      }
    }
  }

  private func read(_ text: String) throws(EdgeRefusal) -> RequestHead {
    try read(Array(text.utf8))
  }

  /// Takes the head apart in place, as libmicrohttpd 0.9.75 does.
  private func read(_ head: [UInt8]) throws(EdgeRefusal) -> RequestHead {
    var memory = head
    var lines: [Range<Int>] = []
    var start = 0
    var isComplete = false
    while !isComplete, let end = memory[start...].firstIndex(of: 10) {
      let hasReturn = end > start && memory[end - 1] == 13
      lines.append(start..<(hasReturn ? end - 1 : end))
      memory[end] = 0
      if hasReturn { memory[end - 1] = 0 }
      start = end + 1
      // A line is empty where its first byte is zero.
      isComplete = lines.last.map { $0.isEmpty || memory[$0.lowerBound] == 0 } == true
    }
    guard isComplete, let line = lines.first, lines.count > 1,
      let methodEnd = memory[line].firstIndex(of: 32),
      let versionStart = memory[line].lastIndex(of: 32).map({ $0 + 1 }),
      methodEnd + 1 < versionStart
    else { throw .badRequest("no request line") }
    memory[methodEnd] = 0
    memory[versionStart - 1] = 0
    var fields: [(name: Range<Int>, value: Range<Int>)] = []
    for field in lines.dropFirst().dropLast() {
      let cut = field.lowerBound..<(memory[field].firstIndex(of: 0) ?? field.upperBound)
      guard let colon = memory[cut].firstIndex(of: 58) else { throw .badRequest("no colon") }
      memory[colon] = 0
      let value = memory[(colon + 1)..<cut.upperBound].firstIndex { $0 != 32 && $0 != 9 }
      fields.append((cut.lowerBound..<colon, (value ?? cut.upperBound)..<cut.upperBound))
    }
    let result = memory.withUnsafeBytes { bytes -> Result<RequestHead, EdgeRefusal> in
      let target = methodEnd + 1
      let targetEnd = bytes[target...].firstIndex(of: 0) ?? versionStart - 1
      var reader = RequestHeadReader(
        method: UnsafeRawBufferPointer(rebasing: bytes[line.lowerBound..<methodEnd]),
        target: Array(bytes[target..<targetEnd]),
        targetAddress: UInt(bitPattern: bytes.baseAddress) + UInt(target),
        version: UnsafeRawBufferPointer(rebasing: bytes[versionStart..<line.upperBound]),
        limits: HTTPServerConfiguration())
      for field in fields {
        reader.add(
          name: UnsafeRawBufferPointer(rebasing: bytes[field.name]),
          value: UnsafeRawBufferPointer(rebasing: bytes[field.value]))
      }
      return Result { () throws(EdgeRefusal) in try reader.finish(size: start) }
    }
    return try result.get()
  }
}

extension [UInt8] {
  fileprivate var withoutSpacesAfterColons: [UInt8] {
    String(decoding: self, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
      .map { line in
        guard let colon = line.firstIndex(of: ":"), !line.contains("HTTP/1.") else {
          return String(line)
        }
        let value = line[line.index(after: colon)...]
        return line[...colon] + String(value).trimmingSpaces()
      }
      .joined(separator: "\r\n").utf8.map(\.self)
  }
}
