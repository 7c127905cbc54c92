import PersonalSyncKit
import ToolboxSQLite

/// Notices what other processes and other parts of this one commit to a store.
///
/// Reads one number that SQLite keeps for this; it costs some microseconds and takes no lock that
/// a writer would wait for.
public actor StoreWatch {
  /// How often to look: so long another process's change may wait before it is noticed.
  public static let intervalMilliseconds: Int64 = 2_000

  private let database: Database
  private let journal: Journal
  private var version: Int64 = 0

  public init(_ store: AppStore) throws(StoreError) {
    journal = store.journal
    database = try inStore { () throws(SQLiteError) in
      try Database(path: store.folder.databasePath, access: .readOnly)
    }
  }

  /// Whether something was committed since the last call and changes wait to be sent.
  public func hasNews() throws(StoreError) -> Bool {
    let journal = journal
    let last = version
    let (now, isWaiting) = try database.read { (transaction) throws(StoreError) in
      let now = try inStore { () throws(SQLiteError) in
        try transaction.first("PRAGMA data_version") { $0.integer(0) } ?? 0
      }
      if now == last { return (now, false) }
      let waiting = try inStore { () throws(JournalError) in
        try journal.pendingMutationCount(transaction)
      }
      return (now, waiting > 0)
    }
    version = now
    return isWaiting
  }
}
