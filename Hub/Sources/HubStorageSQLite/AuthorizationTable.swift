import HubContracts
import HubCore
import ToolboxSQLite

/// The statements on codes that lead from a browser to an app's session.
enum AuthorizationTable {
  /// How long a code is known after its minute, so that a second use of it is noticed.
  private static let keptMilliseconds = Milliseconds.hour

  static func insert(
    _ new: NewAuthorization, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let wish = new.request.wish
    try transaction.run(
      """
      INSERT INTO authorization_code(code, account, client, document, challenge, platform, callback,
        device_name, created_ms)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .blob(new.code.bytes), .integer(new.session.account.value), .text(wish.client.name),
      .blob(wish.document.bytes), .blob(wish.challenge.bytes), .text(wish.platform.rawValue),
      .text(new.request.callback.text), .text(new.deviceName.text),
      .integer(new.createdAtMilliseconds))
  }

  static func stored(
    _ code: TokenHash, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> StoredAuthorization? {
    try transaction.first(
      """
      SELECT account, client, challenge, callback, created_ms, session FROM authorization_code
      WHERE code = ?
      """, .blob(code.bytes)
    ) { (row) throws(SQLiteError) in
      guard let challenge = CodeChallenge(bytes: row.blob(2)) else { throw row.damaged() }
      return StoredAuthorization(
        account: AccountNumber(row.integer(0)), client: row.text(1), challenge: challenge,
        callback: row.text(3), createdAtMilliseconds: row.integer(4),
        session: row.optionalBlob(5).flatMap { SessionID(bytes: $0) })
    }
  }

  /// Takes a code for a session, once; nil where it was taken before, or is too old.
  static func take(
    _ code: TokenHash, for session: NewDeviceSession, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> DeviceSessionTable.Approved? {
    try transaction.run(
      """
      UPDATE authorization_code SET session = ?
      WHERE code = ? AND session IS NULL AND created_ms > ?
      """,
      .blob(session.id.bytes), .blob(code.bytes),
      .integer(session.createdAtMilliseconds - NewAuthorization.lifeMilliseconds))
    guard transaction.changes == 1 else { return nil }
    return try transaction.first(
      """
      SELECT c.client, c.document, c.platform, c.device_name, a.number, a.id, a.name, a.time_zone
      FROM authorization_code c JOIN account a ON a.number = c.account WHERE c.code = ?
      """, .blob(code.bytes)
    ) { (row) throws(SQLiteError) in
      guard let document = DocumentID(bytes: row.blob(1)),
        let platform = Platform(rawValue: row.text(2))
      else { throw row.damaged() }
      return DeviceSessionTable.Approved(
        account: try AccountTable.account(row, from: 4), client: row.text(0), document: document,
        platform: platform, deviceName: row.text(3))
    }
  }

  /// Takes back what the account approved and no app has fetched yet.
  static func endApproved(
    by account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM authorization_code WHERE account = ? AND session IS NULL",
      .integer(account.value))
  }

  static func removeEnded(
    at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM authorization_code WHERE created_ms <= ?",
      .integer(now - NewAuthorization.lifeMilliseconds - keptMilliseconds))
  }
}
