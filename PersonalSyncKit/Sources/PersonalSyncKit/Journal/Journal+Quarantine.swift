import HubContracts
import ToolboxSQLite

/// A change that the Hub refused for what it says; kept until it is taken, edited or discarded.
public struct QuarantinedEdit: Sendable, Equatable {
  public var edit: LocalEdit
  /// The Hub's code, and where it named them the field and the rule that was broken.
  public var code: String
  public var field: String?
  public var reason: String?
}

extension Journal {
  /// What was refused, oldest refusal first.
  public func quarantined(
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> [QuarantinedEdit] {
    try inJournal { () throws(SQLiteError) in
      try transaction.all(
        """
        SELECT domain, record, is_delete, occurred_minute, modified_ms, body, code, field, reason
        FROM sync_quarantine ORDER BY since_ms, record
        """
      ) { (row) throws(SQLiteError) in try QuarantinedEdit(row: row) }
    }
  }

  /// Puts every quarantined edit back into the outbox, to be sent with the next pass, and says how many.
  ///
  /// Asked for by a person. After a change of the Hub's or the program's contracts the kit does it by
  /// itself, once for each edit. An edit of the same record that waits already is newer and stays.
  @discardableResult
  public func retryQuarantined(
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> Int {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        INSERT OR IGNORE INTO sync_outbox(domain, record, is_delete, occurred_minute, modified_ms,
          body, fingerprint, refused_under)
        SELECT domain, record, is_delete, occurred_minute, modified_ms, body, fingerprint,
          refused_under FROM sync_quarantine ORDER BY since_ms, record
        """)
      try transaction.run("DELETE FROM sync_quarantine")
      return transaction.changes
    }
  }

  /// The same for one record; changes nothing where it is not in quarantine.
  public func retryQuarantined(
    _ domain: Domain, _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in try putBack(domain, record, transaction) }
  }

  /// Gives a refused edit up and returns it, which is what is lost; nil where there was none.
  ///
  /// What the app holds of the record is for the app to change, in the same transaction.
  public func discardQuarantined(
    _ domain: Domain, _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(JournalError) -> QuarantinedEdit? {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        DELETE FROM sync_quarantine WHERE domain = ? AND record = ?
        RETURNING domain, record, is_delete, occurred_minute, modified_ms, body, code, field, reason
        """,
        .domain(domain), .record(record)
      ) { (row) throws(SQLiteError) in try QuarantinedEdit(row: row) }
    }
  }

  func putBack(
    _ domain: Domain, _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT OR IGNORE INTO sync_outbox(domain, record, is_delete, occurred_minute, modified_ms,
        body, fingerprint, refused_under)
      SELECT domain, record, is_delete, occurred_minute, modified_ms, body, fingerprint,
        refused_under FROM sync_quarantine WHERE domain = ? AND record = ?
      """,
      .domain(domain), .record(record))
    try release(domain, record, transaction)
  }

  /// Forgets the refused form of a record: a newer edit has taken its place.
  func release(
    _ domain: Domain, _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM sync_quarantine WHERE domain = ? AND record = ?",
      .domain(domain), .record(record))
  }
}

extension QuarantinedEdit {
  fileprivate init(row: borrowing Row) throws(SQLiteError) {
    self.init(
      edit: try LocalEdit(row: row), code: row.text(6), field: row.optionalText(7),
      reason: row.optionalText(8))
  }
}
