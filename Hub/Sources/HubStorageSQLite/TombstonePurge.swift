import ToolboxSQLite

/// Forgets deletions that are older than the Hub promises to remember them.
///
/// The only statements on records that run over all accounts; nothing of a record leaves them.
enum TombstonePurge {
  private struct Place {
    var account: Int64
    var domain: Int64
    var cursor: Int64
  }

  /// Forgets at most `limit`, oldest first; returns how many.
  static func run(
    storedBefore milliseconds: Int64, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    let places = try transaction.all(
      """
      SELECT account, domain, cursor FROM record WHERE is_deleted = 1 AND recorded_ms < ?
      ORDER BY recorded_ms LIMIT ?
      """,
      .integer(milliseconds), .integer(limit)
    ) { Place(account: $0.integer(0), domain: $0.integer(1), cursor: $0.integer(2)) }
    for place in places { try forget(place, transaction) }
    return places.count
  }

  private static func forget(
    _ place: Place, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let (account, domain) = (SQLiteValue.integer(place.account), SQLiteValue.integer(place.domain))
    try transaction.run(
      "DELETE FROM record WHERE account = ? AND domain = ? AND cursor = ?",
      account, domain, .integer(place.cursor))
    try transaction.run(
      """
      INSERT INTO purge_horizon(account, domain, cursor) VALUES(?, ?, ?)
      ON CONFLICT(account, domain) DO UPDATE SET cursor = max(cursor, excluded.cursor)
      """,
      account, domain, .integer(place.cursor))
  }
}
