import HubContracts
import HubCore
import ToolboxSQLite

/// The statements on tokens that follow and precede a session's own (SES-04).
enum RotationTable {
  /// Keeps `next` for the session; false where it was a token before or there is no such session.
  static func offer(
    _ next: TokenHash, to session: SessionID, of account: AccountNumber,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    // Of another session or of this one: a token names one session, once.
    let taken = try transaction.first(
      """
      SELECT 1 FROM device_session WHERE token = ?1 OR revoke = ?1
        OR (next_token = ?1 AND NOT (account = ?2 AND id = ?3))
      UNION ALL SELECT 1 FROM retired_token WHERE token = ?1 LIMIT 1
      """, .blob(next.bytes), .integer(account.value), .blob(session.bytes)
    ) { $0.integer(0) }
    guard taken == nil else { return false }
    try transaction.run(
      "UPDATE device_session SET next_token = ? WHERE account = ? AND id = ?",
      .blob(next.bytes), .integer(account.value), .blob(session.bytes))
    return transaction.changes == 1
  }

  static func standing(
    of token: TokenHash, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> OtherToken {
    try transaction.first(
      """
      SELECT 1 FROM device_session WHERE next_token = ?1
      UNION ALL SELECT 2 FROM retired_token WHERE token = ?1 LIMIT 1
      """, .blob(token.bytes)
    ) { $0.integer(0) == 1 ? .offered : .retired } ?? .unknown
  }

  /// Makes an offered token its session's own; false where it is offered no more.
  static func promote(
    _ next: TokenHash, at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      """
      INSERT INTO retired_token(token, account, session, retired_ms)
      SELECT token, account, id, ? FROM device_session WHERE next_token = ?
      """, .integer(now), .blob(next.bytes))
    guard transaction.changes == 1 else { return false }
    try transaction.run(
      "UPDATE device_session SET token = next_token, next_token = NULL WHERE next_token = ?",
      .blob(next.bytes))
    return true
  }

  /// Ends the session whose token was retired at `before` or earlier; whose it was, if there was one.
  static func endSession(
    retiring token: TokenHash, before: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> (account: AccountNumber, client: String)? {
    try transaction.first(
      """
      DELETE FROM device_session WHERE (account, id) IN (
        SELECT account, session FROM retired_token WHERE token = ? AND retired_ms <= ?)
      RETURNING account, client
      """, .blob(token.bytes), .integer(before)
    ) { (AccountNumber($0.integer(0)), $0.text(1)) }
  }
}
