import HubCore
import ToolboxSQLite

/// The statements on recovery codes and links.
enum RecoveryTable {
  static func count(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    let count = try transaction.first(
      "SELECT count(*) FROM recovery_code WHERE account = ?", .integer(account.value)
    ) { $0.integer(0) }
    return Int(count ?? 0)
  }

  static func replace(
    _ codes: [TokenHash], of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM recovery_code WHERE account = ?", .integer(account.value))
    for code in codes {
      try transaction.run(
        "INSERT INTO recovery_code(code, account) VALUES(?, ?)", .blob(code.bytes),
        .integer(account.value))
    }
  }

  /// Takes a code of the account, once; false where it has none such.
  static func take(
    _ code: TokenHash, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      "DELETE FROM recovery_code WHERE code = ? AND account = ?", .blob(code.bytes),
      .integer(account.value))
    return transaction.changes == 1
  }

  // MARK: - Links

  static func insert(
    link token: TokenHash, of account: AccountNumber, at now: Int64,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO recovery_link(account, token, created_ms) VALUES(?, ?, ?)
      ON CONFLICT(account) DO UPDATE SET token = excluded.token, created_ms = excluded.created_ms
      """, .integer(account.value), .blob(token.bytes), .integer(now))
  }

  /// Removes the account's codes and its link.
  static func removeAll(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try replace([], of: account, transaction)
    try transaction.run("DELETE FROM recovery_link WHERE account = ?", .integer(account.value))
  }

  static func removeEnded(
    at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM recovery_link WHERE created_ms <= ?",
      .integer(now - RecoveryProof.linkLifeMilliseconds))
  }

  /// The account that a proof is good for; nil where there is none, or it is disabled.
  static func account(
    of proof: RecoveryProof, at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Account? {
    switch proof {
    case .code(let code):
      try transaction.first(
        """
        SELECT a.number, a.id, a.name, a.time_zone
        FROM recovery_code r JOIN account a ON a.number = r.account
        WHERE r.code = ? AND a.disabled_ms IS NULL
        """, .blob(code.bytes)
      ) { (row) throws(SQLiteError) in try AccountTable.account(row, from: 0) }
    case .link(let token):
      try transaction.first(
        """
        SELECT a.number, a.id, a.name, a.time_zone
        FROM recovery_link r JOIN account a ON a.number = r.account
        WHERE r.token = ? AND r.created_ms > ? AND a.disabled_ms IS NULL
        """, .blob(token.bytes), .integer(now - RecoveryProof.linkLifeMilliseconds)
      ) { (row) throws(SQLiteError) in try AccountTable.account(row, from: 0) }
    }
  }
}
