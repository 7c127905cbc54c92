import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// What the store durably knows of its session; the secret itself is in the token store.
struct StoredSession: Sendable, Equatable {
  /// Rises with each sign-in and sign-out, so that a late completion of an older one has no effect,
  /// whichever process it belongs to.
  var generation: Int64
  /// Nil while signed out.
  var account: PersonalSyncAccount?
}

extension Journal {
  func session(_ transaction: borrowing Transaction) throws(JournalError) -> StoredSession {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT generation, origin, hub, hub_key, account, account_name, time_zone, session
        FROM sync_session
        """
      ) { (row) throws(SQLiteError) in
        let generation = row.integer(0)
        guard let origin = row.optionalText(1) else {
          return StoredSession(generation: generation, account: nil)
        }
        guard let hub = HubID(bytes: row.blob(2)), let key = VerifyingKey(bytes: row.blob(3)),
          let account = AccountID(bytes: row.blob(4)), let session = SessionID(bytes: row.blob(7))
        else { throw row.damaged() }
        return StoredSession(
          generation: generation,
          account: PersonalSyncAccount(
            hub: hub, hubKey: key, origin: origin, account: account, name: row.text(5),
            timeZone: row.text(6), session: session, generation: generation))
      } ?? StoredSession(generation: 0, account: nil)
    }
  }

  /// Takes the next generation and makes `account` signed in, or nobody.
  ///
  /// Nil, with nothing changed, where the generation is no longer `expected`.
  func replaceSession(
    with account: PersonalSyncAccount?, expectedGeneration expected: Int64?,
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> Int64? {
    let current = try session(transaction).generation
    guard expected == nil || expected == current else { return nil }
    try forgetSharedDays(transaction)
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        UPDATE sync_session SET generation = ?, origin = ?, hub = ?, hub_key = ?, account = ?,
          account_name = ?, time_zone = ?, session = ?
        """,
        .integer(current + 1), .optional(account?.origin), .optional(account?.hub.bytes),
        .optional(account?.hubKey.bytes), .optional(account?.account.bytes),
        .optional(account?.name), .optional(account?.timeZone), .optional(account?.session.bytes))
      try forgetFailures(transaction)
    }
    return current + 1
  }

  /// Notes a new name or time zone that the Hub told about the same session.
  func refreshSession(
    _ account: PersonalSyncAccount, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        UPDATE sync_session SET account_name = ?, time_zone = ?
        WHERE generation = ? AND session = ?
        """,
        .text(account.name), .text(account.timeZone), .integer(account.generation),
        .blob(account.session.bytes))
    }
  }
}
