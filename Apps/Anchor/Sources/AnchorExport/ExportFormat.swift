/// What sessions can be exported as.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// For spreadsheets: one row a session, with the columns that Anchor's exports have always had.
  case csv
  /// Everything, for keeping and for bringing back.
  case json
  /// For calendars: one event for each session that has ended.
  case ics

  package var contentType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .json: "application/json"
    case .ics: "text/calendar; charset=utf-8"
    }
  }

  /// Writes sessions one after the other, so that no file has to be held in memory.
  package var writer: any SessionWriter {
    switch self {
    case .csv: CSVSessions()
    case .json: JSONSessions()
    case .ics: CalendarSessions()
    }
  }
}
