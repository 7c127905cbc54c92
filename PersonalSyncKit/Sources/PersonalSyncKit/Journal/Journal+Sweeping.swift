import HubContracts
import ToolboxSQLite

extension Journal {
  /// What is known of a record that the Hub does not hold and the store did not show.
  fileprivate struct Leftover {
    var record: RecordID
    var isTombstone: Bool
    var modifiedAt: Stamp
    var isInFlight: Bool
    /// The operation of an edit that waits.
    var waiting: Operation?
    var isQuarantined: Bool
  }

  /// Settles at most `limit` records that the Hub does not hold and the store did not show; true where
  /// there may be more.
  ///
  /// - An edit that waits is sent as of a new record. A delete that waits is sent as it is, and the Hub says
  ///   whether the record is still absent: it may have been made anew since the feed was read. If it is, the
  ///   delete becomes one of its own (``record(_:in:nowMilliseconds:_:)``), since other devices may hold it.
  /// - A deletion that is remembered here is forgotten, or queued again where the Hub lost it: it has to
  ///   win over devices that still hold the record.
  /// - What the app does not hold is forgotten; where the app did not say (`isContentKnown` is false),
  ///   it is left alone and counted.
  func sweep(
    _ reconcile: Reconcile, isContentKnown: Bool, in domain: Domain, limit: Int,
    nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) -> (SweepCounts, hasMore: Bool) {
    var counts = SweepCounts()
    let rows = try inJournal { () throws(SQLiteError) in
      try leftovers(of: reconcile, in: domain, limit: limit, transaction)
    }
    let horizon = nowMilliseconds - Int64(SyncLimits.tombstoneDays) * 86_400_000
    for row in rows {
      let isLostDelete =
        row.isTombstone && reconcile.kind == .restored && row.modifiedAt.milliseconds > horizon
      if isLostDelete { counts.offered += row.waiting == nil ? 1 : 0 }
      if !row.isTombstone, !isContentKnown, row.isIdle { counts.leftAlone += 1 }
      if row.waiting == .delete { continue }
      try settle(row, isLostDelete, isContentKnown, in: domain, transaction)
    }
    try inJournal { () throws(SQLiteError) in
      if rows.count == limit {
        try self.reconcile(.sweep, cameTo: rows.last?.record, in: domain, transaction)
      } else {
        try endReconcile(reconcile, in: domain, transaction)
      }
    }
    return (counts, rows.count == limit)
  }

  private func settle(
    _ row: Leftover, _ isLostDelete: Bool, _ isContentKnown: Bool, in domain: Domain,
    _ transaction: borrowing Transaction
  ) throws(JournalError) {
    // What is in flight is decided by its answer.
    if row.isInFlight { return }
    if row.isIdle, !row.isTombstone, !isContentKnown { return }
    try inJournal { () throws(SQLiteError) in
      guard !row.isIdle || isLostDelete else {
        return try forgetRecord(domain, row.record, transaction)
      }
      try noteAbsence(of: row.record, in: domain, transaction)
      guard isLostDelete else { return }
      try queueAgain(
        LocalEdit(
          domain: domain, record: row.record, operation: .delete,
          occurredAt: Minute(containingMilliseconds: row.modifiedAt.milliseconds),
          modifiedAt: row.modifiedAt, body: RecordBody.tombstone), transaction)
    }
    if row.isIdle, !row.isTombstone, let day = row.record.summaryDay {
      // The app computes it anew; the Hub may lack it.
      try summaryChanged(domain, day, in: transaction)
    }
  }

  private func leftovers(
    of reconcile: Reconcile, in domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Leftover] {
    try transaction.all(
      """
      SELECT r.record, r.fingerprint, r.modified_ms, f.record IS NOT NULL, o.is_delete,
        q.record IS NOT NULL
      FROM sync_record r
      LEFT JOIN sync_in_flight f ON f.domain = r.domain AND f.record = r.record
      LEFT JOIN sync_outbox o ON o.domain = r.domain AND o.record = r.record
      LEFT JOIN sync_quarantine q ON q.domain = r.domain AND q.record = r.record
      WHERE r.domain = ? AND r.record > ? AND r.seen <> ? ORDER BY r.record LIMIT ?
      """,
      .domain(domain), .text(reconcile.record?.description ?? ""),
      .integer(reconcile.generation), .integer(limit)
    ) { (row) throws(SQLiteError) in
      guard let record = RecordID(row.text(0)) else { throw row.damaged() }
      return Leftover(
        record: record, isTombstone: row.blob(1) == LocalEdit.deletedFingerprint,
        modifiedAt: Stamp(milliseconds: row.integer(2)), isInFlight: row.integer(3) == 1,
        waiting: row.optionalInteger(4).map { $0 == 1 ? .delete : .upsert },
        isQuarantined: row.integer(5) == 1)
    }
  }
}

extension Journal.Leftover {
  fileprivate var isIdle: Bool { !isInFlight && waiting == nil && !isQuarantined }
}
