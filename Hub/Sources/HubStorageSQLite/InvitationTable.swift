import HubCore
import ToolboxSQLite

/// The statements on invitations, which belong to nobody until somebody joins with one.
enum InvitationTable {
  private static let life = NewInvitation.lifeMilliseconds

  /// False, without effect, where `countMax` are open.
  static func insert(
    _ new: NewInvitation, countMax: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    let now = new.createdAtMilliseconds
    try removeEnded(at: now, transaction)
    guard try open(at: now, transaction).count < countMax else { return false }
    try transaction.run(
      """
      INSERT INTO invitation(token, inviter, created_ms)
      SELECT ?, coalesce(?, number), ? FROM account WHERE is_owner = 1
      """,
      .blob(new.token.bytes), .optional(new.inviter?.account.value), .integer(now))
    return transaction.changes == 1
  }

  static func open(
    at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Int64] {
    try transaction.all(
      "SELECT created_ms FROM invitation WHERE created_ms > ? ORDER BY created_ms DESC",
      .integer(now - life)
    ) { $0.integer(0) }
  }

  static func isOpen(
    _ token: TokenHash, at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first(
      "SELECT 1 FROM invitation WHERE token = ? AND created_ms > ?",
      .blob(token.bytes), .integer(now - life)
    ) { $0.integer(0) } != nil
  }

  static func end(
    _ token: TokenHash, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM invitation WHERE token = ?", .blob(token.bytes))
  }

  static func endAll(_ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run("DELETE FROM invitation")
  }

  static func endAll(
    by inviter: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM invitation WHERE inviter = ?", .integer(inviter.value))
  }

  static func removeEnded(
    at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM invitation WHERE created_ms <= ?", .integer(now - life))
  }
}
