import HubCore
import ToolboxSQLite

/// The statements on authenticators' secrets, which are sealed; one of an account.
enum CodeGeneratorTable {
  static func generator(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> StoredCodeGenerator? {
    try transaction.first(
      "SELECT secret, is_confirmed, used_step FROM code_generator WHERE account = ?",
      .integer(account.value)
    ) {
      StoredCodeGenerator(
        sealed: $0.blob(0), isConfirmed: $0.integer(1) == 1, usedStep: $0.integer(2))
    }
  }

  /// A confirmed one stays, one that is not is replaced.
  static func begin(
    _ sealed: [UInt8], of account: AccountNumber, at now: Int64,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO code_generator(account, secret, is_confirmed, used_step, created_ms)
      VALUES(?, ?, 0, 0, ?)
      ON CONFLICT(account) DO UPDATE SET secret = excluded.secret, created_ms = excluded.created_ms
      WHERE is_confirmed = 0
      """, .integer(account.value), .blob(sealed), .integer(now))
  }

  static func confirm(
    of account: AccountNumber, usedStep: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      """
      UPDATE code_generator SET is_confirmed = 1, used_step = ?
      WHERE account = ? AND is_confirmed = 0
      """, .integer(usedStep), .integer(account.value))
    return transaction.changes == 1
  }

  /// Takes a step, once; false where it or a later one was taken before.
  static func take(
    _ step: Int64, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      """
      UPDATE code_generator SET used_step = ?
      WHERE account = ? AND is_confirmed = 1 AND used_step < ?
      """, .integer(step), .integer(account.value), .integer(step))
    return transaction.changes == 1
  }

  static func remove(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      "DELETE FROM code_generator WHERE account = ?", .integer(account.value))
    return transaction.changes == 1
  }
}
