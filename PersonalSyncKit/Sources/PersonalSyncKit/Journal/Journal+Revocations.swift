import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// A session that has ended here and of which the Hub must hear; good for ending it and nothing else.
struct PendingRevocation: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  var origin: String
  /// The Hub that gave the handle; nil where it never proved itself.
  var hubKey: VerifyingKey?
  var revokeHandle: String

  var description: String { "PendingRevocation(redacted)" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension Journal {
  /// After so long the Hub has ended, or soon ends, an idle session by itself.
  static let revocationLifeMilliseconds: Int64 = 30 * 86_400_000

  /// Remembers that the Hub must hear of a session's end, until it has.
  func addRevocation(
    _ revocation: PendingRevocation, nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        INSERT OR IGNORE INTO sync_pending_revocation(handle, origin, hub_key, since_ms)
        VALUES(?, ?, ?, ?)
        """, .text(revocation.revokeHandle), .text(revocation.origin),
        .optional(revocation.hubKey?.bytes), .integer(nowMilliseconds))
    }
  }

  /// What the Hub has not heard of, oldest first.
  func revocations(
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> [PendingRevocation] {
    try inJournal { () throws(SQLiteError) in
      try transaction.all(
        "SELECT origin, hub_key, handle FROM sync_pending_revocation ORDER BY since_ms, handle"
      ) { (row) throws(SQLiteError) in
        PendingRevocation(
          origin: row.text(0), hubKey: VerifyingKey(bytes: row.blob(1)), revokeHandle: row.text(2))
      }
    }
  }

  func removeRevocation(
    _ revocation: PendingRevocation, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "DELETE FROM sync_pending_revocation WHERE handle = ?", .text(revocation.revokeHandle))
    }
  }

  /// Drops what has waited for 30 days; a clock that was set back drops nothing.
  func dropOldRevocations(
    nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "DELETE FROM sync_pending_revocation WHERE since_ms <= ?",
        .integer(nowMilliseconds - Self.revocationLifeMilliseconds))
    }
  }
}
