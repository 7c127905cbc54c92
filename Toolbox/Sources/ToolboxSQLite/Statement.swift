import CSQLite

/// A value that SQLite keeps in a column.
public enum SQLiteValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  public static func integer(_ value: Int) -> SQLiteValue { .integer(Int64(value)) }
  public static func optional(_ value: Int64?) -> SQLiteValue { value.map(integer) ?? .null }
  public static func optional(_ value: String?) -> SQLiteValue { value.map(text) ?? .null }
  public static func optional(_ value: [UInt8]?) -> SQLiteValue { value.map(blob) ?? .null }
}

/// A prepared statement; reset and unbound after each use.
final class Statement {
  private let handle: OpaquePointer
  private let path: String

  init(handle: OpaquePointer, path: String) {
    self.handle = handle
    self.path = path
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs to the end and ignores rows.
  func run(_ values: [SQLiteValue]) throws(SQLiteError) {
    defer { reset() }
    try bind(values)
    while try step() {}
  }

  /// Calls `row` for each row until it returns false.
  func forEach(
    _ values: [SQLiteValue], _ row: (borrowing Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    defer { reset() }
    try bind(values)
    while try step() {
      guard try row(Row(handle: handle)) else { return }
    }
  }

  /// Calls `row` for each row of a statement whose values do not matter, such as an explanation.
  func steps(_ row: (borrowing Row) -> Void) throws(SQLiteError) {
    defer { reset() }
    while try step() { row(Row(handle: handle)) }
  }

  /// The first column of the first row of a setting.
  func firstText() throws(SQLiteError) -> String? {
    var text: String?
    try forEach([]) { (row) throws(SQLiteError) in
      text = row.text(0)
      return false
    }
    return text
  }

  private func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteError(code: code, path: path)
    }
  }

  private func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    precondition(
      values.count == Int(sqlite3_bind_parameter_count(handle)), "wrong number of SQL values")
    var index: Int32 = 1
    for value in values {
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
        case .text(let text):
          csqlite_bind_text(handle, index, text, Int32(text.utf8.count))
        case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(handle, index, 0)
        case .blob(let bytes): csqlite_bind_blob(handle, index, bytes, Int32(bytes.count))
        }
      guard code == SQLITE_OK else { throw SQLiteError(code: code, path: path) }
      index += 1
    }
  }
}

/// One row of an answer; its columns are counted from 0 and it lives only in the call it is given to.
public struct Row: ~Copyable {
  private let handle: OpaquePointer

  init(handle: OpaquePointer) { self.handle = handle }

  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  public func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Whether a column holds exactly this text; makes none to find out.
  public func hasText(_ column: Int32, _ text: String) -> Bool {
    guard let bytes = sqlite3_column_text(handle, column) else { return text.isEmpty }
    let count = Int(sqlite3_column_bytes(handle, column))
    return text.utf8.elementsEqual(UnsafeBufferPointer(start: bytes, count: count))
  }

  public func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  public func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  public func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }

  /// What a reader throws where a stored value cannot be what was once stored.
  public func damaged() -> SQLiteError { .damaged(code: SQLITE_MISMATCH) }
}
