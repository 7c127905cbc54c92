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
          countUnknownFields(of: row, in: &sorter)
          sorter.take(line: lines.line(of: row.offset)) { () throws(RowFault) in
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

  private static func countUnknownFields(of row: JSONNode, in sorter: inout RowSorter) {
    guard case .object(let members) = row.value else { return }
    for member in members where !TimewarriorInterval.fields.contains(member.key) {
      sorter.count(unknownField: member.key)
    }
  }
}

/// Turns rising offsets into line numbers in one walk through the bytes.
private struct LineCounter {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The line of `offset`, from 1; no offset may be smaller than the one before it.
  mutating func line(of offset: Int) -> Int {
    while position < min(offset, bytes.count) {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    return line
  }
}
