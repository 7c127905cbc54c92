import HubContracts

extension PersonalPlatformConnection {
  /// How the store and its Hub stand, from the store alone; asks nobody.
  ///
  /// A line for a person is its description. As it changes: ``SyncMonitor``.
  public func status() async throws(JournalError) -> SyncStatus {
    let journal = journal
    return try await store.read { (transaction) throws(JournalError) in
      try journal.syncStatus(transaction)
    }
  }

  /// The conflicts that nobody has looked at yet, oldest first.
  ///
  /// The winner is in the store. To take the other side, use
  /// ``PersonalSyncRuntime/restoreConflict(_:applyChanges:)``; to let the winner stay,
  /// ``dismissConflict(_:)``.
  public func conflicts() async throws(JournalError) -> [KeptConflict] {
    let journal = journal
    return try await store.read { (transaction) throws(JournalError) in
      try journal.conflicts(transaction)
    }
  }

  /// Lets the winner of a conflict stay; false where the conflict is not kept any more.
  @discardableResult
  public func dismissConflict(_ id: Int64) async throws(JournalError) -> Bool {
    let journal = journal
    return try await store.write { (transaction) throws(JournalError) in
      try journal.dismissConflict(id, transaction)
    }
  }

  /// What the Hub refused for what it says, oldest refusal first; kept here until it is changed.
  public func refusedChanges() async throws(JournalError) -> [QuarantinedEdit] {
    let journal = journal
    return try await store.read { (transaction) throws(JournalError) in
      try journal.quarantined(transaction)
    }
  }
}

extension DetachedPlatformConnection {
  /// How the journal and its Hub stand; see ``PersonalPlatformConnection/status()``.
  public func status() async throws(JournalError) -> SyncStatus {
    let journal = journal.journal
    return try await self.journal.store.read { (transaction) throws(JournalError) in
      try journal.syncStatus(transaction)
    }
  }
}

extension KeptConflict {
  /// What one side says; nil where it deleted the record, or says what this program cannot read.
  public func facts<Record: Facts>(of side: Winner, as type: Record.Type) -> Record? {
    let (operation, bytes) =
      switch side {
      case .local: (local.operation, local.body)
      case .remote: (remote.operation, remote.body)
      }
    guard operation == .upsert else { return nil }
    do { return try RecordBody.read(bytes, domain: local.domain).facts(as: type) } catch {
      return nil
    }
  }
}
