import Testing
import ToolboxCSV

@Suite struct CSVReaderTests {
  private func rows(_ text: String) throws(CSVError) -> [CSVReader.Row] {
    try rows(Array(text.utf8))
  }

  private func rows(_ bytes: [UInt8]) throws(CSVError) -> [CSVReader.Row] {
    var reader = CSVReader(bytes, delimiter: UInt8(ascii: ","))
    var rows: [CSVReader.Row] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
  }

  @Test(
    arguments: [
      ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
      ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
      ("a\rb\r", [["a"], ["b"]]),
      (",\n,,", [["", ""], ["", "", ""]]),
      ("\"a,b\",\"c\"\"d\",\"\"\n", [["a,b", "c\"d", ""]]),
      ("\"\"\"\"", [["\""]]),
      ("5\" pipe,it's", [["5\" pipe", "it's"]]),
      (" a , b ", [[" a ", " b "]]),
      ("é,日本語,🎯", [["é", "日本語", "🎯"]]),
      ("\"\"\n", [[""]]),
      ("", []), ("\n\r\n\n", []),
    ] as [(String, [[String]])])
  func `rows are read as they were meant`(text: String, fields: [[String]]) throws {
    #expect(try rows(text).map(\.fields) == fields)
  }

  @Test func `each row says the line on which it begins, over quoted line ends and empty lines`()
    throws
  {
    let text = "a\r\n\"b\r\nb\nb\rb\"\r\n\r\n\nc\n"

    #expect(try rows(text).map(\.line) == [1, 2, 8])
    #expect(try rows(text)[1].fields == ["b\r\nb\nb\rb"])
  }

  @Test(
    arguments: [
      ("a\n\"b\nc", .openQuote, 2), ("a,\"b\n\n", .openQuote, 1), ("\"", .openQuote, 1),
      ("a\n\"b\"c,d\n", .textAfterQuote, 2), ("\"b\" ,d", .textAfterQuote, 1),
      (String(repeating: ",", count: CSVReader.fieldsMax), .tooManyFields, 1),
    ] as [(String, CSVError.Fault, Int)])
  func `what is not clear is refused with its line`(
    text: String, fault: CSVError.Fault, line: Int
  ) {
    #expect(throws: CSVError(fault, line: line)) { try rows(text) }
  }

  @Test func `bytes that are not UTF-8 are refused, in quotes and without`() {
    let plain = Array("a\nb".utf8) + [0xE9]
    let quoted = Array("a\n\"b".utf8) + [0xE9] + Array("\"".utf8)

    #expect(throws: CSVError(.invalidText, line: 2)) { try rows(plain) }
    #expect(throws: CSVError(.invalidText, line: 2)) { try rows(quoted) }
  }

  @Test func `as many fields as are allowed are read`() throws {
    let text = String(repeating: ",", count: CSVReader.fieldsMax - 1)

    #expect(try rows(text)[0].fields.count == CSVReader.fieldsMax)
  }

  @Test func `any bytes are read or refused`() {
    var state: UInt64 = 20_261_130
    let alphabet = Array("a,;\"\r\n\t".utf8) + [0x00, 0xE9, 0xFF]
    for _ in 0..<20_000 {
      let bytes = (0..<12).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return alphabet[Int(state >> 33) % alphabet.count]
      }
      do throws(CSVError) {
        #expect(try rows(bytes).allSatisfy { !$0.fields.isEmpty })
      } catch {
        #expect((1...13).contains(error.line))
      }
    }
  }
}
