import AnchorModel
import AppShell
import PersonalSyncKit
import ToolboxSQLite

/// Saves the sessions of a batch that came from elsewhere.
struct SessionIntake {
  let desk: Desk
  private var starts: [Instant] = []
  private var trashed: [SessionChange] = []

  init(desk: Desk) { self.desk = desk }

  mutating func take(
    _ change: RemoteChange, as id: SessionID, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    let held = try inStore { () throws(SQLiteError) in try SessionTable.find(id, transaction) }
    // What runs here is this device's to end; it has no record until then.
    if held?.isActive ?? false { return }
    if change.isTrashed, let held { trashed.append(.removed(held)) }
    let session = try save(change, as: id, over: held, transaction)
    starts += [held, session].compactMap { $0?.startedAt }
  }

  /// Marks the days, and keeps a way back for what was trashed.
  func finish(_ transaction: borrowing Transaction) throws(StoreError) {
    try desk.ledger.marks.sessionsChanged(startingAt: starts, transaction)
    if trashed.isEmpty { return }
    // The kit's trash has the facts only; taking this back brings the words as well.
    let step = UndoStep(.delete, changes: trashed)
    _ = try inStore { () throws(SQLiteError) in try UndoTable.add(step, at: desk.now, transaction) }
  }

  private func save(
    _ change: RemoteChange, as id: SessionID, over held: FocusSession?,
    _ transaction: borrowing Transaction
  ) throws(StoreError) -> FocusSession? {
    guard let body = change.body else {
      try inStore { () throws(SQLiteError) in
        if let held { try RemovedSessionTable.keep(held, at: desk.now, transaction) }
        try SessionTable.remove(id, transaction)
      }
      return nil
    }
    guard let facts = SessionRecord.facts(of: body) else { return held }
    return try inStore { () throws(SQLiteError) in
      // One that comes back finds what this device knew of it.
      let known = if let held { held } else { try RemovedSessionTable.take(id, transaction) }
      let detailed = SessionRecord.session(id, in: change.detail, over: known) ?? known
      let merged = facts.merged(into: detailed, id: id)
      if merged != held { try SessionTable.put(merged, transaction) }
      return merged
    }
  }
}
