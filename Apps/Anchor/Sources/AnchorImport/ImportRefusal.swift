import ToolboxCSV
import ToolboxJSON

/// Why a file is not imported at all; nothing was changed.
///
/// Each time the same file is refused again; the person can export it anew or choose another.
package enum ImportRefusal: Error, Equatable, Sendable {
  case emptyFile
  /// Over ``FileImport/bytesMax``; a range of days can be exported instead of everything.
  case tooLarge(bytes: Int)
  /// UTF-16, as some shells write when output is redirected; the file must be saved as UTF-8.
  case notUTF8
  /// Not JSON, from this line on; rather than half of it, nothing is read.
  case malformed(line: Int, fault: JSONError.Fault)
  /// A table, but not one whose rows are all clear, from this line on; nothing of it is read.
  case malformedTable(line: Int, fault: CSVError.Fault)
  /// A calendar, but not a whole one; nothing of it is read.
  case malformedCalendar(CalendarFault)
  /// None of the formats that ``FileImport`` knows.
  case unknownFormat
  /// An export of a newer Anchor; this one would lose part of it.
  case newerFormat(version: Int64)

  /// The name in logs and in `--json` output; never renamed, never reused.
  package var code: String {
    switch self {
    case .emptyFile: "anchor.import_empty_file"
    case .tooLarge: "anchor.import_too_large"
    case .notUTF8: "anchor.import_not_utf8"
    case .malformed: "anchor.import_malformed"
    case .malformedTable: "anchor.import_malformed_table"
    case .malformedCalendar: "anchor.import_malformed_calendar"
    case .unknownFormat: "anchor.import_unknown_format"
    case .newerFormat: "anchor.import_newer_format"
    }
  }
}
