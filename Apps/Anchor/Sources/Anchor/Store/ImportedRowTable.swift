import AnchorImport
import AnchorModel
import ToolboxSQLite

/// From which rows of files sessions were imported; a session that goes takes its rows along.
enum ImportedRowTable {
  static func put(
    _ row: ImportedRow, of session: SessionID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "INSERT OR REPLACE INTO imported_row(digest, session) VALUES(?, ?)", .blob(row.digest),
      .text(session.description))
  }

  /// Which sessions were imported from rows of these digests.
  static func sessions(
    of digests: [[UInt8]], _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [[UInt8]: SessionID] {
    var found: [[UInt8]: SessionID] = [:]
    for digest in digests {
      found[digest] = try transaction.first(
        "SELECT session FROM imported_row WHERE digest = ?", .blob(digest)
      ) { (row) throws(SQLiteError) in
        guard let id = SessionID(row.text(0)) else { throw row.damaged() }
        return id
      }
    }
    return found
  }
}
