import AnchorModel
import ToolboxCSV

/// Sessions as a table with the columns of all Anchor's exports, see ``columns``.
///
/// A cell is empty where Anchor does not know: it never writes a zero for that.
package struct CSVSessions: SessionWriter {
  package static let columns = [
    "started", "ended", "goal", "theme", "intent", "project", "tags", "notes", "hourly_rate",
    "currency", "tracked_value", "planned_minutes", "focused_minutes", "computer_active_minutes",
    "computer_away_minutes", "state", "outcome", "interruptions", "session_id",
  ]

  package init() {}

  package func head() -> [UInt8] { CSVWriter.row(Self.columns) }

  package func piece(_ session: FocusSession, isFirst: Bool) -> [UInt8] {
    let cells = Self.cells(of: session)
    return CSVWriter.row(Self.columns.map { cells[$0] ?? "" })
  }

  package func tail() -> [UInt8] { [] }

  private static func cells(of session: FocusSession) -> [String: String] {
    [
      "started": session.startedAt.iso,
      "ended": session.endedAt?.iso ?? "",
      "intent": SpreadsheetText.cell(session.words.title),
      "tags": SpreadsheetText.cell(session.words.tags.joined(separator: ", ")),
      "notes": SpreadsheetText.cell(session.words.notes),
      "planned_minutes": session.plannedSeconds == 0 ? "" : minutes(session.plannedSeconds),
      "focused_minutes": minutes(session.bankedSeconds),
      "state": session.phase.code,
      "outcome": session.endReason?.rawValue ?? "",
      "session_id": session.id.description,
    ]
  }

  /// Minutes to the hundredth, such as `25` or `12.35`.
  ///
  /// A second is more than a hundredth of a minute, so the seconds follow from it again.
  static func minutes(_ seconds: Int) -> String {
    let hundredths = (seconds * 100 + 30) / 60
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
