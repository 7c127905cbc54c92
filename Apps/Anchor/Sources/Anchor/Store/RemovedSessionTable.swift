import AnchorModel
import ToolboxSQLite

/// Sessions that another device deleted, as they were here, for as long as the kit's trash keeps them.
///
/// The kit keeps facts: of a session that comes back, only this table knows the words.
enum RemovedSessionTable {
  static func keep(
    _ session: FocusSession, at now: Instant, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let row = SessionColumns(session)
    try transaction.run(
      """
      INSERT OR REPLACE INTO session_removed(id, started_s, planned_s, banked_s, phase, phase_s,
        reason, title, tags, notes, pauses, batch, is_full, removed_s)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      row.id, row.started, row.planned, row.banked, row.phase, row.phaseSecond, row.reason,
      row.title, row.tags, row.notes, row.pauses, row.batch, row.isFull, .second(now))
  }

  static func find(
    _ id: SessionID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> FocusSession? {
    try transaction.first(
      """
      SELECT id, started_s, planned_s, banked_s, phase, phase_s, reason, title, tags, notes,
        pauses, batch, is_full FROM session_removed WHERE id = ?
      """,
      .text(id.description)
    ) { (row) throws(SQLiteError) in try SessionColumns.read(row) }
  }

  /// The session, which is not kept here any more; nil where it is not.
  static func take(
    _ id: SessionID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> FocusSession? {
    guard let session = try find(id, transaction) else { return nil }
    try transaction.run("DELETE FROM session_removed WHERE id = ?", .text(id.description))
    return session
  }

  /// Forgets what was deleted more than ``UndoTable/daysMax`` days ago.
  static func removeOld(
    _ now: Instant, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM session_removed WHERE removed_s < ?",
      .second(now.adding(seconds: -UndoTable.daysMax * 86_400)))
  }
}
