import HubContracts
import ToolboxJSON
import ToolboxSQLite

/// Why a change is kept aside instead of being given to the app.
enum ParkingReason: String {
  /// An edit of the record is in flight or was answered with a conflict; resolved in this pass.
  case waits
  /// Its type, or a word in it, is not known to this version; given to the app after an upgrade.
  case unknown
}

extension Journal {
  func park(
    _ change: Change, reason: ParkingReason, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    // A newer change of the record replaces an older one; an older one never comes later.
    try transaction.run(
      """
      INSERT OR REPLACE INTO sync_parked(domain, record, reason, change, parked_under)
      VALUES(?, ?, ?, ?, ?)
      """,
      .domain(change.domain), .record(change.record), .text(reason.rawValue), .blob(change.json),
      .text(vocabulary.digest.description))
  }

  /// Drops what was parked of a record of which the Hub has taken an edit as `version`, or a later one: it
  /// is the edit itself, met in the feed before its answer came, or what the edit was based on.
  ///
  /// Else it would be taken for another device's once the Hub says that it holds the record no more.
  func dropParked(
    _ record: RecordID, upTo version: Version, _ domain: Domain,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let parked = try transaction.first(
      "SELECT change FROM sync_parked WHERE domain = ? AND record = ?", .domain(domain),
      .record(record)
    ) { (row) throws(SQLiteError) in try Change(kept: row, in: domain) }
    guard let parked, parked.version <= version else { return }
    try dropParked(record, domain, transaction)
  }

  private func dropParked(
    _ record: RecordID, _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM sync_parked WHERE domain = ? AND record = ?", .domain(domain), .record(record))
  }

  /// Takes out the parked changes that can be looked at again, at most `limit`.
  ///
  /// Those that wait come when their record is no longer in flight; those that were not understood
  /// come once to each program that knows other contracts than the one that parked them, because what
  /// it cannot read either is parked under its own digest.
  func takeParked(
    _ domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Change] {
    let changes = try transaction.all(
      """
      SELECT p.change FROM sync_parked p
      LEFT JOIN sync_in_flight f ON f.domain = p.domain AND f.record = p.record
      WHERE p.domain = ? AND f.record IS NULL
        AND (p.reason = 'waits' OR p.parked_under != ?) LIMIT ?
      """,
      .domain(domain), .text(vocabulary.digest.description), .integer(limit)
    ) { (row) throws(SQLiteError) in try Change(kept: row, in: domain) }
    for change in changes { try dropParked(change.record, domain, transaction) }
    return changes
  }
}

extension Change {
  /// Reads a change that was kept as it came.
  init(kept row: borrowing Row, in domain: Domain) throws(SQLiteError) {
    do throws(JSONError) { self = try Change.read(json: row.blob(0), domain: domain) } catch {
      throw row.damaged()
    }
  }
}
