import HubContracts
import ToolboxSQLite

// What an app whose store is not SQLite was given from elsewhere.
//
// Its save and the journal's are two, so this can happen:
//
//     app    saves edit L ............................ enqueues L
//     pass              ... saves R over L ... notes R
//
// Now L waits to be sent and the app's store says R. So the journal remembers that it gave something of
// this record, and once an edit of it is acknowledged and nothing newer waits, it gives that edit to the
// app again. A record of which nothing was ever given needs none of this.
//
// What is given becomes what the store holds at some moment between the journal's word before the save and
// its word after it, if a crash does not come first. So `sync_given` keeps all that the store may hold
// because it was given that: one content after a save, more while one is under way or after crashes in them.
// None of it is an edit, whatever the Hub has come to hold since. What a restored Hub has lost stands there as
// well: from the moment in which the journal learns what the Hub holds instead until it has offered that again.

extension Journal {
  /// Remembers, before the app is told, what it is about to be given.
  ///
  /// Until the journal knows these versions, ``enqueue(_:nowMilliseconds:in:)`` compares with them, and
  /// an edit that follows is stamped later than they are.
  func willHandOver(
    _ batch: Batch, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    for change in batch.changes {
      try transaction.run(
        """
        INSERT INTO sync_handed(domain, record, version, fingerprint) VALUES(?, ?, ?, ?)
        ON CONFLICT(domain, record) DO UPDATE SET version = excluded.version,
          fingerprint = excluded.fingerprint,
          own_version = CASE WHEN own_version = excluded.version THEN own_version END
        """,
        .domain(change.domain), .record(change.record), .integer(change.version.number),
        .blob(change.fingerprint))
      try mayHold(change.fingerprint, change.domain, change.record, transaction)
      try sawStamp(change.modifiedAt, transaction)
    }
  }

  /// Notes a content that the app's store may hold without that being an edit.
  func mayHold(
    _ fingerprint: [UInt8], _ domain: Domain, _ record: RecordID,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "INSERT OR IGNORE INTO sync_given(domain, record, fingerprint) VALUES(?, ?, ?)",
      .domain(domain), .record(record), .blob(fingerprint))
  }

  /// Notes that the app has saved a batch: it holds nothing any more that was given before.
  func hasSaved(_ batch: Batch, _ transaction: borrowing Transaction) throws(SQLiteError) {
    for change in batch.changes {
      try transaction.run(
        "DELETE FROM sync_given WHERE domain = ? AND record = ? AND fingerprint <> ?",
        .domain(change.domain), .record(change.record), .blob(change.fingerprint))
    }
  }

  /// Notes that an edit is what the Hub holds now.
  ///
  /// Of a record of which nothing was ever given, the store holds that edit or a newer one; of any other the
  /// app is given the edit again.
  func noteOwn(
    _ edit: LocalEdit, as version: Version, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      UPDATE sync_handed SET own_version = ?, own_occurred_minute = ?, own_modified_ms = ?,
        own_body = ? WHERE domain = ? AND record = ?
      """,
      .integer(version.number), .integer(edit.occurredAt.number), .stamp(edit.modifiedAt),
      .blob(edit.content.column), .domain(edit.domain), .record(edit.record))
    try transaction.run(
      """
      DELETE FROM sync_given WHERE domain = ?1 AND record = ?2
        AND NOT EXISTS(SELECT 1 FROM sync_handed WHERE domain = ?1 AND record = ?2)
      """,
      .domain(edit.domain), .record(edit.record))
  }

  /// Takes at most `limit` acknowledged edits that the app is to be given again.
  ///
  /// Not while a newer edit of the record waits, is on its way or was refused: that one is the app's
  /// word then.
  func takeOwn(
    _ domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Taken {
    try inJournal { () throws(SQLiteError) in
      var taken = Taken()
      taken.batch.changes = try ownChanges(domain, limit: limit, transaction)
      taken.changes = taken.batch.changes.count
      for change in taken.batch.changes {
        try transaction.run(
          "UPDATE sync_handed SET own_version = NULL WHERE domain = ? AND record = ?",
          .domain(domain), .record(change.record))
      }
      return taken
    }
  }

  /// Queues a record of the app's store that needs it; false where it does not, or is refused.
  func catchUp(
    with record: RecordChange, nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Bool {
    guard try !isAccountedFor(record, transaction) else { return false }
    do throws(JournalError) {
      try enqueue(record, nowMilliseconds: nowMilliseconds, in: transaction)
      return true
    } catch {
      // One such record must not keep the app from starting.
      switch error {
      case .detailLocked, .contentFrozen, .idOfAnotherType: return false
      case .diskFull, .damaged, .newerSchema, .unavailable, .contentUnknown: throw error
      }
    }
  }

  /// Whether what an app's store holds of a record needs no queueing at its start.
  ///
  /// What it may hold because it was given that is no edit, nor is what the Hub holds, unless that was put back
  /// to it and has lost what this store held; also where an edit of its own that was saved over
  /// waits, or has yet to be given again.
  private func isAccountedFor(
    _ change: RecordChange, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Bool {
    guard change.body != nil else { return true }
    let known = try knownContent(change.domain, change.record, transaction)
    let fingerprint = LocalEdit.fingerprint(
      .upsert, try content(of: change, known, transaction))
    return try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT 1 FROM sync_record
          WHERE domain = ?1 AND record = ?2 AND fingerprint = ?3 AND lost_ms IS NULL
        UNION ALL SELECT 1 FROM sync_given
          WHERE domain = ?1 AND record = ?2 AND fingerprint = ?3
        UNION ALL SELECT 1 FROM sync_outbox
          WHERE domain = ?1 AND record = ?2 AND fingerprint = ?3
        UNION ALL SELECT 1 FROM sync_in_flight
          WHERE domain = ?1 AND record = ?2 AND fingerprint = ?3
        UNION ALL SELECT 1 FROM sync_quarantine
          WHERE domain = ?1 AND record = ?2 AND fingerprint = ?3
        """,
        .domain(change.domain), .record(change.record), .blob(fingerprint)
      ) { $0.integer(0) } != nil
    }
  }

  private func ownChanges(
    _ domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [RemoteChange] {
    let (origin, vocabulary) = (device, vocabulary)
    return try transaction.all(
      """
      SELECT h.record, h.own_version, h.own_occurred_minute, h.own_modified_ms, h.own_body
      FROM sync_handed h
      JOIN sync_record r ON r.domain = h.domain AND r.record = h.record
        AND r.version = h.own_version
      WHERE h.domain = ?1 AND h.own_version IS NOT NULL
        AND NOT EXISTS(SELECT 1 FROM sync_outbox w WHERE w.domain = ?1 AND w.record = h.record)
        AND NOT EXISTS(SELECT 1 FROM sync_in_flight w WHERE w.domain = ?1 AND w.record = h.record)
        AND NOT EXISTS(SELECT 1 FROM sync_quarantine w WHERE w.domain = ?1 AND w.record = h.record)
      ORDER BY h.record LIMIT ?2
      """,
      .domain(domain), .integer(limit)
    ) { (row) throws(SQLiteError) -> RemoteChange? in
      guard let record = RecordID(row.text(0)) else { throw row.damaged() }
      let content = KeptContent(column: row.blob(4))
      var body: RecordBody?
      if content.body != RecordBody.tombstone {
        // A newer program of this store wrote what this one cannot read; its turn comes again.
        do throws(RecordRefusal) { body = try vocabulary.read(content.body, domain) } catch {
          return nil
        }
      }
      return RemoteChange(
        domain: domain, record: record, version: Version(row.integer(1)),
        occurredAt: Minute(number: row.integer(2)),
        modifiedAt: Stamp(milliseconds: row.integer(3)), origin: origin, body: body,
        detail: content.detail)
    }.compactMap { $0 }
  }
}

extension RemoteChange {
  /// As ``LocalEdit/fingerprint``.
  fileprivate var fingerprint: [UInt8] {
    LocalEdit.fingerprint(body == nil ? .delete : .upsert, content)
  }
}
