import PersonalSyncKit
import ToolboxSQLite

/// Why an app's store could not be opened, read or written; it is as it was before the call.
public enum StoreError: SQLiteFailing, Equatable, Sendable {
  /// Neither `--data` nor `HOME` says where data belongs.
  case noFolder
  /// The folder cannot be made or written; `errno` says why.
  case folderUnusable(path: String, errno: Int32)
  /// The file is damaged. It was not touched; the person keeps a copy and restores a backup.
  case damaged(code: Int32)
  /// A newer version of the app made the store. Update the app.
  case newerSchema
  /// The disk is full. Free space; the same call may then succeed.
  case diskFull
  /// Locked by another program for too long, not writable, or the disk failed; `code` is SQLite's.
  case unavailable(code: String)
  /// The record has a detail that this device cannot read yet, so it must not write over it.
  case detailLocked
  /// The record says for ever what it said first; it can only be deleted.
  case contentFrozen

  public init(sqlite: SQLiteError) {
    switch sqlite {
    case .diskFull: self = .diskFull
    case .damaged(let code), .foreignSchema(let code): self = .damaged(code: code)
    case .constraint, .busy, .readOnly, .cannotOpen, .inputOutput:
      self = .unavailable(code: sqlite.code)
    }
  }

  public init(_ error: JournalError) {
    switch error {
    case .diskFull: self = .diskFull
    case .damaged(let code): self = .damaged(code: code)
    case .newerSchema: self = .newerSchema
    case .unavailable(let code): self = .unavailable(code: code)
    case .detailLocked: self = .detailLocked
    case .contentFrozen: self = .contentFrozen
    // Only a newer program wrote it, so the same remedy helps.
    case .contentUnknown: self = .newerSchema
    // The app's own mistake; a person can only be told its code.
    case .idOfAnotherType: self = .unavailable(code: error.code)
    }
  }

  /// The name in `--json` output and on screens; never renamed, never reused.
  public var code: String {
    switch self {
    case .noFolder: "store.no_folder"
    case .folderUnusable: "store.folder_unusable"
    case .damaged: "store.damaged"
    case .newerSchema: "store.newer_schema"
    case .diskFull: "store.disk_full"
    case .unavailable: "store.unavailable"
    case .detailLocked: "store.detail_locked"
    case .contentFrozen: "store.content_frozen"
    }
  }
}

/// Runs a step of the journal and says its failures as a store does.
public func inStore<Result>(
  _ body: () throws(JournalError) -> Result
) throws(StoreError) -> Result {
  do throws(JournalError) { return try body() } catch { throw StoreError(error) }
}

/// Runs SQL and says its failures as a store does.
public func inStore<Result>(
  _ body: () throws(SQLiteError) -> Result
) throws(StoreError) -> Result {
  do throws(SQLiteError) { return try body() } catch { throw StoreError(sqlite: error) }
}
