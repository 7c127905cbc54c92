import HubContracts
import PersonalSyncSealed
import ToolboxSQLite

/// A piece of a page, or parked changes, on its way into the store.
struct Slice: Sendable {
  var changes: [Change]
  /// Where the feed has been read to once these are saved; nil for changes that were parked.
  var cursor: Cursor?
  var epoch: Epoch?
  /// Where a replay has been read to once these are saved; nil for an ordinary pull.
  var replayedTo: Cursor?
  /// Which comparison with the whole feed this belongs to; nil for all else.
  var reconcile: Reconcile?
  /// Whether the feed ends with these.
  var isEnd = false
}

/// How a slice was taken in, in numbers.
struct ApplyCounts: Sendable, Equatable {
  var applied = 0
  var conflicts = 0
}

extension Journal {
  /// Does the bookkeeping of a slice and says what the app has to save in the same transaction.
  ///
  /// 1. A version that is known already, such as the echo of this device's own push, is dropped.
  /// 2. A change of a record that is in flight is parked until that is answered.
  /// 3. A change that this version cannot read is parked until an upgrade; the cursor goes on.
  /// 4. A change whose detail is older than what this device has seen is kept aside and reported.
  /// 5. A change that meets a waiting edit is resolved by ``ConflictRule``; the loser is kept.
  /// 6. The rest is handed over.
  func take(
    _ slice: Slice, in domain: Domain, nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Taken {
    try inJournal { () throws(SQLiteError) in
      var taken = Taken(changes: slice.changes.count)
      for change in slice.changes {
        var local = try localState(change.domain, change.record, transaction)
        if let reconcile = slice.reconcile {
          if try fallBack(to: change, local, reconcile.kind, transaction) { continue }
          if change.version < local.version { local.version = .absent }
        }
        if try meetAgain(change, local, transaction) { continue }
        let isWithheld = slice.replayedTo != nil && !local.mayBeFilled(by: change)
        guard !isWithheld,
          let remote = try admit(
            change, local, isReplay: slice.replayedTo != nil, transaction)
        else { continue }
        let isRolledBack = isRolledBack(remote, after: local.newest)
        if isRolledBack, local.waiting == nil {
          try keepAside(change, nowMilliseconds: nowMilliseconds, transaction)
          continue
        }
        let meeting = Meeting(
          remote: remote, change: change, base: local.base, isRolledBack: isRolledBack)
        let saved = try settle(
          meeting, with: local.waiting, nowMilliseconds, &taken.counts, transaction)
        try know(remote, change, local, transaction)
        try sawNewest(remote, transaction)
        guard let saved else { continue }
        taken.batch.changes.append(saved)
        if let waiting = local.waiting { taken.overruled.append(waiting) }
      }
      if let latest = slice.changes.map(\.modifiedAt).max() { try sawStamp(latest, transaction) }
      taken.counts.applied = taken.batch.changes.count
      try notePlace(of: slice, in: domain, transaction)
      return taken
    }
  }

  /// Notes how far the feed has come with a slice.
  func notePlace(
    of slice: Slice, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if let cursor = slice.replayedTo { try moveReplay(to: cursor, in: domain, transaction) }
    guard let cursor = slice.cursor else { return }
    guard let reconcile = slice.reconcile else {
      return try move(to: cursor, epoch: slice.epoch, in: domain, transaction)
    }
    for change in slice.changes { try see(change, in: reconcile.generation, transaction) }
    try reconcileRead(to: cursor, isEnd: slice.isEnd, in: domain, transaction)
  }

  /// Cases 1 to 3 of ``take(_:in:nowMilliseconds:_:)``; nil where there is nothing to do now.
  private func admit(
    _ change: Change, _ local: LocalState, isReplay: Bool, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> RemoteChange? {
    guard local.version < change.version || isReplay else { return nil }
    if local.isInFlight {
      try park(change, reason: .waits, transaction)
      return nil
    }
    do throws(RecordRefusal) { return try read(change) } catch {
      try park(change, reason: .unknown, transaction)
      return nil
    }
  }

  private func know(
    _ remote: RemoteChange, _ change: Change, _ local: LocalState,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let content = remote.content
    try transaction.run(
      """
      INSERT INTO sync_record(
        domain, record, version, fingerprint, modified_ms, sealed, body, detail)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(domain, record) DO UPDATE SET
        version = excluded.version, fingerprint = excluded.fingerprint,
        modified_ms = excluded.modified_ms, sealed = excluded.sealed, body = excluded.body,
        detail = excluded.detail, lost_ms = NULL
      """,
      .domain(change.domain), .record(change.record), .integer(change.version.number),
      .blob(LocalEdit.fingerprint(change.operation, content)), .stamp(change.modifiedAt),
      .optional(remote.body?.sealed), .optional(resolve == nil ? nil : content.body),
      .optional(content.detail))
    if remote.isDetailLocked { try keepLocked(change, transaction) }
    guard local.isParked else { return }
    // A newer version is known: what an older program could not read of an older one is past.
    try transaction.run(
      "DELETE FROM sync_parked WHERE domain = ? AND record = ?",
      .domain(change.domain), .record(change.record))
  }

  /// What the journal holds of one record when a change of it arrives.
  struct LocalState {
    var version = Version.absent
    var isInFlight = false
    var isParked = false
    /// The edit that waits to be sent, or that was refused and waits for the person.
    var waiting: LocalEdit?
    /// What the known version says; only there where the app has a rule of its own.
    var base: [UInt8]?
    /// The fingerprint of what the edit that waits was made of, where the Hub does not hold it any more.
    var lost: [UInt8]?
    /// The newest of its details that this device has seen.
    var newest: RollbackRule.Seen?

    /// Whether a replay may hand `change` over: it only fills gaps, so a record with an edit of this
    /// device's own, an older version and a delete are all left alone (docs/protocol/sync.md, R3, R4).
    func mayBeFilled(by change: Change) -> Bool {
      change.operation == .upsert && version <= change.version && !isInFlight && waiting == nil
    }
  }

  func localState(
    _ domain: Domain, _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> LocalState {
    try transaction.first(
      """
      SELECT coalesce(r.version, 0), f.record IS NOT NULL, p.record IS NOT NULL,
        coalesce(o.record, q.record) IS NOT NULL, k.domain, k.record,
        coalesce(o.is_delete, q.is_delete), coalesce(o.occurred_minute, q.occurred_minute),
        coalesce(o.modified_ms, q.modified_ms), coalesce(o.body, q.body), r.body,
        iif(r.version = 0, r.fingerprint, NULL), n.modified_ms, n.detail_hash
      FROM (SELECT ?1 AS domain, ?2 AS record) k
      LEFT JOIN sync_record r ON r.domain = k.domain AND r.record = k.record
      LEFT JOIN sync_in_flight f ON f.domain = k.domain AND f.record = k.record
      LEFT JOIN sync_parked p ON p.domain = k.domain AND p.record = k.record
      LEFT JOIN sync_outbox o ON o.domain = k.domain AND o.record = k.record
      LEFT JOIN sync_quarantine q ON q.domain = k.domain AND q.record = k.record
      LEFT JOIN sync_newest n ON n.domain = k.domain AND n.record = k.record
      """,
      .domain(domain), .record(record)
    ) { (row) throws(SQLiteError) in
      LocalState(
        version: Version(row.integer(0)), isInFlight: row.integer(1) == 1,
        isParked: row.integer(2) == 1,
        waiting: row.integer(3) == 1 ? try LocalEdit(row: row, from: 4) : nil,
        base: row.optionalBlob(10), lost: row.optionalBlob(11),
        newest: row.optionalInteger(12).map {
          RollbackRule.Seen(
            modifiedAt: Stamp(milliseconds: $0), detailHash: row.optionalBlob(13))
        })
    } ?? LocalState()
  }

  /// Takes the waiting edit of a record back: the change says the same or has won.
  func forget(_ change: Change, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM sync_outbox WHERE domain = ? AND record = ?",
      .domain(change.domain), .record(change.record))
    try transaction.run(
      "DELETE FROM sync_quarantine WHERE domain = ? AND record = ?",
      .domain(change.domain), .record(change.record))
  }
}
