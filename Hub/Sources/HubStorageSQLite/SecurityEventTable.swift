import HubContracts
import HubCore
import ToolboxSQLite

/// The statements on what strangers tried, counted by the hour.
///
/// No account means: of a name that nobody has. Everything else that happened is in the account's
/// audit chain alone (``AuditTable``).
enum SecurityEventTable {
  static func note(
    _ event: SecurityEvent, of account: AccountNumber?, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if event.isCounted, try countAgain(event, of: account, transaction) { return }
    try transaction.run(
      """
      INSERT INTO security_event(account, at_ms, kind, network, method, client, times)
      VALUES(?, ?, ?, ?, ?, ?, 1)
      """,
      .optional(account?.value), .integer(event.atMilliseconds), .text(event.kind.rawValue),
      .text(event.network), .optional(event.method?.rawValue), .optional(event.client))
    try forgetOld(besides: event, of: account, transaction)
  }

  /// Adds one to the event of the same kind, method and network within this hour, if there is one.
  private static func countAgain(
    _ event: SecurityEvent, of account: AccountNumber?, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      """
      UPDATE security_event SET times = times + 1, at_ms = ?
      WHERE number = (
        SELECT number FROM security_event
        WHERE account IS ? AND kind = ? AND network = ? AND method IS ? AND at_ms > ?
        ORDER BY number DESC LIMIT 1)
      """,
      .integer(event.atMilliseconds), .optional(account?.value), .text(event.kind.rawValue),
      .text(event.network), .optional(event.method?.rawValue),
      .integer(event.atMilliseconds - Milliseconds.hour))
    return transaction.changes == 1
  }

  /// Whether one of the event's kind is noted within this hour, from whatever network.
  static func isCountedAlready(
    _ event: SecurityEvent, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first(
      """
      SELECT 1 FROM security_event WHERE account = ? AND kind = ? AND at_ms > ? LIMIT 1
      """,
      .integer(account.value), .text(event.kind.rawValue),
      .integer(event.atMilliseconds - Milliseconds.hour)
    ) { $0.integer(0) } != nil
  }

  private static func forgetOld(
    besides event: SecurityEvent, of account: AccountNumber?, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM security_event WHERE account IS ? AND at_ms <= ?",
      .optional(account?.value),
      .integer(event.atMilliseconds - SecurityEvent.keptMilliseconds))
    try transaction.run(
      """
      DELETE FROM security_event WHERE number IN (
        SELECT number FROM security_event WHERE account IS ? AND kind = ?
        ORDER BY number DESC LIMIT -1 OFFSET ?)
      """,
      .optional(account?.value), .text(event.kind.rawValue), .integer(SecurityEvent.countedMax))
  }

  /// The newest first.
  static func newest(
    _ countMax: Int, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [SecurityEvent] {
    try transaction.all(
      """
      SELECT kind, at_ms, network, method, client, times FROM security_event WHERE account = ?
      ORDER BY at_ms DESC, number DESC LIMIT ?
      """, .integer(account.value), .integer(countMax)
    ) { (row) throws(SQLiteError) in try SecurityEvent(row: row) }
  }

  /// Whether there is anything for ``takeUncounted(_:)``.
  static func hasUncounted(_ transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    try transaction.first(
      """
      SELECT 1 FROM security_event
      WHERE account IS NOT NULL AND kind NOT IN ('signin.failed', 'sudo.failed') LIMIT 1
      """
    ) { $0.integer(0) } != nil
  }

  /// Removes what is not counted and belongs to an account, and gives it in the order in which it
  /// happened: what a Hub before there were audit chains has kept.
  static func takeUncounted(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [(AccountNumber, SecurityEvent)] {
    let taken = try transaction.all(
      """
      SELECT kind, at_ms, network, method, client, times, account FROM security_event
      WHERE account IS NOT NULL AND kind NOT IN ('signin.failed', 'sudo.failed') ORDER BY number
      """
    ) { (row) throws(SQLiteError) in
      (AccountNumber(row.integer(6)), try SecurityEvent(row: row))
    }
    try transaction.run(
      """
      DELETE FROM security_event
      WHERE account IS NOT NULL AND kind NOT IN ('signin.failed', 'sudo.failed')
      """)
    return taken
  }
}

extension SecurityEvent {
  /// Reads kind, time, network, method, client and count, in this order.
  fileprivate init(row: borrowing Row) throws(SQLiteError) {
    guard let kind = Kind(rawValue: row.text(0)) else { throw row.damaged() }
    var method: Method?
    if let text = row.optionalText(3) {
      guard let known = Method(rawValue: text) else { throw row.damaged() }
      method = known
    }
    self.init(
      kind, atMilliseconds: row.integer(1), network: row.text(2), method: method,
      client: row.optionalText(4), times: row.integer(5))
  }
}
