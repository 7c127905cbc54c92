import HubContracts
import HubCore
import ToolboxSQLite

/// The statements on accounts.
enum AccountTable {
  static func hasOwner(_ transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    try transaction.first("SELECT 1 FROM account WHERE is_owner = 1") { $0.integer(0) } != nil
  }

  /// Makes the owner's account; nil where there is one.
  static func makeOwner(
    _ new: NewAccount, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Account? {
    guard try !hasOwner(transaction) else { return nil }
    return try insert(new, isOwner: true, transaction)
  }

  /// - Precondition: no account has the name.
  static func insert(
    _ new: NewAccount, isOwner: Bool, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Account {
    try transaction.run(
      """
      INSERT INTO account(id, name, name_key, time_zone, password, is_owner, created_ms)
      VALUES(?, ?, ?, ?, ?, ?, ?)
      """,
      .blob(new.id.bytes), .text(new.name.text), .text(new.name.key), .text(new.timeZone),
      .blob(new.sealedPassword), .integer(isOwner ? 1 : 0), .integer(new.createdAtMilliseconds))
    return Account(
      id: new.id, number: AccountNumber(transaction.lastInsertedRow), name: new.name.text,
      timeZone: new.timeZone)
  }

  static func isTaken(
    _ name: DisplayName, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first("SELECT 1 FROM account WHERE name_key = ?", .text(name.key)) {
      $0.integer(0)
    } != nil
  }

  /// Every account, the oldest first.
  static func all(_ transaction: borrowing Transaction) throws(SQLiteError) -> [ListedAccount] {
    try transaction.all(
      """
      SELECT a.number, a.id, a.name, a.time_zone, a.is_owner, a.disabled_ms, a.created_ms,
        (SELECT count(*) FROM device_session s WHERE s.account = a.number)
      FROM account a ORDER BY a.number
      """
    ) { (row) throws(SQLiteError) in
      ListedAccount(
        account: try account(row, from: 0), isOwner: row.integer(4) == 1,
        isDisabled: row.optionalInteger(5) != nil, createdAtMilliseconds: row.integer(6),
        devices: Int(row.integer(7)))
    }
  }

  static func setPassword(
    _ sealed: [UInt8], of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE account SET password = ? WHERE number = ?", .blob(sealed), .integer(account.value))
  }

  static func setTimeZone(
    _ name: String, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE account SET time_zone = ? WHERE number = ?", .text(name), .integer(account.value))
  }

  /// Keeps the account out from `now` on; false where it was kept out before.
  static func disable(
    _ account: AccountNumber, at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      "UPDATE account SET disabled_ms = ? WHERE number = ? AND disabled_ms IS NULL",
      .integer(now), .integer(account.value))
    return transaction.changes == 1
  }

  static func enable(
    _ account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      "UPDATE account SET disabled_ms = NULL WHERE number = ? AND disabled_ms IS NOT NULL",
      .integer(account.value))
    return transaction.changes == 1
  }

  /// Nil where nobody has the name, or the account is disabled.
  static func password(
    named key: String, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> StoredPassword? {
    try transaction.first(
      """
      SELECT a.number, a.id, a.name, a.time_zone, a.password, g.secret, g.used_step
      FROM account a LEFT JOIN code_generator g ON g.account = a.number AND g.is_confirmed = 1
      WHERE a.name_key = ? AND a.disabled_ms IS NULL
      """, .text(key)
    ) { (row) throws(SQLiteError) in try password(row) }
  }

  static func password(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> StoredPassword? {
    try transaction.first(
      """
      SELECT a.number, a.id, a.name, a.time_zone, a.password, g.secret, g.used_step
      FROM account a LEFT JOIN code_generator g ON g.account = a.number AND g.is_confirmed = 1
      WHERE a.number = ? AND a.disabled_ms IS NULL
      """, .integer(account.value)
    ) { (row) throws(SQLiteError) in try password(row) }
  }

  private static func password(_ row: borrowing Row) throws(SQLiteError) -> StoredPassword {
    let generator = row.optionalBlob(5).map {
      StoredCodeGenerator(sealed: $0, isConfirmed: true, usedStep: row.integer(6))
    }
    return StoredPassword(
      account: try account(row, from: 0), sealed: row.blob(4), generator: generator)
  }

  static func account(
    _ number: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Account? {
    try transaction.first(
      "SELECT number, id, name, time_zone FROM account WHERE number = ?", .integer(number.value)
    ) { (row) throws(SQLiteError) in try account(row, from: 0) }
  }

  /// Reads number, id, name and time zone, which stand in that order from `column` on.
  static func account(
    _ row: borrowing Row, from column: Int32
  ) throws(SQLiteError) -> Account {
    guard let id = AccountID(bytes: row.blob(column + 1)) else { throw row.damaged() }
    return Account(
      id: id, number: AccountNumber(row.integer(column)), name: row.text(column + 2),
      timeZone: row.text(column + 3))
  }
}
