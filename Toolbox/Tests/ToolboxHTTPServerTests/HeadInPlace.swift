import ToolboxHTTP

@testable import ToolboxHTTPServer

/// A request's head as ``RequestHeadReader`` gets it, from its bytes alone; for tests and fuzzing.
enum HeadInPlace {
  /// Takes the head apart in place, as libmicrohttpd 0.9.75 does, and reads it.
  static func read(_ head: [UInt8]) throws(EdgeRefusal) -> RequestHead {
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

  /// Whether `head` says what `bytes` say, but for spaces round the values.
  ///
  /// False where the two differ in any byte that a second reader could see.
  static func isFaithful(_ head: RequestHead, to bytes: [UInt8]) -> Bool {
    var query = ""
    if let text = head.query { query = "?\(text)" }
    let line = "\(head.method.rawValue) \(head.path)\(query) HTTP/1.\(head.knowsChunks ? 1 : 0)"
    let fields = head.headers.fields.map { "\($0.name):\($0.value)" }
    let again = ([line] + fields + ["", ""]).joined(separator: "\r\n")
    return Array(again.utf8) == withoutSpacesRoundValues(bytes)
  }

  private static func withoutSpacesRoundValues(_ bytes: [UInt8]) -> [UInt8] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    for byte in bytes {
      line.append(byte)
      if line.suffix(2) == [13, 10] {
        lines.append(line.dropLast(2))
        line = []
      }
    }
    lines.append(line)
    let isSpace: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
    let trimmed = lines.enumerated().map { index, line -> [UInt8] in
      guard index > 0, let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return line }
      let value = line[(colon + 1)...].drop(while: isSpace)
      return line[...colon] + value.reversed().drop(while: isSpace).reversed()
    }
    return Array(trimmed.joined(separator: [13, 10]))
  }
}
