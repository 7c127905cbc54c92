import HubContracts
import ToolboxSQLite

/// That passes fail is kept beside the cursor: what a person is told must not depend on which process
/// ran the last pass.
extension Journal {
  /// Since when passes do not reach their end; nil while they do.
  func failure(_ transaction: borrowing Transaction) throws(JournalError) -> SyncFailure? {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT failing_since_ms, failure_code FROM sync_position
        WHERE failing_since_ms IS NOT NULL ORDER BY failing_since_ms LIMIT 1
        """
      ) { SyncFailure(sinceMilliseconds: $0.integer(0), code: $0.text(1)) }
    }
  }

  /// Keeps the beginning of a row of failures, and the newest reason.
  func failed(
    _ domain: Domain, code: String, atMilliseconds now: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        INSERT INTO sync_position(domain, cursor, epoch, failing_since_ms, failure_code)
        VALUES(?1, 0, 1, ?2, ?3)
        ON CONFLICT(domain) DO UPDATE
          SET failing_since_ms = coalesce(failing_since_ms, ?2), failure_code = ?3
        """,
        .domain(domain), .integer(now), .text(code))
    }
  }

  /// Forgets failures of a session that is no longer current: the next one has not been tried.
  func forgetFailures(_ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run("UPDATE sync_position SET failing_since_ms = NULL, failure_code = NULL")
  }
}
