import AnchorModel

/// What an import would do: shown first as a dry run, then carried out in one transaction.
///
/// Every row of the file is in exactly one of ``additions``, ``leftOut`` and ``failures``, each in
/// the order of the file. An event that repeats is several rows.
package struct ImportPlan: Equatable, Sendable {
  package enum Format: String, Equatable, Sendable {
    case timewarrior, toggl
    /// What `anchor export` itself writes, as JSON and as a table.
    case anchor, anchorTable
    /// An iCalendar file, whichever program wrote it.
    case calendar
  }

  package struct Addition: Equatable, Sendable {
    /// Where the row starts in the file, from 1.
    package let line: Int
    package internal(set) var session: FocusSession
    /// Nil where the file says the session's id.
    package let row: ImportedRow?
  }

  /// A good row that is not added, because nothing is missing without it or it is not over yet.
  package struct LeftOutRow: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
      /// The interval is still open in the other program; it can be imported once it has ended.
      case stillRunning(since: Instant)
      case repeats(line: Int)
      case alreadyHere(SessionID)
      /// An earlier import brought a session of the same start and end, whose words have changed
      /// here or in the other program since. What is here is kept.
      case alreadyHereInOtherWords(SessionID)
      /// An event that takes whole days, and so no time of them.
      case allDay
      case cancelled
      /// An event that is still to come, or has not ended.
      case notOver
      /// An event that repeats by a rule that is not read.
      case repeatsInAnotherWay
      /// An event that repeats also took place before the days that are looked at.
      case longAgo(before: Day)
      /// The file has more rows than are read at once.
      case tooManyRows

      /// The name in `--json` output; never renamed, never reused.
      package var code: String {
        switch self {
        case .stillRunning: "still_running"
        case .repeats: "repeats"
        case .alreadyHere: "already_here"
        case .alreadyHereInOtherWords: "already_here_in_other_words"
        case .allDay: "all_day"
        case .cancelled: "cancelled"
        case .notOver: "not_over"
        case .repeatsInAnotherWay: "repeats_in_another_way"
        case .longAgo: "long_ago"
        case .tooManyRows: "too_many_rows"
        }
      }
    }

    package let line: Int
    package let reason: Reason

    package init(line: Int, reason: Reason) {
      self.line = line
      self.reason = reason
    }
  }

  /// A row that makes no session.
  package struct FailedRow: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
      case notAnObject
      case fieldCount(Int, columns: Int)
      case missing(field: String)
      case wrongKind(field: String)
      /// Not a day, a time or a length as ``ImportPlan/format`` writes it.
      case notATime(field: String)
      case times(SessionRefusal.TimesFault)
      case words(SessionWords.Limit)
      /// Says what no session of Anchor's can be, such as an end before the start.
      case breaksARule
      /// A time in a zone that this system does not know.
      case unknownZone(String)

      /// The name in `--json` output; never renamed, never reused.
      package var code: String {
        switch self {
        case .notAnObject: "not_an_object"
        case .fieldCount: "other_field_count"
        case .missing: "missing_field"
        case .wrongKind: "wrong_kind"
        case .notATime: "not_a_time"
        case .times(.endNotAfterStart): "end_before_start"
        case .times(.inFuture): "in_future"
        case .times(.tooLong): "too_long"
        case .words: "words_over_limit"
        case .breaksARule: "breaks_a_rule"
        case .unknownZone: "unknown_zone"
        }
      }
    }

    package let line: Int
    package let reason: Reason

    package init(line: Int, reason: Reason) {
      self.line = line
      self.reason = reason
    }
  }

  package let format: Format
  package let batch: ImportBatchID
  package internal(set) var additions: [Addition] = []
  package internal(set) var leftOut: [LeftOutRow] = []
  package internal(set) var failures: [FailedRow] = []
  /// Fields that Anchor has no place for, with the number of rows that have them.
  package internal(set) var unknownFields: [String: Int] = [:]

  init(format: Format, batch: ImportBatchID) {
    self.format = format
    self.batch = batch
  }

  package var rows: Int { additions.count + leftOut.count + failures.count }

  package var sessions: [FocusSession] { additions.map(\.session) }

  /// The digests of the rows whose sessions have no id in the file.
  package var digests: [[UInt8]] { additions.compactMap(\.row?.digest) }

  /// How many rows lie in which minutes.
  var rowsOfMinutes: [SameMinutes: Int] {
    additions.compactMap(\.row).reduce(into: [:]) { $0[$1.minutes, default: 0] += 1 }
  }
}
