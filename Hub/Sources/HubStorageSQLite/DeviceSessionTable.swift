import HubContracts
import HubCore
import ToolboxSQLite

/// The statements on devices' sessions; all but those by token are bound to an account.
enum DeviceSessionTable {
  /// What a person approved, by a code or in a browser beside the app.
  struct Approved {
    let account: Account
    let client: String
    let document: DocumentID
    let platform: Platform
    let deviceName: String
  }

  static func insert(
    _ new: NewDeviceSession, of approved: Approved, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> DeviceSession {
    let session = DeviceSession(
      id: new.id, account: approved.account, client: approved.client,
      document: approved.document, platform: approved.platform, deviceName: approved.deviceName,
      createdAtMilliseconds: new.createdAtMilliseconds,
      lastSeenAtMilliseconds: new.createdAtMilliseconds, isInUse: false)
    try transaction.run(
      """
      INSERT INTO device_session(account, id, token, revoke, client, document, platform, name,
        created_ms, seen_ms, is_in_use)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
      """,
      .integer(session.account.number.value), .blob(session.id.bytes), .blob(new.token.bytes),
      .blob(new.revoke.bytes), .text(session.client), .blob(session.document.bytes),
      .text(session.platform.rawValue), .text(session.deviceName),
      .integer(session.createdAtMilliseconds), .integer(session.lastSeenAtMilliseconds))
    return session
  }

  /// Ends the account's sessions that were idle longest, until `countMax` are left.
  static func limit(
    to countMax: Int, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      DELETE FROM device_session WHERE account = ? AND id IN (
        SELECT id FROM device_session WHERE account = ?
        ORDER BY seen_ms DESC, created_ms DESC LIMIT -1 OFFSET ?)
      """, .integer(account.value), .integer(account.value), .integer(countMax))
  }

  static func session(
    _ token: TokenHash, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> DeviceSession? {
    try transaction.first(
      """
      SELECT s.id, s.client, s.document, s.platform, s.name, s.created_ms, s.seen_ms, s.is_in_use,
        s.conflicts, s.quarantined, a.number, a.id, a.name, a.time_zone
      FROM device_session s JOIN account a ON a.number = s.account WHERE s.token = ?
      """, .blob(token.bytes)
    ) { (row) throws(SQLiteError) in try session(row) }
  }

  static func session(
    _ id: SessionID, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> DeviceSession? {
    try transaction.first(
      """
      SELECT s.id, s.client, s.document, s.platform, s.name, s.created_ms, s.seen_ms, s.is_in_use,
        s.conflicts, s.quarantined, a.number, a.id, a.name, a.time_zone
      FROM device_session s JOIN account a ON a.number = s.account WHERE s.account = ? AND s.id = ?
      """, .integer(account.value), .blob(id.bytes)
    ) { (row) throws(SQLiteError) in try session(row) }
  }

  static func sessions(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [DeviceSession] {
    try transaction.all(
      """
      SELECT s.id, s.client, s.document, s.platform, s.name, s.created_ms, s.seen_ms, s.is_in_use,
        s.conflicts, s.quarantined, a.number, a.id, a.name, a.time_zone
      FROM device_session s JOIN account a ON a.number = s.account WHERE s.account = ?
      ORDER BY s.created_ms DESC, s.id
      """, .integer(account.value)
    ) { (row) throws(SQLiteError) in try session(row) }
  }

  static func setSeen(
    _ now: Int64, _ session: SessionID, of account: AccountNumber,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE device_session SET seen_ms = ? WHERE account = ? AND id = ?",
      .integer(now), .integer(account.value), .blob(session.bytes))
  }

  static func setInUse(
    _ session: SessionID, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE device_session SET is_in_use = 1 WHERE account = ? AND id = ?",
      .integer(account.value), .blob(session.bytes))
  }

  static func setAttention(
    _ counts: AttentionCounts, _ session: SessionID, of account: AccountNumber,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE device_session SET conflicts = ?, quarantined = ? WHERE account = ? AND id = ?",
      .integer(counts.conflicts), .integer(counts.quarantined), .integer(account.value),
      .blob(session.bytes))
  }

  /// Gives a session's device another name; whether there was one.
  static func rename(
    _ session: SessionID, to name: DisplayName, of account: AccountNumber,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      "UPDATE device_session SET name = ? WHERE account = ? AND id = ?",
      .text(name.text), .integer(account.value), .blob(session.bytes))
    return transaction.changes == 1
  }

  /// Ends a session; whether there was one.
  static func end(
    _ session: SessionID, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      "DELETE FROM device_session WHERE account = ? AND id = ?",
      .integer(account.value), .blob(session.bytes))
    return transaction.changes == 1
  }

  /// Whose session has this bearer or revoke handle, or was offered it; nil where none has.
  static func account(
    holding token: TokenHash, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> AccountNumber? {
    try transaction.first(
      "SELECT account FROM device_session WHERE token = ?1 OR revoke = ?1 OR next_token = ?1",
      .blob(token.bytes)
    ) { AccountNumber($0.integer(0)) }
  }

  /// Ends the session of a bearer or revoke handle; whether there was one.
  static func end(
    holding token: TokenHash, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      "DELETE FROM device_session WHERE token = ?1 OR revoke = ?1 OR next_token = ?1",
      .blob(token.bytes))
    return transaction.changes == 1
  }

  static func endAll(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM device_session WHERE account = ?", .integer(account.value))
  }

  static func removeEnded(
    at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let life = SessionLifetime.device
    try transaction.run(
      "DELETE FROM device_session WHERE created_ms + ? <= ? OR seen_ms + ? <= ?",
      .integer(life.absoluteMilliseconds), .integer(now), .integer(life.idleMilliseconds),
      .integer(now))
  }

  private static func session(_ row: borrowing Row) throws(SQLiteError) -> DeviceSession {
    guard let id = SessionID(bytes: row.blob(0)), let document = DocumentID(bytes: row.blob(2)),
      let platform = Platform(rawValue: row.text(3))
    else { throw row.damaged() }
    return DeviceSession(
      id: id, account: try AccountTable.account(row, from: 10), client: row.text(1),
      document: document, platform: platform, deviceName: row.text(4),
      createdAtMilliseconds: row.integer(5), lastSeenAtMilliseconds: row.integer(6),
      isInUse: row.integer(7) == 1,
      attention: AttentionCounts(conflicts: row.integer(8), quarantined: row.integer(9)))
  }
}
