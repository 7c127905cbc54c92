import Testing
import ToolboxJSON

@Suite struct JSONScannerSkippingTests {
  @Test(arguments: [
    (#""text""#, JSONError.Fault.wrongKind), ("true", .wrongKind), ("null", .wrongKind),
    ("[1]", .wrongKind), (#"{"a":1}"#, .wrongKind), ("1.5", .notAnInteger), ("-0", .notAnInteger),
    ("11", .integerOutOfRange), ("9223372036854775808", .integerOutOfRange),
  ])
  func `a sound value that is not the number wanted can be skipped`(
    text: String, fault: JSONError.Fault
  ) throws {
    let skipped = try JSONScanner.read(Array("[ \(text) ]".utf8)) { (scanner) throws(JSONError) in
      var skipped = ""
      try scanner.array { (scanner) throws(JSONError) in
        do throws(JSONError) { _ = try scanner.integer(in: 0...10) } catch {
          guard error == JSONError(fault, at: 2), error.isAboutScalar else { throw error }
          skipped = String(decoding: try scanner.raw(), as: UTF8.self)
        }
      }
      return skipped
    }

    #expect(skipped == text)
  }

  @Test func `a text that is too long can be skipped`() throws {
    let length = try JSONScanner.read(Array(#""abcd""#.utf8)) { (scanner) throws(JSONError) in
      do throws(JSONError) { return try scanner.utf8(bytesMax: 3).count } catch {
        guard error == JSONError(.textTooLong, at: 0) else { throw error }
        return try scanner.raw().count
      }
    }

    #expect(length == 6)
  }

  @Test(arguments: ["1.", "01", "-", "1e"])
  func `a broken number is no sound value`(text: String) {
    let error = #expect(throws: JSONError.self) {
      try JSONScanner.read(Array(text.utf8)) { (scanner) throws(JSONError) in
        try scanner.integer()
      }
    }

    #expect(error?.isAboutScalar == false)
  }

  @Test(arguments: [
    (#""plain""#, "plain"), (#""é\n\u00e9\ud83d\ude00\/""#, "é\né\u{1F600}/"), (#""""#, ""),
  ])
  func `bytes of a text are what its string is`(text: String, expected: String) throws {
    let bytes = try JSONScanner.read(Array(text.utf8)) { (scanner) throws(JSONError) in
      try scanner.utf8()
    }

    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }
}
