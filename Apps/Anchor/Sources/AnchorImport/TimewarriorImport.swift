import AnchorModel
import ToolboxJSON

/// Reads what `timew export` writes: one JSON array, one object for each tracked interval.
///
/// An interval becomes a finished session, tags become tags, and the annotation becomes the title.
/// The `id` of an interval is its place in the list at that moment and is not used; a session's id
/// comes from what the interval says, so that it is the same in every later export.
package enum TimewarriorImport {
  /// Some 400,000 intervals, decades of tracking.
  package static let bytesMax = 64_000_000

  /// Plans the import of one file; see ``ImportPlan/leavingOut(existing:)`` for what comes next.
  ///
  /// - Parameters:
  ///   - file: its bytes, UTF-8; a byte order mark is accepted.
  ///   - batch: marks the sessions, so that they can be taken back together.
  ///   - now: no interval may end after it.
  ///   - digest: SHA-256, or another hash without collisions of at least 16 bytes.
  /// - Returns: a plan of all rows, however many of them fail.
  /// - Throws: ``ImportRefusal`` where the file as a whole cannot be read.
  package static func plan(
    _ file: [UInt8], batch: ImportBatchID, now: Instant, digest: @escaping ([UInt8]) -> [UInt8]
  ) throws(ImportRefusal) -> ImportPlan {
    guard file.count <= bytesMax else { throw .tooLarge(bytes: file.count) }
    if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) { throw .notUTF8 }
    let hasMark = file.starts(with: [0xEF, 0xBB, 0xBF])
    let bytes = hasMark ? Array(file.dropFirst(3)) : file
    guard bytes.contains(where: { !isBlank($0) }) else { throw .emptyFile }

    var lines = LineCounter(bytes)
    var reader = TimewarriorRowReader(batch: batch, now: now, digest: digest)
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.array { (scanner) throws(JSONError) in
          let row = try scanner.node()
          reader.read(row, line: lines.line(of: row.offset))
        }
      }
    } catch {
      if error.fault == .wrongKind, error.offset == bytes.firstIndex(where: { !isBlank($0) }) {
        throw .unknownFormat
      }
      throw .malformed(line: lines.line(of: error.offset), fault: error.fault)
    }
    guard reader.hasSeenAnInterval || reader.plan.rows == 0 else { throw .unknownFormat }
    return reader.plan
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
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
