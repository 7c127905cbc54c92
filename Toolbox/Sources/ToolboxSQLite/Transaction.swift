import CSQLite

/// What may be done inside one transaction; it cannot be kept beyond it.
///
/// SQL texts are literals, so that no received byte ever becomes SQL; a text is prepared once for
/// each connection. `values` fill the `?` in order.
public struct Transaction: ~Copyable {
  // Safe because a transaction is only made inside a call of its database, and cannot leave it. Not a
  // strong reference: Swift 6.3's optimiser crashes on a noncopyable value that owns one and is
  // borrowed by a generic function (docs/decisions/0012-borrowed-transactions.md).
  private unowned(unsafe) let database: Database

  init(database: Database) { self.database = database }

  /// Runs a statement that gives no rows.
  public func run(_ sql: StaticString, _ values: SQLiteValue...) throws(SQLiteError) {
    try database.statement(sql).run(values)
  }

  /// How many rows the last INSERT, UPDATE or DELETE touched.
  public var changes: Int { Int(sqlite3_changes64(database.handle)) }

  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(database.handle) }

  /// The first row as a value; nil where there is none.
  public func first<Value>(
    _ sql: StaticString, _ values: SQLiteValue...,
    row: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    var found: Value?
    try database.statement(sql).forEach(values) { (current) throws(SQLiteError) in
      found = try row(current)
      return false
    }
    return found
  }

  /// Every row as a value, in the order of the statement.
  public func all<Value>(
    _ sql: StaticString, _ values: SQLiteValue...,
    row: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> [Value] {
    var found: [Value] = []
    try database.statement(sql).forEach(values) { (current) throws(SQLiteError) in
      found.append(try row(current))
      return true
    }
    return found
  }

  /// Calls `row` for each row until it returns false; for answers too long to keep.
  public func forEach(
    _ sql: StaticString, _ values: SQLiteValue...,
    row: (borrowing Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    try database.statement(sql).forEach(values, row)
  }

  /// Runs statements that give no rows; for migrations only.
  public func execute(script: String) throws(SQLiteError) { try database.execute(script: script) }
}
