import HubContracts
import ToolboxSQLite

/// A record that was deleted here because the Hub no longer held it, and may have been meant to stay.
public struct TrashedRecord: Sendable, Equatable {
  public var domain: Domain
  public var record: RecordID
  /// Milliseconds since 1970 UTC; ``Journal/trashDays`` later it is gone.
  public var trashedAtMilliseconds: Int64
  public var occurredAt: Minute
  /// Canonical bytes of the record, as the app showed them.
  public var body: [UInt8]
  /// The detail in plain; nil where there is none.
  public var detail: [UInt8]?
}

extension Journal {
  /// How long the trash keeps a record.
  public static let trashDays = 30

  /// What is in the trash, newest first.
  public func trash(
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> [TrashedRecord] {
    try inJournal { () throws(SQLiteError) in
      try transaction.all(
        """
        SELECT domain, record, trashed_ms, occurred_minute, body FROM sync_trash
        ORDER BY trashed_ms DESC, record
        """, row: TrashedRecord.init(row:))
    }
  }

  /// Takes a record out of the trash as a new edit and says what the app has to save for it.
  ///
  /// - Save what is returned in the same transaction; the edit is in the outbox.
  /// - Nil where it is not in the trash any more, or has been made anew meanwhile; nothing changes then.
  /// - Throws ``JournalError/contentUnknown`` where this program cannot read it; it stays in the trash.
  public func restoreTrashed(
    _ record: RecordID, in domain: Domain, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> RemoteChange? {
    let found = try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT domain, record, trashed_ms, occurred_minute, body FROM sync_trash t
        WHERE domain = ?1 AND record = ?2
          AND NOT EXISTS(SELECT 1 FROM sync_record r WHERE r.domain = ?1 AND r.record = ?2)
          AND NOT EXISTS(SELECT 1 FROM sync_outbox r WHERE r.domain = ?1 AND r.record = ?2)
        """,
        .domain(domain), .record(record), row: TrashedRecord.init(row:))
    }
    guard let found else { return nil }
    let body: RecordBody
    do throws(RecordRefusal) { body = try vocabulary.read(found.body, domain) } catch {
      throw .contentUnknown
    }
    let change = RecordChange(
      domain, record, body: body, detail: DetailDraft(kept: found.detail),
      occurredAt: found.occurredAt)
    try enqueue(change, nowMilliseconds: nowMilliseconds, in: transaction)
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "DELETE FROM sync_trash WHERE domain = ? AND record = ?", .domain(domain), .record(record))
    }
    return try asSaved(change, nowMilliseconds: nowMilliseconds, transaction)
  }

  /// Forgets what has been in the trash for ``trashDays``.
  func emptyTrash(
    nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "DELETE FROM sync_trash WHERE trashed_ms < ?",
        .integer(nowMilliseconds - Int64(Self.trashDays) * 86_400_000))
    }
  }
}

extension TrashedRecord {
  fileprivate init(row: borrowing Row) throws(SQLiteError) {
    guard let domain = Domain(number: row.integer(0)), let record = RecordID(row.text(1)) else {
      throw row.damaged()
    }
    let content = KeptContent(column: row.blob(4))
    self.init(
      domain: domain, record: record, trashedAtMilliseconds: row.integer(2),
      occurredAt: Minute(number: row.integer(3)), body: content.body, detail: content.detail)
  }
}
