import Testing
import ToolboxJSON

@Suite struct JSONScannerStrictnessTests {
  @Test(arguments: [
    (#"{"a":1,"a":2}"#, JSONError.Fault.duplicateKey), (#"{"a":1,}"#, .unexpectedByte),
    ("\u{FEFF}{}", .byteOrderMark), (#"{"\u0061":1}"#, .invalidKey), (#"{"é":1}"#, .invalidKey),
    ("[01]", .unexpectedByte), ("[NaN]", .unexpectedByte), (#"["\u0000"]"#, .invalidText),
    (#"["\ud800"]"#, .invalidText), (#"["\ud800\u0041"]"#, .invalidText), ("[1] 2", .trailingBytes),
    ("", .unexpectedEnd), ("[", .unexpectedEnd), (#"["a"#, .unexpectedEnd),
    ("[nul]", .wrongKind),
    ("[1,2", .unexpectedEnd), (#"{"a""#, .unexpectedEnd), ("// x\n1", .unexpectedByte),
    ("[[[[[[[[[1]]]]]]]]]", .tooDeep), ("[-]", .unexpectedByte), ("[1.]", .unexpectedByte),
    ("[\"\u{1}\"]", .invalidText), (#"["\x"]"#, .invalidText), (#"["\u12g4"]"#, .invalidText),
  ])
  func `hostile text is refused with its fault`(text: String, fault: JSONError.Fault) {
    let error = #expect(throws: JSONError.self) { try JSONNode.parse(Array(text.utf8)) }

    #expect(error?.fault == fault)
  }

  @Test(arguments: [
    [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
  ])
  func `text that is not UTF-8 is refused`(bytes: [UInt8]) {
    #expect(throws: JSONError(.invalidText, at: 1)) { try JSONNode.parse(bytes) }
  }

  @Test(arguments: ["1.0", "1e2", "-0", "9223372036854775808", "-9223372036854775809", "\"1\""])
  func `an integer is digits and fits 64 bits`(text: String) {
    #expect(throws: JSONError.self) {
      try JSONScanner.read(Array(text.utf8)) { (scanner) throws(JSONError) in
        try scanner.integer()
      }
    }
  }

  @Test(arguments: [Int64.min, -1, 0, 7, .max])
  func `every integer of 64 bits is read`(value: Int64) throws {
    let read = try JSONScanner.read(Array("\(value)".utf8)) { (scanner) throws(JSONError) in
      try scanner.integer()
    }

    #expect(read == value)
  }

  @Test func `every prefix of a document is refused and none traps`() throws {
    let text = Array(#"{"a":[1,-2.5e+3,true,null,"x\u00e9\ud83d\ude00"],"b":{"c":false}}"#.utf8)
    _ = try JSONNode.parse(text)

    for length in 0..<text.count {
      #expect(throws: JSONError.self) { try JSONNode.parse(Array(text.prefix(length))) }
    }
  }

  @Test func `any single changed byte is read or refused without a trap`() {
    let text = Array(#"{"a":[1,-2.5e+3,true,null,"x\u00e9\ud83d\ude00"],"b":{"c":false}}"#.utf8)
    var refused = 0

    for index in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[index] = byte
        do { _ = try JSONNode.parse(changed) } catch { refused += 1 }
      }
    }

    #expect(refused > text.count * 100)
  }

  @Test func `an object with more members than the limit is refused`() {
    let members = (0..<65).map { "\"k\($0)\":1" }.joined(separator: ",")

    let error = #expect(throws: JSONError.self) {
      try JSONNode.parse(Array("{\(members)}".utf8))
    }

    #expect(error?.fault == .tooManyMembers)
  }
}

@Suite struct JSONRoundTripTests {
  @Test func `what the writer writes the reader reads back`() throws {
    let hostile = "q\" b\\ n\n t\t nul-free \u{1F600} é \u{7F} </script>"
    let bytes = JSONWriter.write {
      $0.object {
        $0.member("text", hostile)
        $0.member("count", -12)
        $0.member("isOpen", true)
        $0.member("list") { $0.array([1, 2, 3]) { $0.integer($1) } }
        $0.member("none") { $0.null() }
        $0.member("raw", raw: Array("[{}]".utf8))
      }
    }

    let node = try JSONNode.parse(bytes)

    #expect(node["text"]?.value == .string(hostile))
    #expect(node["count"]?.value == .integer(-12))
    #expect(node["isOpen"]?.value == .bool(true))
    #expect(node["none"]?.value == .null)
    guard case .array(let list) = node["list"]?.value else {
      Issue.record("the list is gone")
      return
    }
    #expect(list.map(\.value) == [.integer(1), .integer(2), .integer(3)])
  }

  @Test func `a raw value is handed back as it stood, without the space around it`() throws {
    var seen = ""
    try JSONScanner.read(Array("{\"a\" :  {\"b\": [1 , 2]}  , \"c\":1}".utf8)) {
      (scanner) throws(JSONError) in
      try scanner.object { (scanner, key) throws(JSONError) in
        let raw = try scanner.raw()
        if key == "a" { seen = String(decoding: raw, as: UTF8.self) }
      }
    }

    #expect(seen == "{\"b\": [1 , 2]}")
  }

  @Test func `an offset becomes a line counted from one`() throws {
    let bytes = Array("[\n1,\n\"x\"\n]".utf8)
    let node = try JSONNode.parse(bytes)

    guard case .array(let elements) = node.value, let last = elements.last else {
      Issue.record("not an array")
      return
    }
    #expect(JSONNode.line(of: last.offset, in: bytes) == 3)
  }
}
