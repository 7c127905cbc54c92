import HubContracts
import ToolboxJSON
import ToolboxSQLite

/// Two versions of one record that were made without knowledge of each other.
///
/// One of them won and is in the store; the other is only here, until the person has looked.
public struct KeptConflict: Sendable, Equatable, Identifiable {
  public enum Winner: String, Sendable { case local, remote }

  public var id: Int64
  public var winner: Winner
  public var local: LocalEdit
  public var remote: Change
  /// The detail of the other version, where it could be opened when the two met.
  public var remoteDetail: [UInt8]?
  public var keptAtMilliseconds: Int64
}

extension Journal {
  /// The conflicts that nobody has looked at yet, oldest first.
  public func conflicts(_ transaction: borrowing Transaction) throws(JournalError) -> [KeptConflict]
  {
    try inJournal { () throws(SQLiteError) in
      try transaction.all(
        """
        SELECT id, winner, kept_ms, domain, record, local_is_delete, local_occurred_minute,
          local_modified_ms, local_body, remote_change,
          remote_detail FROM sync_conflict ORDER BY id
        """
      ) { (row) throws(SQLiteError) in try KeptConflict(row: row) }
    }
  }

  func keptConflict(
    _ id: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> KeptConflict? {
    try transaction.first(
      """
      SELECT id, winner, kept_ms, domain, record, local_is_delete, local_occurred_minute,
        local_modified_ms, local_body, remote_change,
          remote_detail FROM sync_conflict WHERE id = ?
      """,
      .integer(id)
    ) { (row) throws(SQLiteError) in try KeptConflict(row: row) }
  }

  /// Forgets a conflict that the person has looked at; false where it is not kept any more.
  @discardableResult
  public func dismissConflict(
    _ id: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Bool {
    try inJournal { () throws(SQLiteError) in
      try transaction.run("DELETE FROM sync_conflict WHERE id = ?", .integer(id))
      return transaction.changes > 0
    }
  }

  func keep(
    _ local: LocalEdit, _ remote: Change, detail: [UInt8]?, winner: KeptConflict.Winner,
    nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    // A day summary is computed from what the store holds: its loser says nothing that is lost.
    guard local.record.summaryDay == nil else { return }
    try transaction.run(
      """
      INSERT INTO sync_conflict(domain, record, kept_ms, winner, local_is_delete,
        local_occurred_minute, local_modified_ms, local_body, remote_change, remote_detail)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .domain(local.domain), .record(local.record), .integer(nowMilliseconds),
      .text(winner.rawValue), .isDelete(local.operation), .integer(local.occurredAt.number),
      .stamp(local.modifiedAt), .blob(local.content.column), .blob(remote.json),
      .optional(detail))
  }
}

extension KeptConflict {
  fileprivate init(row: borrowing Row) throws(SQLiteError) {
    let local = try LocalEdit(row: row, from: 3)
    guard let winner = Winner(rawValue: row.text(1)) else { throw row.damaged() }
    let remote: Change
    do throws(JSONError) {
      remote = try Change.read(json: row.blob(9), domain: local.domain)
    } catch { throw row.damaged() }
    self.init(
      id: row.integer(0), winner: winner, local: local, remote: remote,
      remoteDetail: row.optionalBlob(10),
      keptAtMilliseconds: row.integer(2))
  }
}
