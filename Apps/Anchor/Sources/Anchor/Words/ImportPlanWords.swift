import AnchorImport
import AnchorModel
import AppShell

/// A plan of an import in words.
struct ImportPlanWords {
  private let plan: ImportPlan

  init(_ plan: ImportPlan) { self.plan = plan }

  var preview: ImportPreview {
    ImportPreview(
      format: format, rows: plan.rows, additions: plan.additions.count,
      leftOut: plan.leftOut.map { row in
        .init(line: row.line, code: row.reason.code, reason: words(row.reason))
      },
      failures: plan.failures.map { row in
        .init(line: row.line, code: row.reason.code, reason: words(row.reason))
      },
      notTaken: notTaken)
  }

  private var format: String {
    switch plan.format {
    case .timewarrior: "an export of timewarrior"
    case .toggl: "a detailed report of Toggl Track"
    case .anchor: "an export of Anchor"
    case .anchorTable: "an export of Anchor as a table"
    case .calendar: "a calendar"
    }
  }

  private func words(_ reason: ImportPlan.LeftOutRow.Reason) -> String {
    switch reason {
    case .stillRunning: "still running there; import it once it has ended"
    case .repeats(let line): "the same as line \(line)"
    case .alreadyHere: "already here"
    case .alreadyHereInOtherWords: "already here in other words; what is here stays"
    case .allDay: "takes whole days"
    case .cancelled: "was cancelled"
    case .notOver: "is not over yet"
    case .repeatsInAnotherWay: "repeats by a rule that is not read: export the single events"
    case .longAgo(let day): "also took place before \(day), which is left out"
    case .tooManyRows: "the file has more rows than are read at once"
    }
  }

  private func words(_ reason: ImportPlan.FailedRow.Reason) -> String {
    switch reason {
    case .notAnObject: "not an interval"
    case .missing(let field): "has no \(field)"
    case .wrongKind(let field): "its \(field) is not of the expected kind"
    case .fieldCount(let fields, let columns):
      "has \(fields) \(fields == 1 ? "field" : "fields") where the first line names \(columns)"
    case .notATime(let field): "its \(field) is not \(form)"
    case .breaksARule: "says what no session can be"
    case .unknownZone(let zone): "is in a time zone that is not known here, \"\(zone)\""
    case .times(.endNotAfterStart): "ends before it starts"
    case .times(.inFuture): "ends in the future"
    case .times(.tooLong): "is longer than a day"
    case .words(let limit):
      switch limit {
      case .titleBytes: "its words are too long for a title"
      case .tagBytes: "a tag is longer than \(limit.maximum) bytes"
      case .tags: "has more than \(limit.maximum) tags"
      case .notesBytes: "its words are longer than \(limit.maximum) bytes"
      }
    }
  }

  /// How the format writes a moment.
  private var form: String {
    switch plan.format {
    case .timewarrior: "a time like 20231001T103000Z"
    case .toggl: "like 2023-10-01 or 10:30:00"
    case .calendar: "a time like 20231001T103000"
    case .anchor, .anchorTable: "a time like 2023-10-01T10:30:00Z"
    }
  }

  private var notTaken: [String] {
    plan.unknownFields.sorted { $0.key < $1.key }.map { field, rows in
      "the field \"\(field)\" (\(rows) \(rows == 1 ? "row" : "rows"))"
    }
  }
}
