import CSQLiteRaw

/// SQLite by its own C interface and nothing else: the physical limit that ours is measured against.
///
/// The same settings as the Toolbox's connections: WAL, FULL, the same checkpoint size.
final class RawSQLite {
  enum Value { case integer(Int64), text([CChar]), blob([UInt8]) }

  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  init(path: String) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
      preconditionFailure("cannot open \(path)")
    }
    handle = opened
    script(
      """
      PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;
      PRAGMA temp_store=MEMORY; PRAGMA wal_autocheckpoint=4000; PRAGMA cache_size=-16000
      """)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  func script(_ sql: String) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      preconditionFailure(String(cString: sqlite3_errmsg(handle)))
    }
  }

  func transaction(_ body: () -> Void) {
    run("BEGIN IMMEDIATE", [])
    body()
    run("COMMIT", [])
  }

  func run(_ sql: String, _ values: [Value]) {
    let statement = prepared(sql)
    bind(values, to: statement)
    guard sqlite3_step(statement) == SQLITE_DONE else {
      preconditionFailure(String(cString: sqlite3_errmsg(handle)))
    }
    sqlite3_reset(statement)
  }

  /// Reads every column of every row and says how many bytes there were.
  func readAll(_ sql: String, _ values: [Value]) -> (rows: Int, bytes: Int) {
    let statement = prepared(sql)
    bind(values, to: statement)
    var rows = 0
    var bytes = 0
    while sqlite3_step(statement) == SQLITE_ROW {
      rows += 1
      for column in 0..<sqlite3_column_count(statement) {
        _ = sqlite3_column_blob(statement, column)
        bytes += Int(sqlite3_column_bytes(statement, column))
      }
    }
    sqlite3_reset(statement)
    return (rows, bytes)
  }

  private func prepared(_ sql: String) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var made: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &made, nil) == SQLITE_OK, let made else {
      preconditionFailure(String(cString: sqlite3_errmsg(handle)))
    }
    statements[sql] = made
    return made
  }

  private func bind(_ values: [Value], to statement: OpaquePointer) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .integer(let integer): sqlite3_bind_int64(statement, place, integer)
      case .text(let text):
        _ = text.withUnsafeBufferPointer {
          // The final zero is not part of the text; SQLite copies nothing, so the value must live on.
          csqliteraw_bind_text(statement, place, $0.baseAddress, Int32($0.count - 1))
        }
      case .blob(let bytes):
        _ = bytes.withUnsafeBufferPointer {
          csqliteraw_bind_blob(statement, place, $0.baseAddress, Int32($0.count))
        }
      }
    }
  }
}
