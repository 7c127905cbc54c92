import HubContracts
import HubCore
import ToolboxSQLite

/// The statements on people's sessions; all but the one by token are bound to an account.
enum WebSessionTable {
  static func insert(
    _ session: NewWebSession, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO web_session(account, id, token, network, signed_in_ms, seen_ms, fresh_until_ms)
      VALUES(?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(account.value), .blob(session.id.bytes), .blob(session.token.bytes),
      .text(session.network), .integer(session.signedInAtMilliseconds),
      .integer(session.signedInAtMilliseconds), .integer(session.freshUntilMilliseconds))
  }

  /// Ends the account's sessions that were idle longest, until `countMax` are left.
  static func limit(
    to countMax: Int, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      DELETE FROM web_session WHERE account = ? AND id IN (
        SELECT id FROM web_session WHERE account = ?
        ORDER BY seen_ms DESC, signed_in_ms DESC LIMIT -1 OFFSET ?)
      """, .integer(account.value), .integer(account.value), .integer(countMax))
  }

  static func session(
    _ token: TokenHash, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> WebSession? {
    try transaction.first(
      """
      SELECT s.id, s.signed_in_ms, s.seen_ms, s.fresh_until_ms, a.number, a.id, a.name, a.time_zone
      FROM web_session s JOIN account a ON a.number = s.account WHERE s.token = ?
      """, .blob(token.bytes)
    ) { (row) throws(SQLiteError) in
      guard let id = SessionID(bytes: row.blob(0)) else { throw row.damaged() }
      return WebSession(
        id: id, account: try AccountTable.account(row, from: 4),
        signedInAtMilliseconds: row.integer(1), lastSeenAtMilliseconds: row.integer(2),
        freshUntilMilliseconds: row.integer(3))
    }
  }

  static func setSeen(
    _ now: Int64, _ session: SessionID, of account: AccountNumber,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE web_session SET seen_ms = ? WHERE account = ? AND id = ?",
      .integer(now), .integer(account.value), .blob(session.bytes))
  }

  /// Until when a session counts as fresh, which may be long ago; nil where it has ended.
  static func freshUntil(
    _ session: SessionID, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int64? {
    try transaction.first(
      "SELECT fresh_until_ms FROM web_session WHERE account = ? AND id = ?",
      .integer(account.value), .blob(session.bytes)
    ) { $0.integer(0) }
  }

  static func isFresh(
    _ session: ActingSession, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    let until = try freshUntil(session.id, of: session.account, transaction)
    return until.map { session.atMilliseconds < $0 } ?? false
  }

  static func setFresh(
    until: Int64, _ session: SessionID, of account: AccountNumber,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE web_session SET fresh_until_ms = ? WHERE account = ? AND id = ?",
      .integer(until), .integer(account.value), .blob(session.bytes))
  }

  /// Ends a session; whether there was one.
  static func end(
    _ session: SessionID, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      "DELETE FROM web_session WHERE account = ? AND id = ?",
      .integer(account.value), .blob(session.bytes))
    return transaction.changes == 1
  }

  static func end(
    _ token: TokenHash, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM web_session WHERE token = ?", .blob(token.bytes))
  }

  /// Ends every session of the account but `kept`.
  static func endAll(
    of account: AccountNumber, keeping kept: SessionID?, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM web_session WHERE account = ? AND id IS NOT ?", .integer(account.value),
      .optional(kept?.bytes))
  }

  static func listed(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [ListedWebSession] {
    try transaction.all(
      """
      SELECT id, network, signed_in_ms, seen_ms FROM web_session WHERE account = ?
      ORDER BY seen_ms DESC, signed_in_ms DESC, id
      """, .integer(account.value)
    ) { (row) throws(SQLiteError) in
      guard let id = SessionID(bytes: row.blob(0)) else { throw row.damaged() }
      return ListedWebSession(
        id: id, network: row.text(1), signedInAtMilliseconds: row.integer(2),
        lastSeenAtMilliseconds: row.integer(3))
    }
  }

  static func removeEnded(
    at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let life = SessionLifetime.web
    try transaction.run(
      "DELETE FROM web_session WHERE signed_in_ms + ? <= ? OR seen_ms + ? <= ?",
      .integer(life.absoluteMilliseconds), .integer(now), .integer(life.idleMilliseconds),
      .integer(now))
  }
}
