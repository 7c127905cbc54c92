import HubContracts
import PersonalSyncSealed
import ToolboxCrypto
import ToolboxSQLite

// What a Hub cannot do unseen: hand on an old detail as if it were the newest (docs/protocol/sealed.md, 4.5).

extension Journal {
  /// Whether a change says something older than the newest detail that this device has seen of its record.
  ///
  /// Without a key nobody can tell whether what is of the same time says the same.
  func isRolledBack(_ remote: RemoteChange, after newest: RollbackRule.Seen?) -> Bool {
    guard let newest else { return false }
    if keys == nil || newest.isOfUnknownDetail, remote.modifiedAt == newest.modifiedAt {
      return false
    }
    return RollbackRule.verdict(on: seen(remote), after: newest) == .rolledBack
  }

  /// Keeps a change aside that was rolled back; what this device holds stays, and is what it edits next.
  ///
  /// The version is the Hub's, so that the next edit of the record is sent on it and puts the Hub right.
  func keepAside(
    _ change: Change, nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT OR REPLACE INTO sync_rolled_back(domain, record, change, found_ms) VALUES(?, ?, ?, ?)
      """,
      .domain(change.domain), .record(change.record), .blob(change.json),
      .integer(nowMilliseconds))
    try transaction.run(
      "UPDATE sync_record SET version = max(version, ?) WHERE domain = ? AND record = ?",
      .integer(change.version.number), .domain(change.domain), .record(change.record))
  }

  /// Notes what was opened, or that the record was deleted, unless something newer is known.
  func sawNewest(
    _ remote: RemoteChange, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    guard remote.detail != nil || remote.body == nil && keys != nil else { return }
    let seen = seen(remote)
    try transaction.run(
      """
      INSERT INTO sync_newest(domain, record, modified_ms, detail_hash) VALUES(?, ?, ?, ?)
      ON CONFLICT(domain, record) DO UPDATE SET
        modified_ms = excluded.modified_ms, detail_hash = excluded.detail_hash
        WHERE excluded.modified_ms >= modified_ms
      """,
      .domain(remote.domain), .record(remote.record), .stamp(seen.modifiedAt),
      .optional(seen.detailHash))
  }

  /// Notes what this device sealed, or deleted, once the Hub holds it as the newest version.
  ///
  /// Also where it is earlier than what was seen: a stamp that lay too far ahead was lowered here.
  func sealedNewest(
    _ edit: LocalEdit, as version: Version, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    guard edit.detail != nil || edit.operation == .delete && keys != nil else { return }
    try transaction.run(
      """
      INSERT INTO sync_newest(domain, record, modified_ms, detail_hash)
      SELECT domain, record, ?, ? FROM sync_record WHERE domain = ? AND record = ? AND version = ?
      ON CONFLICT(domain, record) DO UPDATE SET
        modified_ms = excluded.modified_ms, detail_hash = excluded.detail_hash
      """,
      .stamp(edit.modifiedAt), .optional(edit.detail.map(RollbackRule.Seen.hash)),
      .domain(edit.domain), .record(edit.record), .integer(version.number))
  }

  private func seen(_ remote: RemoteChange) -> RollbackRule.Seen {
    RollbackRule.Seen(
      modifiedAt: remote.modifiedAt, detailHash: remote.detail.map(RollbackRule.Seen.hash))
  }
}

extension RollbackRule.Seen {
  /// Whether the journal was made before it kept more than times.
  fileprivate var isOfUnknownDetail: Bool { detailHash?.isEmpty == true }
}
