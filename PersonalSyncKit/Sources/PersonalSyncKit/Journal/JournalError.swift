import HubContracts
import ToolboxSQLite

/// Why the journal did not do what was asked; the store is as it was before the call.
public enum JournalError: SQLiteFailing, Equatable, Sendable {
  /// The disk is full. Free space; the same call may then succeed.
  case diskFull
  /// The bookkeeping is damaged. Sync stops and the file is kept as it is (docs/protocol/sync.md, S6).
  case damaged(code: Int32)
  /// A newer kit made the bookkeeping; update the app.
  case newerSchema
  /// Locked by another process for too long, or not writable; `code` is SQLite's name for it.
  case unavailable(code: String)
  /// The record has a detail that this device cannot read yet, so it must not write over it.
  case detailLocked
  /// The record says for ever what it said first, such as a finished workout; it can be deleted.
  case contentFrozen
  /// This program does not know what the record says; update the app.
  case contentUnknown
  /// The id names another type than that of the facts, so the Hub would refuse it for ever.
  case idOfAnotherType(record: RecordID, type: String)

  public init(sqlite: SQLiteError) {
    switch sqlite {
    case .diskFull: self = .diskFull
    case .damaged(let code): self = .damaged(code: code)
    case .foreignSchema(let code): self = .damaged(code: code)
    case .busy, .constraint, .readOnly, .cannotOpen, .inputOutput:
      self = .unavailable(code: sqlite.code)
    }
  }

  /// The name in logs and on screens; never renamed, never reused.
  public var code: String {
    switch self {
    case .diskFull: "journal.disk_full"
    case .damaged: "journal.damaged"
    case .newerSchema: "journal.newer_schema"
    case .unavailable: "journal.unavailable"
    case .detailLocked: "journal.detail_locked"
    case .contentFrozen: "journal.content_frozen"
    case .contentUnknown: "journal.content_unknown"
    case .idOfAnotherType: "journal.id_of_another_type"
    }
  }
}

/// Runs SQL and says its failures in the journal's words.
func inJournal<Result>(
  _ body: () throws(SQLiteError) -> Result
) throws(JournalError) -> Result {
  do throws(SQLiteError) { return try body() } catch { throw JournalError(sqlite: error) }
}
