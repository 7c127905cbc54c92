import HubContracts
import ToolboxCrypto
import ToolboxLocks
import ToolboxSQLite

extension Journal {
  private static let recordsAtOnce = 500

  /// Rebuilds damaged bookkeeping beside the app's own tables, from what the store holds.
  ///
  /// Call it after the person has agreed, while nothing of the store is open (docs/protocol/sync.md, S6):
  /// - The database is copied first, byte for byte; then the journal's tables are dropped, remade and
  ///   filled in one transaction. On throw, and after a crash, they are as they were.
  /// - Document and owner are kept where they can be read. Nobody is signed in.
  /// - The next pass reads the whole feed: what is missing here comes back, what is not at the Hub is
  ///   sent, what differs is settled as a conflict. Nothing is deleted anywhere.
  /// - What only the journal held is in the copy alone: kept conflicts, refused edits, the trash, and
  ///   deletes that were not sent.
  ///
  /// `lockPath` is that of the runtime. Throws ``JournalError/newerSchema`` for a journal that is newer and
  /// not damaged, and ``JournalError/damaged(code:)`` where the file itself is: restore a backup then.
  public static func recover(
    path: String, lockPath: String, install: InstallID? = nil, random: any RandomBytes,
    nowMilliseconds: Int64, currentRecords: CurrentRecords
  ) throws(SyncError) -> Recovery {
    let lock = try hold(lockPath)
    defer { withExtendedLifetime(lock) {} }
    let copyPath = "\(path).damaged-\(nowMilliseconds)"
    let database: Database
    do throws(SQLiteError) { database = try Database(path: path) } catch {
      throw SyncError(sqlite: error)
    }
    try inPass { () throws(JournalError) in try refuseNewer(database) }
    return try database.write { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        for suffix in ["", "-wal"] where JournalFiles.exists(path + suffix) {
          try JournalFiles.copy(path + suffix, to: copyPath + suffix)
        }
      }
      var recovery = Recovery(copyPath: copyPath)
      let journal = try inPass { () throws(JournalError) in
        let salvage = Salvage(transaction)
        recovery.owner = salvage.owner
        try dropTables(transaction)
        return try remake(
          salvage, install: install, random: random, nowMilliseconds: nowMilliseconds, transaction)
      }
      var last: RecordID?
      while true {
        let records: [RecordChange]
        do { records = try currentRecords(last, recordsAtOnce, transaction) } catch {
          throw .applyFailed(error)
        }
        guard let end = records.last?.record else { return recovery }
        if let last, end <= last { throw .applyFailed(RecordsOutOfOrder()) }
        last = end
        recovery.queued += try inPass { () throws(JournalError) in
          try journal.queueHeld(records, nowMilliseconds: nowMilliseconds, transaction)
        }
      }
    }
  }

  static func hold(_ lockPath: String) throws(SyncError) -> FileLock {
    do throws(FileLock.Failure) {
      if let lock = try FileLock.tryToHold(path: lockPath) { return lock }
    } catch { throw .journal(.unavailable(code: error.code)) }
    throw .journal(.unavailable(code: "journal.in_use"))
  }

  private static func dropTables(_ transaction: borrowing Transaction) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      let names = try transaction.all(
        #"SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'sync\_%' ESCAPE '\'"#
      ) { $0.text(0) }
      for name in names {
        let quoted = name.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "\"\"")
        try transaction.execute(script: "DROP TABLE \"\(quoted)\"")
      }
    }
  }
}
