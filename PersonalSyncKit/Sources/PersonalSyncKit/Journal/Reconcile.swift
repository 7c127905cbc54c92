import HubContracts
import ToolboxSQLite

/// Why a store is compared with the whole feed (docs/protocol/sync.md, §7).
enum ReconcileReason: Sendable, Equatable {
  /// The Hub has forgotten deletions that this store has not seen.
  case expired
  /// The Hub was put back from a backup and has lost what came after it.
  case restored(Epoch)
}

/// A comparison with the whole feed that is under way; it goes on in the next pass, and after a crash.
///
///     read the feed from its start ─▶ compare what the store holds ─▶ sweep what is left of both
struct Reconcile: Sendable, Equatable {
  enum Kind: String { case expired, restored }
  enum Stage: String { case read, compare, sweep }

  var kind: Kind
  /// Rows that were met carry it.
  var generation: Int64
  var epoch: Epoch
  var begunMilliseconds: Int64
  var stage: Stage
  /// How far the feed has been read and saved.
  var cursor: Cursor
  /// The record up to which the stage has come; nil at its beginning.
  var record: RecordID?
}

/// What came of the records that the Hub does not hold, or holds older.
struct SweepCounts: Sendable, Equatable {
  /// Deleted here and kept in the trash.
  var trashed = 0
  /// Queued again, because the Hub has lost them.
  var offered = 0
  /// Left alone, because the app did not say what it holds.
  var leftAlone = 0
}

extension Journal {
  /// The comparison that is under way; nil where none is.
  func reconcile(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Reconcile? {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT kind, generation, epoch, begun_ms, stage, cursor, record FROM sync_reconcile
        WHERE domain = ? AND kind IS NOT NULL
        """,
        .domain(domain)
      ) { (row) throws(SQLiteError) in
        guard let kind = Reconcile.Kind(rawValue: row.text(0)),
          let stage = Reconcile.Stage(rawValue: row.text(4))
        else { throw row.damaged() }
        return Reconcile(
          kind: kind, generation: row.integer(1), epoch: Epoch(row.integer(2)),
          begunMilliseconds: row.integer(3), stage: stage, cursor: Cursor(row.integer(5)),
          record: RecordID(row.text(6)))
      }
    }
  }

  /// Begins a comparison, or begins the one that is under way anew.
  ///
  /// One that is for a lost epoch stays so: nothing that the Hub may have lost is taken for deleted.
  func beginReconcile(
    _ reason: ReconcileReason, in domain: Domain, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) {
    let underWay = try reconcile(domain, transaction)
    let known = try epoch(domain, transaction) ?? Epoch(1)
    let (kind, epoch): (Reconcile.Kind, Epoch) =
      switch reason {
      case .expired: (underWay?.kind ?? .expired, underWay?.epoch ?? known)
      case .restored(let epoch): (.restored, epoch)
      }
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        INSERT INTO sync_reconcile(domain, generation, kind, epoch, begun_ms, stage, cursor, record)
        VALUES(?, 1, ?, ?, ?, 'read', 0, '') ON CONFLICT(domain) DO UPDATE SET
          generation = generation + 1, kind = excluded.kind, epoch = excluded.epoch,
          begun_ms = excluded.begun_ms, stage = 'read', cursor = 0, record = ''
        """,
        .domain(domain), .text(kind.rawValue), .integer(epoch.number), .integer(nowMilliseconds))
      if kind == .restored {
        // Of the Hub as it was before; what it holds now is read anyway.
        try transaction.run(
          "DELETE FROM sync_parked WHERE domain = ? AND reason = 'waits'", .domain(domain))
      }
    }
  }

  /// Notes that the feed has been read and saved up to `cursor`, and whether that is its end.
  func reconcileRead(
    to cursor: Cursor, isEnd: Bool, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE sync_reconcile SET cursor = ?, stage = iif(?, 'compare', stage) WHERE domain = ?",
      .integer(cursor.number), .integer(isEnd ? 1 : 0), .domain(domain))
  }

  /// Notes how far a stage has come, or that the next one begins.
  func reconcile(
    _ stage: Reconcile.Stage, cameTo record: RecordID?, in domain: Domain,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE sync_reconcile SET stage = ?, record = ? WHERE domain = ?", .text(stage.rawValue),
      .text(record?.description ?? ""), .domain(domain))
  }

  /// Ends a comparison: the ordinary cursor is where the feed ended, under the epoch of now.
  func endReconcile(
    _ reconcile: Reconcile, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if reconcile.kind == .expired {
      // What this program could not read and the Hub does not hold any more.
      try transaction.run(
        "DELETE FROM sync_parked WHERE domain = ? AND reason = 'unknown' AND seen <> ?",
        .domain(domain), .integer(reconcile.generation))
    }
    try move(to: reconcile.cursor, epoch: reconcile.epoch, in: domain, transaction)
    try transaction.run("UPDATE sync_reconcile SET kind = NULL WHERE domain = ?", .domain(domain))
  }
}
