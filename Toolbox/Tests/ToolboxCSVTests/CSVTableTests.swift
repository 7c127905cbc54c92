import Testing
import ToolboxCSV

@Suite struct CSVTableTests {
  private func table(_ text: String) throws(CSVError) -> CSVTable {
    try CSVTable(Array(text.utf8))
  }

  @Test(arguments: [",", ";", "\t"])
  func `the delimiter is what the first row has most of`(delimiter: String) throws {
    var table = try table(
      ["Day", "\"Kcal, \n;\tall; of, it\"", "Note"].joined(separator: delimiter) + "\n"
        + ["1", "2", "3"].joined(separator: delimiter))

    #expect(table.columns.count == 3)
    #expect(try table.next()?.fields == ["1", "2", "3"])
    #expect(try table.next() == nil)
  }

  @Test func `a column is found by its name, whatever its case, blanks and place`() throws {
    let table = try table("Amount (USD),Start date,START  DATE\n")

    #expect(table.column("startDate") == 1)
    #expect(table.column("Start Date") == 1)
    #expect(table.column("amount(usd)") == 0)
    #expect(table.column("End date") == nil)
  }

  @Test func `one column needs no delimiter, and nothing has no columns`() throws {
    #expect(try table("Day\n1\n").columns == ["Day"])
    #expect(try table("").columns.isEmpty)
  }

  @Test func `a row may have more or fewer fields than there are columns`() throws {
    var table = try table("a,b\n1\n1,2,3\n")

    #expect(try table.next()?.fields.count == 1)
    #expect(try table.next()?.fields.count == 3)
  }
}
