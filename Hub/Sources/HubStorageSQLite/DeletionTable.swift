import HubCore
import ToolboxCrypto
import ToolboxSQLite

/// The statements that remove an account.
enum DeletionTable {
  static func deletion(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> AccountDeletion? {
    try transaction.first(
      "SELECT asked_ms FROM account_deletion WHERE account = ?", .integer(account.value)
    ) { AccountDeletion(askedAtMilliseconds: $0.integer(0)) }
  }

  static func begin(
    _ deletion: AccountDeletion, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "INSERT INTO account_deletion(account, asked_ms) VALUES(?, ?)",
      .integer(account.value), .integer(deletion.askedAtMilliseconds))
  }

  /// False where nobody gave the account up after `milliseconds`.
  static func cancel(
    of account: AccountNumber, askedAfter milliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      "DELETE FROM account_deletion WHERE account = ? AND asked_ms > ?",
      .integer(account.value), .integer(milliseconds))
    return transaction.changes == 1
  }

  /// An account that was given up until `milliseconds`; the longest ago first.
  static func next(
    askedUntil milliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> AccountNumber? {
    try transaction.first(
      "SELECT account FROM account_deletion WHERE asked_ms <= ? ORDER BY asked_ms LIMIT 1",
      .integer(milliseconds)
    ) { AccountNumber($0.integer(0)) }
  }

  /// Removes at most `limit` records and as many keys of mutations; whether there was any.
  static func removeRecords(
    of account: AccountNumber, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    let number = SQLiteValue.integer(account.value)
    let records = try transaction.all(
      "SELECT domain, cursor FROM record WHERE account = ? LIMIT ?", number, .integer(limit)
    ) { ($0.integer(0), $0.integer(1)) }
    for (domain, cursor) in records {
      try transaction.run(
        "DELETE FROM record WHERE account = ? AND domain = ? AND cursor = ?",
        number, .integer(domain), .integer(cursor))
    }
    let keys = try transaction.all(
      "SELECT key FROM mutation_key WHERE account = ? LIMIT ?", number, .integer(limit)
    ) { $0.blob(0) }
    for key in keys {
      try transaction.run(
        "DELETE FROM mutation_key WHERE account = ? AND key = ?", number, .blob(key))
    }
    return !records.isEmpty || !keys.isEmpty
  }

  /// Removes all but the records, and the account with it.
  static func removeRest(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let number = SQLiteValue.integer(account.value)
    try transaction.run("DELETE FROM feed WHERE account = ?", number)
    try transaction.run("DELETE FROM purge_horizon WHERE account = ?", number)
    try transaction.run("DELETE FROM performed_action WHERE account = ?", number)
    try transaction.run("DELETE FROM asked_action WHERE account = ?", number)
    try transaction.run("DELETE FROM sealed_entry WHERE account = ?", number)
    try removeSessions(of: number, transaction)
    try transaction.run("DELETE FROM recovery_code WHERE account = ?", number)
    try transaction.run("DELETE FROM recovery_link WHERE account = ?", number)
    try transaction.run("DELETE FROM code_generator WHERE account = ?", number)
    try transaction.run("DELETE FROM passkey WHERE account = ?", number)
    try transaction.run("DELETE FROM security_event WHERE account = ?", number)
    try removeDocuments(of: number, transaction)
    try transaction.run("DELETE FROM account_deletion WHERE account = ?", number)
    try transaction.run("DELETE FROM account WHERE number = ?", number)
  }

  private static func removeSessions(
    of number: SQLiteValue, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM retired_token WHERE account = ?", number)
    try transaction.run("DELETE FROM device_session WHERE account = ?", number)
    try transaction.run("DELETE FROM web_session WHERE account = ?", number)
    try transaction.run("DELETE FROM device_grant WHERE account = ?", number)
    try transaction.run("DELETE FROM authorization_code WHERE account = ?", number)
    try transaction.run("DELETE FROM invitation WHERE inviter = ?", number)
  }

  private static func removeDocuments(
    of number: SQLiteValue, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let documents = try transaction.all("SELECT id FROM document WHERE account = ?", number) {
      $0.blob(0)
    }
    for document in documents {
      try transaction.run(
        "INSERT OR IGNORE INTO deleted_document(digest) VALUES(?)", .blob(SHA256.hash(document)))
    }
    // The trigger lets documents go only of an account that was given up.
    try transaction.run("DELETE FROM document WHERE account = ?", number)
  }
}
