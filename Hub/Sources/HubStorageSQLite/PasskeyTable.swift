import HubContracts
import HubCore
import ToolboxSQLite

/// The statements on passkeys.
enum PasskeyTable {
  /// What passkeys know the account by; `proposed` where it has nothing yet.
  static func user(
    of account: AccountNumber, proposed: [UInt8], _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [UInt8] {
    try transaction.run(
      "UPDATE account SET passkey_user = ? WHERE number = ? AND passkey_user IS NULL",
      .blob(proposed), .integer(account.value))
    let user = try transaction.first(
      "SELECT passkey_user FROM account WHERE number = ?", .integer(account.value)
    ) { $0.blob(0) }
    return user ?? proposed
  }

  static func passkeys(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [StoredPasskey] {
    try transaction.all(
      """
      SELECT id, name, public_key, sign_count, can_back_up, is_backed_up, created_ms, used_ms
      FROM passkey WHERE account = ? ORDER BY created_ms, id
      """, .integer(account.value)
    ) { (row) throws(SQLiteError) in try passkey(row) }
  }

  /// The passkey of an id with its account; nil where there is none, or the account is disabled.
  static func owned(
    _ id: [UInt8], _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> OwnedPasskey? {
    try transaction.first(
      """
      SELECT p.id, p.name, p.public_key, p.sign_count, p.can_back_up, p.is_backed_up,
        p.created_ms, p.used_ms, a.number, a.id, a.name, a.time_zone, a.passkey_user
      FROM passkey p JOIN account a ON a.number = p.account
      WHERE p.id = ? AND a.disabled_ms IS NULL
      """, .blob(id)
    ) { (row) throws(SQLiteError) in
      OwnedPasskey(
        account: try AccountTable.account(row, from: 8), user: row.blob(12),
        passkey: try passkey(row))
    }
  }

  /// False, without effect, where the id is taken or the account has too many.
  static func insert(
    _ passkey: StoredPasskey, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    guard try passkeys(of: account, transaction).count < StoredPasskey.countMax else {
      return false
    }
    try transaction.run(
      """
      INSERT INTO passkey(id, account, name, public_key, sign_count, can_back_up, is_backed_up,
        created_ms, used_ms)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO NOTHING
      """,
      .blob(passkey.id), .integer(account.value), .text(passkey.name), .blob(passkey.publicKey),
      .integer(Int64(passkey.signCount)), .integer(passkey.canBackUp ? 1 : 0),
      .integer(passkey.isBackedUp ? 1 : 0), .integer(passkey.createdAtMilliseconds),
      .integer(passkey.usedAtMilliseconds))
    return transaction.changes == 1
  }

  static func remove(
    _ id: [UInt8], of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      "DELETE FROM passkey WHERE id = ? AND account = ?", .blob(id), .integer(account.value))
    return transaction.changes == 1
  }

  static func removeAll(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM passkey WHERE account = ?", .integer(account.value))
  }

  /// Keeps what an authenticator said; false where its counter did not rise.
  ///
  /// Authenticators that do not count say 0 each time.
  static func use(
    _ use: PasskeyUse, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      """
      UPDATE passkey SET sign_count = ?1, is_backed_up = ?2, used_ms = ?3
      WHERE id = ?4 AND account = ?5 AND (sign_count < ?1 OR (sign_count = 0 AND ?1 = 0))
      """,
      .integer(Int64(use.signCount)), .integer(use.isBackedUp ? 1 : 0),
      .integer(use.atMilliseconds), .blob(use.id), .integer(use.account.value))
    return transaction.changes == 1
  }

  private static func passkey(_ row: borrowing Row) throws(SQLiteError) -> StoredPasskey {
    guard let signCount = UInt32(exactly: row.integer(3)) else { throw row.damaged() }
    return StoredPasskey(
      id: row.blob(0), name: row.text(1), publicKey: row.blob(2), signCount: signCount,
      canBackUp: row.integer(4) == 1, isBackedUp: row.integer(5) == 1,
      createdAtMilliseconds: row.integer(6), usedAtMilliseconds: row.integer(7))
  }
}
