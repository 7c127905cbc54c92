import ToolboxSQLite

/// The rows of ``shellSchema``.
enum ShellState {
  static func zone(_ transaction: borrowing Transaction) throws(SQLiteError) -> String? {
    try transaction.first("SELECT zone FROM shell_state") { $0.optionalText(0) } ?? nil
  }

  static func remember(
    zone: String, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("UPDATE shell_state SET zone = ?", .text(zone))
  }

  static func allowsPlainHTTP(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first("SELECT allows_plain_http FROM shell_state") { $0.integer(0) == 1 }
      ?? false
  }

  static func allowPlainHTTP(_ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run("UPDATE shell_state SET allows_plain_http = 1")
  }

  static func checkedMilliseconds(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int64 {
    try transaction.first("SELECT checked_ms FROM shell_state") { $0.integer(0) } ?? 0
  }

  static func checked(
    atMilliseconds now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("UPDATE shell_state SET checked_ms = ?", .integer(now))
  }
}
