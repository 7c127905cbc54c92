import HubContracts
import ToolboxSQLite

extension Journal {
  /// Settles what the Hub holds with the edits that wait, where nothing is imported.
  ///
  /// The app is not told of other versions, so its own has to win: the edit waits on, based on the
  /// Hub's version and stamped later than it, and the Hub's is kept as the loser of a conflict
  /// (docs/protocol/sync.md, O8).
  func rebase(
    over changes: [Change], nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Taken {
    var taken = Taken(changes: changes.count)
    for change in changes {
      let local = try inJournal { () throws(SQLiteError) in
        let local = try localState(change.domain, change.record, transaction)
        if local.version < change.version { try learn(change, transaction) }
        try sawStamp(change.modifiedAt, transaction)
        return local
      }
      guard local.version < change.version, let edit = local.waiting else { continue }
      let content = content(of: change)
      switch ConflictRule.resolve(edit, change, remote: content) {
      case .same:
        try inJournal { () throws(SQLiteError) in try forget(change, transaction) }
      case .sameButLater: continue
      case .keepLocal, .takeRemote:
        taken.counts.conflicts += 1
        let stamp = try nextStamp(nowMilliseconds: nowMilliseconds, transaction)
        try inJournal { () throws(SQLiteError) in
          try keep(
            edit, change, detail: content.detail, winner: .local,
            nowMilliseconds: nowMilliseconds, transaction)
          try restamp(change, stamp, transaction)
        }
      }
    }
    return taken
  }

  /// Compares a piece of the whole feed of a restored Hub with what was reported, and imports nothing.
  ///
  /// What the Hub holds older than this store has said is noted as lost. What others have written since is
  /// met when this store has something to say of it, as at any other time.
  func compareReported(
    _ slice: Slice, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Taken {
    try inJournal { () throws(SQLiteError) in
      for change in slice.changes {
        let local = try localState(change.domain, change.record, transaction)
        if let reconcile = slice.reconcile {
          _ = try fallBack(to: change, local, reconcile.kind, transaction)
        }
        try sawStamp(change.modifiedAt, transaction)
      }
      try notePlace(of: slice, in: domain, transaction)
      return Taken(changes: slice.changes.count)
    }
  }

  /// Notes the Hub's version as the base of what follows; what it says is not held here.
  private func learn(_ change: Change, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO sync_record(domain, record, version, fingerprint, modified_ms)
      VALUES(?, ?, ?, ?, ?) ON CONFLICT(domain, record) DO UPDATE SET version = excluded.version,
        fingerprint = excluded.fingerprint, modified_ms = excluded.modified_ms, body = NULL
      """,
      .domain(change.domain), .record(change.record), .integer(change.version.number),
      .blob(LocalEdit.fingerprint(change.operation, content(of: change))),
      .stamp(change.modifiedAt))
  }

  private func restamp(
    _ change: Change, _ stamp: Stamp, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE sync_outbox SET modified_ms = ? WHERE domain = ? AND record = ?", .stamp(stamp),
      .domain(change.domain), .record(change.record))
  }

  /// The canonical bytes and the detail where this program can read them; else the bytes as they came.
  func content(of change: Change) -> KeptContent {
    do throws(RecordRefusal) { return try read(change).content } catch {
      return KeptContent(change.body, detail: nil)
    }
  }
}
