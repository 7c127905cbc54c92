import AnchorModel
import ToolboxJSON

/// Reads what `timew export` writes: one JSON array, one object for each tracked interval.
///
/// An interval becomes a finished session, tags become tags, and the annotation becomes the title.
enum TimewarriorImport {
  /// Plans the rows of `bytes`, which have no byte order mark and are not blank.
  static func plan(
    _ bytes: [UInt8], _ terms: FileImport.Terms
  ) throws(ImportRefusal) -> ImportPlan {
    var lines = LineCounter(bytes)
    var sorter = RowSorter(.timewarrior, terms)
    // A file without any row that looks like an interval is of another format.
    var hasSeenAnInterval = false
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.array { (scanner) throws(JSONError) in
          let row = try scanner.node()
          if row["start"] != nil, row["uuid"] == nil { hasSeenAnInterval = true }
          row.countFields(besides: TimewarriorInterval.fields, in: &sorter)
          sorter.takeInterval(line: lines.line(of: row.offset)) { () throws(RowFault) in
            try TimewarriorInterval.read(row)
          }
        }
      }
    } catch {
      throw .malformed(line: lines.line(of: error.offset), fault: error.fault)
    }
    guard hasSeenAnInterval || sorter.plan.rows == 0 else { throw .unknownFormat }
    return sorter.plan
  }
}
