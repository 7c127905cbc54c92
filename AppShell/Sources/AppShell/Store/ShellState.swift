import ToolboxSQLite

/// Since when passes do not go through.
public struct SyncFailure: Sendable, Equatable {
  public var sinceMilliseconds: Int64
  /// Of the last one; see docs/protocol/errors.md.
  public var code: String
}

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

  static func failure(_ transaction: borrowing Transaction) throws(SQLiteError) -> SyncFailure? {
    let row = try transaction.first("SELECT failing_since_ms, failure_code FROM shell_state") {
      ($0.optionalInteger(0), $0.text(1))
    }
    guard let (since, code) = row, let since else { return nil }
    return SyncFailure(sinceMilliseconds: since, code: code)
  }

  /// Keeps the beginning of a row of failures, and the newest reason.
  static func passFailed(
    code: String, atMilliseconds now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      UPDATE shell_state
      SET failing_since_ms = coalesce(failing_since_ms, ?), failure_code = ?
      """,
      .integer(now), .text(code))
  }

  static func passWentThrough(_ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run("UPDATE shell_state SET failing_since_ms = NULL, failure_code = NULL")
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
