import CSQLite

/// Why SQLite did not do what was asked.
///
/// After any of these inside a transaction, the database is as it was before the transaction.
public enum SQLiteError: Error, Equatable, Sendable {
  /// The disk, or the limit set for the file, is full. Free space; the same call may then succeed.
  case diskFull
  /// The file is damaged or is not a database. Stop writing and keep the file for a recovery.
  case damaged(code: Int32)
  /// A constraint or a trigger refused the rows. The same call can never succeed.
  case constraint(code: Int32)
  /// Another process kept the database locked for the whole waiting time. Try again.
  case busy
  /// The file or its folder may not be written. Mend the permissions.
  case readOnly
  /// The file cannot be opened or made. Look at the path and its permissions.
  case cannotOpen(path: String, code: Int32)
  /// The disk failed to read or write. What was answered before is safe; look at the disk.
  case inputOutput(code: Int32)
  /// A statement does not fit the tables: another program or version made the file.
  case foreignSchema(code: Int32)

  init(code: Int32, path: String) {
    switch code & 0xFF {
    case SQLITE_FULL: self = .diskFull
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_MISMATCH: self = .damaged(code: code)
    case SQLITE_CONSTRAINT: self = .constraint(code: code)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    case SQLITE_CANTOPEN, SQLITE_AUTH: self = .cannotOpen(path: path, code: code)
    case SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_RANGE: self = .foreignSchema(code: code)
    default: self = .inputOutput(code: code)
    }
  }

  /// The name in logs and on screens; never renamed, never reused.
  public var code: String {
    switch self {
    case .diskFull: "sqlite.disk_full"
    case .damaged: "sqlite.damaged"
    case .constraint: "sqlite.constraint"
    case .busy: "sqlite.busy"
    case .readOnly: "sqlite.read_only"
    case .cannotOpen: "sqlite.cannot_open"
    case .inputOutput: "sqlite.input_output"
    case .foreignSchema: "sqlite.foreign_schema"
    }
  }
}

/// An error that can say that SQLite failed; what lets a transaction throw its caller's own type.
public protocol SQLiteFailing: Error {
  init(sqlite: SQLiteError)
}

extension SQLiteError: SQLiteFailing {
  public init(sqlite: SQLiteError) { self = sqlite }
}
