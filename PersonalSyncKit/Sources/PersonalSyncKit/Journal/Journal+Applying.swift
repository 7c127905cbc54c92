import HubContracts
import ToolboxSQLite

/// A piece of a page, or parked changes, on its way into the store.
struct Slice: Sendable {
  var changes: [Change]
  /// Where the feed has been read to once these are saved; nil for changes that were parked.
  var cursor: Cursor?
  var epoch: Epoch?
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
  /// 4. A change that meets a waiting edit is resolved by ``ConflictRule``; the loser is kept.
  /// 5. The rest is handed over.
  func take(
    _ slice: Slice, in domain: Domain, nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) -> (batch: Batch, counts: ApplyCounts) {
    try inJournal { () throws(SQLiteError) in
      var batch = Batch(changes: [])
      var counts = ApplyCounts()
      for change in slice.changes {
        guard let remote = try admit(change, transaction) else { continue }
        let isForApp = try settle(remote, change, nowMilliseconds, &counts, transaction)
        try know(remote, change, transaction)
        if isForApp { batch.changes.append(remote) }
      }
      counts.applied = batch.changes.count
      if let cursor = slice.cursor {
        try move(to: cursor, epoch: slice.epoch, in: domain, transaction)
      }
      return (batch, counts)
    }
  }

  /// Cases 1 to 3 of ``take(_:in:nowMilliseconds:_:)``; nil where there is nothing to do now.
  private func admit(
    _ change: Change, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> RemoteChange? {
    try sawStamp(change.modifiedAt, transaction)
    guard try knownVersion(change.record, change.domain, transaction) < change.version else {
      return nil
    }
    if try isInFlight(change.record, change.domain, transaction) {
      try park(change, reason: .waits, transaction)
      return nil
    }
    var body: RecordBody?
    if change.operation == .upsert {
      do throws(RecordRefusal) {
        body = try RecordBody.read(change.body, domain: change.domain)
      } catch {
        try park(change, reason: .unknown, transaction)
        return nil
      }
    }
    return RemoteChange(
      domain: change.domain, record: change.record, version: change.version,
      occurredAt: change.occurredAt, modifiedAt: change.modifiedAt, origin: change.origin,
      body: body)
  }

  /// Case 4; true where the app has to save the change.
  private func settle(
    _ remote: RemoteChange, _ change: Change, _ nowMilliseconds: Int64,
    _ counts: inout ApplyCounts, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    guard let local = try waitingEdit(change.record, change.domain, transaction) else {
      return true
    }
    let body = remote.body?.canonical ?? RecordBody.tombstone
    switch ConflictRule.resolve(local, change, remoteBody: body) {
    case .same:
      try forget(change, transaction)
      return true
    case .sameButLater:
      return false
    case .keepLocal:
      counts.conflicts += 1
      try keep(
        local, change, winner: .local, nowMilliseconds: nowMilliseconds, transaction)
      return false
    case .takeRemote:
      counts.conflicts += 1
      try keep(
        local, change, winner: .remote, nowMilliseconds: nowMilliseconds, transaction)
      try forget(change, transaction)
      return true
    }
  }

  private func know(
    _ remote: RemoteChange, _ change: Change, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let body = remote.body?.canonical ?? RecordBody.tombstone
    try transaction.run(
      """
      INSERT INTO sync_record(domain, record, version, fingerprint, modified_ms, sealed)
      VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT(domain, record) DO UPDATE SET
        version = excluded.version, fingerprint = excluded.fingerprint,
        modified_ms = excluded.modified_ms, sealed = excluded.sealed
      """,
      .domain(change.domain), .record(change.record), .integer(change.version.number),
      .blob(LocalEdit.fingerprint(change.operation, body)), .stamp(change.modifiedAt),
      .optional(remote.body?.sealed))
    // A newer version is known: what an older program could not read of an older one is past.
    try transaction.run(
      "DELETE FROM sync_parked WHERE domain = ? AND record = ?",
      .domain(change.domain), .record(change.record))
  }

  private func knownVersion(
    _ record: RecordID, _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Version {
    try transaction.first(
      "SELECT version FROM sync_record WHERE domain = ? AND record = ?",
      .domain(domain), .record(record)
    ) { Version($0.integer(0)) } ?? .absent
  }

  private func isInFlight(
    _ record: RecordID, _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first(
      "SELECT 1 FROM sync_in_flight WHERE domain = ? AND record = ?",
      .domain(domain), .record(record)
    ) { $0.integer(0) } != nil
  }

  /// The edit of a record that waits to be sent, or that was refused and waits for the person.
  private func waitingEdit(
    _ record: RecordID, _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> LocalEdit? {
    try transaction.first(
      """
      SELECT domain, record, is_delete, occurred_minute, modified_ms, body FROM sync_outbox
        WHERE domain = ?1 AND record = ?2
      UNION ALL
      SELECT domain, record, is_delete, occurred_minute, modified_ms, body FROM sync_quarantine
        WHERE domain = ?1 AND record = ?2
      """,
      .domain(domain), .record(record)
    ) { (row) throws(SQLiteError) in try LocalEdit(row: row) }
  }

  /// Takes the waiting edit of a record back: the change says the same or has won.
  private func forget(_ change: Change, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM sync_outbox WHERE domain = ? AND record = ?",
      .domain(change.domain), .record(change.record))
    try transaction.run(
      "DELETE FROM sync_quarantine WHERE domain = ? AND record = ?",
      .domain(change.domain), .record(change.record))
  }
}
