import HubContracts
import ToolboxSQLite

extension Journal {
  /// Goes back to what the Hub holds where it has lost what this store knows: it says an older version,
  /// or, after a restore, a newer one of which the edit is older, such as another device's offer.
  ///
  /// True where this is settled. What the store holds is noted as lost and offered again when the feed has
  /// been read. An edit that waits is sent on an older version as it is: it was made in knowledge of that
  /// one, so the two are no conflict; unless the Hub remembers a later deletion again that it had forgotten.
  /// False where the change goes the way of any other.
  func fallBack(
    to change: Change, _ local: LocalState, _ kind: Reconcile.Kind,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    let isOlder = change.version < local.version
    guard !local.isInFlight, change.version != local.version, isOlder || kind == .restored
    else { return false }
    let fingerprint = LocalEdit.fingerprint(change.operation, content(of: change))
    if let waiting = local.waiting {
      guard isOlder, waiting.mayFollow(change) else { return false }
      try knowAgain(change, fingerprint, isLost: false, transaction)
      return true
    }
    // What the store holds, which is not what is known of the Hub where that has lost something already.
    let held = try transaction.first(
      """
      SELECT fingerprint, coalesce(lost_ms, modified_ms), lost_ms IS NOT NULL FROM sync_record
      WHERE domain = ? AND record = ?
      """,
      .domain(change.domain), .record(change.record)
    ) {
      (
        fingerprint: $0.blob(0), modifiedAt: Stamp(milliseconds: $0.integer(1)),
        isLost: $0.integer(2) == 1
      )
    }
    guard let held, isOlder || held.modifiedAt > change.modifiedAt else { return false }
    let isDeletedHere = !held.isLost && held.fingerprint == LocalEdit.deletedFingerprint
    // Also over an older delete: an edit between the two, which waits elsewhere, must lose against this.
    if isDeletedHere, change.operation == .upsert || held.modifiedAt > change.modifiedAt {
      try queueAgain(
        LocalEdit(
          domain: change.domain, record: change.record, operation: .delete,
          occurredAt: change.occurredAt, modifiedAt: held.modifiedAt,
          body: RecordBody.tombstone), transaction)
    }
    // A delete needs no content of the app's and is queued already.
    // The same content may be lost as well: what came between may be offered by another device.
    let isLost =
      !isDeletedHere
      && (held.fingerprint != fingerprint || held.modifiedAt > change.modifiedAt)
    if isLost, !held.isLost {
      try mayHold(held.fingerprint, change.domain, change.record, transaction)
    }
    try knowAgain(change, fingerprint, isLost: isLost, transaction)
    return true
  }

  /// Notes what the Hub holds of a record of which it held something newer; `isLost` where the store holds
  /// that.
  func knowAgain(
    _ change: Change, _ fingerprint: [UInt8], isLost: Bool, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      UPDATE sync_record SET version = ?, fingerprint = ?, modified_ms = ?,
        lost_ms = iif(?, coalesce(lost_ms, modified_ms), lost_ms)
      WHERE domain = ? AND record = ?
      """,
      .integer(change.version.number), .blob(fingerprint), .stamp(change.modifiedAt),
      .integer(isLost ? 1 : 0), .domain(change.domain), .record(change.record))
  }

  /// Goes on from what another device has offered again of a record that the Hub had lost.
  ///
  /// True where this is settled: the edit that waits was made of just that, so the two are no conflict and it
  /// is sent on it.
  func meetAgain(
    _ change: Change, _ local: LocalState, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    guard let lost = local.lost, let waiting = local.waiting, !local.isInFlight,
      waiting.fingerprint != lost
    else { return false }
    let fingerprint = LocalEdit.fingerprint(change.operation, content(of: change))
    guard fingerprint == lost, waiting.modifiedAt > change.modifiedAt else { return false }
    try knowAgain(change, fingerprint, isLost: false, transaction)
    return true
  }

  /// Notes that a record was met in the feed.
  func see(
    _ change: Change, in generation: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE sync_record SET seen = ? WHERE domain = ? AND record = ?", .integer(generation),
      .domain(change.domain), .record(change.record))
    try transaction.run(
      "UPDATE sync_parked SET seen = ? WHERE domain = ? AND record = ?", .integer(generation),
      .domain(change.domain), .record(change.record))
  }

  // MARK: - What the store holds

  /// What the journal knows of a record that the store holds.
  private struct Known {
    var version: Version
    var fingerprint: [UInt8]
    var modifiedAt: Stamp
    var isMissing: Bool
    /// The stamp of what the store holds, where the Hub has lost it.
    var lostAt: Stamp?
    var sealed: String?
    var detail: [UInt8]?

    /// Whether what the store holds is deleted at the Hub, with nothing lost that came after: it does not
    /// hold the record any more, or it remembers a later deletion again that it had forgotten.
    func isDeleted(in reconcile: Reconcile) -> Bool {
      if isMissing { return reconcile.kind == .expired }
      guard let lostAt else { return false }
      return fingerprint == LocalEdit.deletedFingerprint && modifiedAt >= lostAt
    }
  }

  /// Compares records of the store with what was met in the feed.
  ///
  /// One with an edit that waits, is on its way or was refused is left to that. One that is deleted at
  /// the Hub goes to the trash. One that the Hub has lost, or holds older, is queued again. Nothing else is
  /// touched.
  func compare(
    _ records: [RecordChange], _ reconcile: Reconcile, in domain: Domain, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> Taken {
    try inJournal { () throws(SQLiteError) in
      var taken = Taken(changes: records.count)
      for record in records where record.domain == domain {
        guard let body = record.body,
          let known = try known(record, reconcile.generation, transaction)
        else { continue }
        let sealed = body.sealed ?? known.sealed
        let whole = KeptContent(
          RecordBody(type: body.type, facts: body.facts, sealed: sealed).canonical,
          detail: sealed == nil ? try detail(of: record, known: known.detail, transaction) : nil)
        if known.isDeleted(in: reconcile) {
          try trash(record, whole, nowMilliseconds: nowMilliseconds, transaction)
          taken.batch.changes.append(absence(of: record, known))
          taken.swept.trashed += 1
        } else if known.isMissing {
          try offer(record, whole, madeAt: known.modifiedAt, transaction)
          try noteAbsence(of: record.record, in: domain, transaction)
          taken.swept.offered += 1
        } else if let lostAt = known.lostAt {
          if lostAt > known.modifiedAt
            || known.fingerprint != LocalEdit.fingerprint(.upsert, whole)
          {
            try offer(record, whole, madeAt: lostAt, transaction)
            taken.swept.offered += 1
          }
          try found(record, transaction)
        }
      }
      taken.counts.applied = 0
      try self.reconcile(.compare, cameTo: records.last?.record, in: domain, transaction)
      return taken
    }
  }

  /// Nil where the journal knows nothing of it, or an edit of it decides.
  private func known(
    _ change: RecordChange, _ generation: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Known? {
    try transaction.first(
      """
      SELECT version, fingerprint, modified_ms, seen <> ?3, lost_ms, sealed, detail
      FROM sync_record r
      WHERE domain = ?1 AND record = ?2
        AND NOT EXISTS(SELECT 1 FROM sync_outbox w WHERE w.domain = ?1 AND w.record = ?2)
        AND NOT EXISTS(SELECT 1 FROM sync_in_flight w WHERE w.domain = ?1 AND w.record = ?2)
        AND NOT EXISTS(SELECT 1 FROM sync_quarantine w WHERE w.domain = ?1 AND w.record = ?2)
      """,
      .domain(change.domain), .record(change.record), .integer(generation)
    ) {
      Known(
        version: Version($0.integer(0)), fingerprint: $0.blob(1),
        modifiedAt: Stamp(milliseconds: $0.integer(2)), isMissing: $0.integer(3) == 1,
        lostAt: $0.optionalInteger(4).map(Stamp.init(milliseconds:)),
        sealed: $0.optionalText(5), detail: $0.optionalBlob(6))
    }
  }

  private func trash(
    _ change: RecordChange, _ content: KeptContent, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT OR REPLACE INTO sync_trash(domain, record, trashed_ms, occurred_minute, body)
      VALUES(?, ?, ?, ?, ?)
      """,
      .domain(change.domain), .record(change.record), .integer(nowMilliseconds),
      .integer(change.occurredAt.number), .blob(content.column))
    try forgetRecord(change.domain, change.record, transaction)
  }

  private func absence(of change: RecordChange, _ known: Known) -> RemoteChange {
    RemoteChange(
      domain: change.domain, record: change.record, version: known.version,
      occurredAt: change.occurredAt, modifiedAt: known.modifiedAt, origin: device, body: nil,
      isTrashed: true)
  }

  /// Queues what the store holds, as it was made: each device that holds it offers the very same.
  private func offer(
    _ change: RecordChange, _ content: KeptContent, madeAt stamp: Stamp,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try queueAgain(
      LocalEdit(
        domain: change.domain, record: change.record, operation: .upsert,
        occurredAt: change.occurredAt, modifiedAt: stamp, content), transaction)
  }

  private func found(
    _ change: RecordChange, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE sync_record SET lost_ms = NULL WHERE domain = ? AND record = ?",
      .domain(change.domain), .record(change.record))
  }

  /// Notes that the Hub holds a record no more while something of it waits here.
  ///
  /// What was known of it stays, as version 0: other devices may hold it and offer it, so deleting it before
  /// it was sent is a deletion to be sent, and a detail that cannot be read stays what no edit may replace.
  func noteAbsence(
    of record: RecordID, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE sync_record SET version = 0, lost_ms = NULL WHERE domain = ? AND record = ?",
      .domain(domain), .record(record))
  }

  /// Forgets a record that nothing is to be done about any more.
  func forgetRecord(
    _ domain: Domain, _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM sync_record WHERE domain = ? AND record = ?", .domain(domain), .record(record))
  }
}
