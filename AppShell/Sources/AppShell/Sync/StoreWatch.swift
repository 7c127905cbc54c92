import PersonalSyncKit
import ToolboxSQLite

/// Notices what other processes and other parts of this one commit to a store.
///
/// Reads one number that SQLite keeps for this; it costs some microseconds and takes no lock that
/// a writer would wait for.
actor StoreWatch {
  /// How often to look: so long another process's change may wait before it is noticed.
  static let intervalMilliseconds: Int64 = 2_000

  enum News: Sendable, Equatable {
    case nothing
    /// Something was committed, and changes wait to be sent.
    case changes
    /// Somebody signed in or out, or approved an account.
    case anotherConnection
  }

  /// Who may be synchronised with: changes with a sign-in, a sign-out and an approval.
  private struct Standing: Equatable {
    var isOwned: Bool
    var generation: Int64?
  }

  private let database: Database
  private let journal: Journal
  private var version: Int64 = 0
  private var standing: Standing?

  init(_ store: AppStore) throws(StoreError) {
    journal = store.journal
    database = try inStore { () throws(SQLiteError) in
      try Database(path: store.folder.databasePath, access: .readOnly)
    }
  }

  /// What was committed since the last call; the first finds nothing new but what waits.
  func look() throws(StoreError) -> News {
    let journal = journal
    let last = version
    let (now, status) = try database.read { (transaction) throws(StoreError) in
      let now = try inStore { () throws(SQLiteError) in
        try transaction.first("PRAGMA data_version") { $0.integer(0) } ?? 0
      }
      if now == last { return (now, JournalStatus?.none) }
      return (now, try inStore { () throws(JournalError) in try journal.status(transaction) })
    }
    version = now
    guard let status else { return .nothing }
    let found = Standing(
      isOwned: status.owner != nil, generation: status.account?.generation)
    defer { standing = found }
    if let standing, standing != found { return .anotherConnection }
    return status.waiting > 0 ? .changes : .nothing
  }
}
