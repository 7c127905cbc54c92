import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// Where a person looks at the ``Matters`` of one store and decides them; needs no network.
///
/// A decision writes the app's rows and their place in the outbox together, or nothing.
package struct AttentionDesk: Sendable {
  private let store: AppStore
  private let records: any SyncedRecords
  private let clock: any SyncClock

  package init(_ store: AppStore, _ records: any SyncedRecords, clock: any SyncClock) {
    self.store = store
    self.records = records
    self.clock = clock
  }

  package func matters() async throws(StoreError) -> Matters {
    let (journal, records) = (store.journal, records)
    return try await store.database.read { (transaction) throws(StoreError) in
      let (conflicts, refused, trash) = try inStore { () throws(JournalError) in
        (
          try journal.conflicts(transaction), try journal.quarantined(transaction),
          try journal.trash(transaction)
        )
      }
      let writer = MatterWriter(records: records)
      return Matters(
        conflicts: try conflicts.map { (conflict) throws(StoreError) in
          try writer.words(conflict, transaction)
        },
        refused: try refused.map { (edit) throws(StoreError) in
          try writer.words(edit, transaction)
        },
        trashed: try trash.map { (record) throws(StoreError) in
          try writer.words(record, transaction)
        })
    }
  }

  /// Makes the side of a conflict that lost the record again, as a new edit.
  ///
  /// Returns false, and changes nothing, where the conflict is not there any more.
  package func takeOther(_ number: Int64) async throws(StoreError) -> Bool {
    let (journal, now) = (store.journal, clock.nowMilliseconds)
    return try await saving { (transaction) throws(JournalError) in
      try journal.restoreConflict(number, nowMilliseconds: now, in: transaction)
    }
  }

  /// Keeps what the store shows, and forgets the other side of a conflict.
  ///
  /// Returns false where the conflict is not there any more.
  package func keep(_ number: Int64) async throws(StoreError) -> Bool {
    let journal = store.journal
    return try await store.database.write(.local) { (transaction) throws(StoreError) in
      try inStore { () throws(JournalError) in
        let isThere = try journal.conflicts(transaction).contains { $0.id == number }
        if isThere { try journal.dismissConflict(number, transaction) }
        return isThere
      }
    }
  }

  /// Puts every refused change back into the outbox, and returns how many there were.
  package func sendAgain() async throws(StoreError) -> Int {
    let journal = store.journal
    return try await store.database.write(.local) { (transaction) throws(StoreError) in
      try inStore { () throws(JournalError) in
        let count = try journal.quarantined(transaction).count
        try journal.retryQuarantined(transaction)
        return count
      }
    }
  }

  /// Takes a record out of the trash, here and, with the next pass, everywhere.
  ///
  /// Returns false, and changes nothing, where it is not in the trash or was made anew meanwhile.
  package func bringBack(_ trashed: Matters.Trashed) async throws(StoreError) -> Bool {
    let (journal, now) = (store.journal, clock.nowMilliseconds)
    return try await saving { (transaction) throws(JournalError) in
      try journal.restoreTrashed(
        trashed.record, in: trashed.domain, nowMilliseconds: now, transaction)
    }
  }

  /// Saves what the journal says that the app has to save, in the same transaction.
  private func saving(
    _ restored: @escaping @Sendable (borrowing Transaction) throws(JournalError) -> RemoteChange?
  ) async throws(StoreError) -> Bool {
    let records = records
    return try await store.database.write(.local) { (transaction) throws(StoreError) in
      let change = try inStore { () throws(JournalError) in try restored(transaction) }
      guard let change else { return false }
      try records.apply(Batch(changes: [change]), transaction)
      return true
    }
  }
}
