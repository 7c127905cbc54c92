import AnchorModel
import ToolboxCSV

/// Reads files of other programs, each recognised by what is in it.
///
/// A session's id comes from the minutes of its row, so that it is the same in every later export and
/// says no more than the facts that travel (``SameMinutes``), or from the row where that has one.
package enum FileImport {
  /// Some 400,000 intervals, decades of tracking.
  package static let bytesMax = 64_000_000

  /// What a plan depends on besides the file.
  package struct Terms: Sendable {
    /// Marks the sessions, so that they can be taken back together.
    let batch: ImportBatchID
    /// No interval may end after it.
    let now: Instant
    /// Where times of a file are those of a wall clock, it is the clock of this zone.
    let calendar: AccountCalendar
    /// The zone that a file names, nil for a name that is none.
    let zone: @Sendable (String) -> (any TimeZoneRules)?
    /// SHA-256, or another hash without collisions of at least 16 bytes.
    let digest: @Sendable ([UInt8]) -> [UInt8]

    package init(
      batch: ImportBatchID, now: Instant, calendar: AccountCalendar,
      zone: @escaping @Sendable (String) -> (any TimeZoneRules)?,
      digest: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
      self.batch = batch
      self.now = now
      self.calendar = calendar
      self.zone = zone
      self.digest = digest
    }
  }

  /// Plans the import of one file; see ``ImportPlan/leavingOut(existing:)`` for what comes next.
  ///
  /// - Parameters:
  ///   - file: its bytes, UTF-8; a byte order mark is accepted.
  ///   - terms: how times are read, and how the sessions are marked.
  /// - Returns: a plan of all rows, however many of them fail.
  /// - Throws: ``ImportRefusal`` where the file as a whole cannot be read.
  package static func plan(
    _ file: [UInt8], _ terms: Terms
  ) throws(ImportRefusal) -> ImportPlan {
    guard file.count <= bytesMax else { throw .tooLarge(bytes: file.count) }
    if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) { throw .notUTF8 }
    let hasMark = file.starts(with: [0xEF, 0xBB, 0xBF])
    let bytes = hasMark ? Array(file.dropFirst(3)) : file
    let content = bytes.drop(while: isBlank)
    guard let first = content.first else { throw .emptyFile }
    if CalendarImport.isCalendar(content) { return try CalendarImport.plan(bytes, terms) }
    switch first {
    case UInt8(ascii: "["): return try TimewarriorImport.plan(bytes, terms)
    case UInt8(ascii: "{"): return try AnchorJSONImport.plan(bytes, terms)
    default: return try planTable(bytes, terms)
    }
  }

  private static func planTable(
    _ bytes: [UInt8], _ terms: FileImport.Terms
  ) throws(ImportRefusal) -> ImportPlan {
    let table: CSVTable
    do throws(CSVError) { table = try CSVTable(bytes) } catch { throw .unknownFormat }
    if let plan = try AnchorTableImport.plan(table, terms) { return plan }
    if let plan = try TogglImport.plan(table, terms) { return plan }
    throw .unknownFormat
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
