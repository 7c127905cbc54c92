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
    let (journal, writer) = (store.journal, MatterWriter(records: records))
    return try await store.database.read { (transaction) throws(StoreError) in
      try writer.matters(of: journal, transaction)
    }
  }

  /// The same, in words for a terminal, for programs and for a page.
  func words() async throws(StoreError) -> AttentionWords {
    let (store, writer, now) = (store, MatterWriter(records: records), clock.nowMilliseconds)
    return try await store.database.read { (transaction) throws(StoreError) in
      AttentionWords(
        matters: try writer.matters(of: store.journal, transaction),
        zone: try store.zone(transaction), nowMilliseconds: now)
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
      try inStore { () throws(JournalError) in try journal.dismissConflict(number, transaction) }
    }
  }

  /// Puts every refused change back into the outbox, and returns how many there were.
  package func sendAgain() async throws(StoreError) -> Int {
    let journal = store.journal
    return try await store.database.write(.local) { (transaction) throws(StoreError) in
      try inStore { () throws(JournalError) in try journal.retryQuarantined(transaction) }
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
