import HubContracts
import ToolboxSQLite

extension Journal {
  /// Makes the side that lost a conflict a new edit and says what the app has to save for it.
  ///
  /// Commit contract (docs/protocol/sync.md, §6):
  /// - The edit is queued on the version of now, with a stamp later than all before, and the conflict
  ///   is forgotten; save what is returned in the same transaction. A side that deleted the record
  ///   deletes it again.
  /// - Whatever the record has become since is replaced, by the person's own word.
  /// - Nil where the conflict was restored or dismissed before; nothing changes then.
  /// - Throws ``JournalError/contentFrozen`` where the record says for ever what the winner says,
  ///   ``JournalError/detailLocked`` where that would take away a detail that this device cannot read, or
  ///   is one that it cannot open and so cannot seal anew, and ``JournalError/contentUnknown`` where it
  ///   cannot read the side itself; it stays kept.
  public func restoreConflict(
    _ id: Int64, nowMilliseconds: Int64, in transaction: borrowing Transaction
  ) throws(JournalError) -> RemoteChange? {
    let conflict = try inJournal { () throws(SQLiteError) in try keptConflict(id, transaction) }
    guard let conflict else { return nil }
    let change = try loser(of: conflict)
    let known = try knownContent(change.domain, change.record, transaction)
    // A side that brings a detail of its own does not leave the record without one.
    let keepsDetail = !known.hasSealedDetail || change.body?.sealed != nil
    guard change.body == nil || keepsDetail else { throw .detailLocked }
    try queue(change, known, nowMilliseconds: nowMilliseconds, transaction)
    try dismissConflict(id, transaction)
    return try asSaved(change, nowMilliseconds: nowMilliseconds, transaction)
  }

  private func loser(of conflict: KeptConflict) throws(JournalError) -> RecordChange {
    let (local, remote) = (conflict.local, conflict.remote)
    return switch conflict.winner {
    case .remote:
      RecordChange(
        local.domain, local.record, body: try body(local.operation, local.body, local.domain),
        detail: DetailDraft(kept: local.detail), occurredAt: local.occurredAt)
    case .local:
      RecordChange(
        remote.domain, remote.record, body: try openedBody(of: conflict),
        detail: DetailDraft(kept: conflict.remoteDetail), occurredAt: remote.occurredAt)
    }
  }

  /// Without what was sealed for the time of then, which opens in no newer version.
  private func openedBody(of conflict: KeptConflict) throws(JournalError) -> RecordBody? {
    let remote = conflict.remote
    guard let read = try body(remote.operation, remote.body, remote.domain), read.sealed != nil
    else { return try body(remote.operation, remote.body, remote.domain) }
    guard conflict.remoteDetail != nil else { throw .detailLocked }
    return RecordBody(type: read.type, facts: read.facts)
  }

  private func body(
    _ operation: Operation, _ bytes: [UInt8], _ domain: Domain
  ) throws(JournalError) -> RecordBody? {
    guard operation == .upsert else { return nil }
    do throws(RecordRefusal) { return try vocabulary.read(bytes, domain) } catch {
      throw .contentUnknown
    }
  }

  /// A change that was just queued, in the form in which the app saves others.
  func asSaved(
    _ change: RecordChange, nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) -> RemoteChange {
    let now = try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT coalesce(r.version, 0), coalesce(o.modified_ms, f.modified_ms, r.modified_ms)
        FROM (SELECT ?1 AS domain, ?2 AS record) k
        LEFT JOIN sync_outbox o ON o.domain = k.domain AND o.record = k.record
        LEFT JOIN sync_in_flight f ON f.domain = k.domain AND f.record = k.record
        LEFT JOIN sync_record r ON r.domain = k.domain AND r.record = k.record
        """,
        .domain(change.domain), .record(change.record)
      ) { (version: $0.integer(0), stamp: $0.optionalInteger(1)) }
    }
    return RemoteChange(
      domain: change.domain, record: change.record, version: Version(now?.version ?? 0),
      occurredAt: change.occurredAt,
      modifiedAt: Stamp(milliseconds: now?.stamp ?? nowMilliseconds), origin: device,
      body: change.body, detail: change.detail?.json)
  }
}
