import HubContracts
import ToolboxSQLite

extension PersonalSyncRuntime {
  /// Makes the losing side of a conflict a new edit, in one transaction with the app's own save of it.
  ///
  /// `applyChanges` is given the side as one change. False where the conflict was restored or dismissed
  /// before; nothing happens then. Waits for no network and no pass; see
  /// ``Journal/restoreConflict(_:nowMilliseconds:in:)`` for what is refused.
  @discardableResult
  public func restoreConflict(
    _ id: Int64, applyChanges: @escaping ApplyChanges
  ) async throws(SyncError) -> Bool {
    let (journal, now) = (runner.journal, runner.clock.nowMilliseconds)
    return try await runner.store.write { (transaction) throws(SyncError) in
      let change = try inPass { () throws(JournalError) in
        try journal.restoreConflict(id, nowMilliseconds: now, in: transaction)
      }
      guard let change else { return false }
      do { try applyChanges(Batch(changes: [change]), transaction) } catch {
        throw SyncError.applyFailed(error)
      }
      return true
    }
  }
}

extension DetachedSyncRuntime {
  /// Makes the losing side of a conflict a new edit, once the app has saved it.
  ///
  /// As ``PersonalSyncRuntime/restoreConflict(_:applyChanges:)``; after a failure between the two the
  /// conflict is still kept, and may be restored again.
  @discardableResult
  public func restoreConflict(
    _ id: Int64, applyChanges: SaveChanges
  ) async throws(SyncError) -> Bool {
    let (journal, now) = (runner.journal, runner.clock.nowMilliseconds)
    let change = try await runner.store.write { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        // What would be saved, and whether it may be; the journal follows when the app has saved it.
        try inJournal { () throws(SQLiteError) in try transaction.run("SAVEPOINT restoring") }
        let change = try journal.restoreConflict(id, nowMilliseconds: now, in: transaction)
        try inJournal { () throws(SQLiteError) in
          try transaction.run("ROLLBACK TO restoring")
          try transaction.run("RELEASE restoring")
        }
        return change
      }
    }
    guard let change else { return false }
    do { try await applyChanges(Batch(changes: [change])) } catch { throw .applyFailed(error) }
    return try await runner.store.write { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try journal.restoreConflict(id, nowMilliseconds: now, in: transaction) != nil
      }
    }
  }
}
