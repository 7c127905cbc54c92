import HubContracts
import ToolboxSQLite

/// A change that the Hub refused for what it says; kept until the person edits or discards it.
public struct QuarantinedEdit: Sendable, Equatable {
  public var edit: LocalEdit
  /// The Hub's code, and where it named them the field and the rule that was broken.
  public var code: String
  public var field: String?
  public var reason: String?
}

extension Journal {
  public func quarantined(
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> [QuarantinedEdit] {
    try inJournal { () throws(SQLiteError) in
      try transaction.all(
        """
        SELECT domain, record, is_delete, occurred_minute, modified_ms, body, code, field, reason
        FROM sync_quarantine ORDER BY since_ms, record
        """
      ) { (row) throws(SQLiteError) in
        QuarantinedEdit(
          edit: try LocalEdit(row: row), code: row.text(6), field: row.optionalText(7),
          reason: row.optionalText(8))
      }
    }
  }

  /// Puts every quarantined edit back into the outbox; for when the Hub's contracts have changed.
  ///
  /// An edit of the same record that waits already is newer and stays.
  public func retryQuarantined(_ transaction: borrowing Transaction) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        INSERT OR IGNORE INTO sync_outbox(domain, record, is_delete, occurred_minute, modified_ms,
          body, fingerprint)
        SELECT domain, record, is_delete, occurred_minute, modified_ms, body, fingerprint
        FROM sync_quarantine ORDER BY since_ms, record
        """)
      try transaction.run("DELETE FROM sync_quarantine")
    }
  }

  func quarantine(
    _ edit: LocalEdit, code: String, field: String?, reason: String?, sinceMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT OR REPLACE INTO sync_quarantine(domain, record, is_delete, occurred_minute, modified_ms,
        body, fingerprint, code, field, reason, since_ms) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .domain(edit.domain), .record(edit.record), .isDelete(edit.operation),
      .integer(edit.occurredAt.number), .stamp(edit.modifiedAt), .blob(edit.body),
      .blob(edit.fingerprint), .text(code), .optional(field), .optional(reason),
      .integer(sinceMilliseconds))
  }

  /// Forgets the refused form of a record: a newer edit has taken its place.
  func release(
    _ domain: Domain, _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "DELETE FROM sync_quarantine WHERE domain = ? AND record = ?",
        .domain(domain), .record(record))
    }
  }
}
