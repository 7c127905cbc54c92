import HubContracts
import ToolboxSQLite

// What an app whose store is not SQLite is about to delete.
//
// A record that is missing from its store may have been deleted by the person or lost; only a word that was
// said before can tell:
//
//     journal   will delete ............. queues the delete
//     app                    ... removes
//
// A crash before the removal leaves the record where it is, and the word is taken back at the next start. A
// crash after it leaves a word and no record: the delete is queued then.

extension Journal {
  func noteIntendedDelete(
    _ change: RecordChange, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        INSERT OR REPLACE INTO sync_intended_delete(domain, record, occurred_minute)
        VALUES(?, ?, ?)
        """,
        .domain(change.domain), .record(change.record), .integer(change.occurredAt.number))
    }
  }

  /// Forgets what was about to be deleted: it is queued, or is not to be.
  func forgetIntendedDelete(
    _ domain: Domain, _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "DELETE FROM sync_intended_delete WHERE domain = ? AND record = ?", .domain(domain),
        .record(record))
    }
  }

  /// Everything that was about to be deleted when the program ended, as deletes.
  func intendedDeletes(
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> [RecordChange] {
    try inJournal { () throws(SQLiteError) in
      try transaction.all("SELECT domain, record, occurred_minute FROM sync_intended_delete") {
        (row) throws(SQLiteError) in
        guard let domain = Domain(number: row.integer(0)), let record = RecordID(row.text(1))
        else { throw row.damaged() }
        return .delete(domain, record, occurredAt: Minute(number: row.integer(2)))
      }
    }
  }
}
