import Testing
import ToolboxCSV

@Suite struct CSVWriterTests {
  @Test(arguments: [
    ["plain", "two words", "über"], ["a,b", "say \"yes\"", "two\nlines", "two\r\nlines"],
    ["", "", ""], [""], ["\"", ",", "\r"], ["=1+1", "'", "''x"],
  ])
  func `what is written is read again, field by field`(fields: [String]) throws {
    var reader = CSVReader(CSVWriter.row(fields), delimiter: UInt8(ascii: ","))

    #expect(try reader.next()?.fields == fields)
    #expect(try reader.next() == nil)
  }

  @Test func `a row ends as the RFC says, and has quotes where it needs them`() {
    let row = CSVWriter.row(["a", "b,c", "d \"e\"", "f"])

    #expect(String(decoding: row, as: UTF8.self) == "a,\"b,c\",\"d \"\"e\"\"\",f\r\n")
  }

  @Test(arguments: [
    ("=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"),
    ("\tx", "'\tx"), ("'=x", "''=x"), ("''-x", "'''-x"), ("'tis", "'tis"), ("a=b", "a=b"),
    ("", ""), ("'", "'"), ("–x", "–x"),
  ])
  func `a cell never begins a formula, and its text comes back`(text: String, cell: String) {
    #expect(SpreadsheetText.cell(text) == cell)
    #expect(SpreadsheetText.shown(cell) == text)
  }
}
