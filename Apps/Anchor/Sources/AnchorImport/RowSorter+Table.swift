import ToolboxCSV

extension RowSorter {
  /// Plans the rows of `table`, each by `take`, and counts what stands in the columns `unknown`.
  static func plan(
    _ table: CSVTable, as format: ImportPlan.Format, unknown: [UnknownColumn],
    _ terms: FileImport.Terms, take: (inout RowSorter, CSVReader.Row) -> Void
  ) throws(ImportRefusal) -> ImportPlan {
    var table = table
    var sorter = RowSorter(format, terms)
    do throws(CSVError) {
      while let row = try table.next() {
        for column in unknown
        where column.place < row.fields.count && !row.fields[column.place].isEmpty {
          sorter.count(unknownField: column.name)
        }
        take(&sorter, row)
      }
    } catch { throw .malformedTable(line: error.line, fault: error.fault) }
    return sorter.plan
  }
}

/// A column for which Anchor has no place.
struct UnknownColumn {
  let name: String
  let place: Int

  /// Those of a table whose places are not in `taken`.
  static func all(of table: CSVTable, besides taken: Set<Int>) -> [UnknownColumn] {
    table.columns.enumerated().filter { !taken.contains($0.offset) }.map { place, name in
      UnknownColumn(name: name, place: place)
    }
  }
}
