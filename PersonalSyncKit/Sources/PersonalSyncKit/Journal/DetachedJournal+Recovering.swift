import HubContracts
import ToolboxCrypto
import ToolboxSQLite

extension DetachedJournal {
  /// Rebuilds a journal whose file is damaged, from what the app's store holds.
  ///
  /// Call it after the person has agreed, while nothing has the journal open (docs/protocol/sync.md, S6).
  /// The damaged file is moved aside under a dated name, byte for byte, and a new one is made; else as
  /// ``Journal/recover(path:lockPath:install:random:nowMilliseconds:currentRecords:)``. Where the owner
  /// could not be read, sign in and bind as at the first start. A recovery that was interrupted keeps
  /// the journal from being opened until this is called again, which goes on with it.
  public static func recover(
    path: String, install: InstallID? = nil, random: any RandomBytes, nowMilliseconds: Int64,
    currentRecords: CurrentRecordsElsewhere
  ) async throws(SyncError) -> Recovery {
    let lock = try Journal.hold(path + ".lock")
    defer { withExtendedLifetime(lock) {} }
    let copyPath = try inPass { () throws(JournalError) in
      try setAside(path, nowMilliseconds: nowMilliseconds)
    }
    let salvage = salvage(copyPath)
    var recovery = Recovery(copyPath: copyPath, owner: salvage.owner)
    var made: Journal?
    let store = try DatabasePool.open(path: path) { (database) throws(SyncError) in
      made = try database.write { (transaction) throws(SyncError) in
        try inPass { () throws(JournalError) in
          try Journal.remake(
            salvage, install: install, random: random, nowMilliseconds: nowMilliseconds,
            transaction)
        }
      }
    }
    guard let journal = made else { preconditionFailure("made or thrown") }
    var last: RecordID?
    while true {
      let records: [RecordChange]
      do { records = try await currentRecords(last, recordsAtOnce) } catch {
        throw .applyFailed(error)
      }
      guard let end = records.last?.record else { break }
      if let last, end <= last { throw .applyFailed(RecordsOutOfOrder()) }
      last = end
      recovery.queued += try await store.write { (transaction) throws(SyncError) in
        try inPass { () throws(JournalError) in
          try journal.queueHeld(records, nowMilliseconds: nowMilliseconds, transaction)
        }
      }
    }
    try inPass { () throws(JournalError) in try JournalFiles.remove(marker(of: path)) }
    return recovery
  }

  /// While it is there the journal is not whole: a recovery has begun and not ended.
  private static func marker(of path: String) -> String { path + ".recovering" }

  /// Refuses a journal that must not be taken for a new or a whole one.
  static func refuseDamaged(_ path: String) throws(JournalError) {
    guard JournalFiles.size(path) != 0, !JournalFiles.exists(marker(of: path)) else {
      throw .damaged(code: 0)
    }
  }

  /// Moves the file and its log aside and returns where; the file goes last, so once it is there, what
  /// stands in its place is an unfinished new one.
  private static func setAside(
    _ path: String, nowMilliseconds: Int64
  ) throws(JournalError) -> String {
    let marker = marker(of: path)
    if !JournalFiles.exists(marker) {
      try refuseNewer(path)
      try JournalFiles.write(Array("\(path).damaged-\(nowMilliseconds)".utf8), to: marker)
    }
    let copyPath = String(decoding: try JournalFiles.read(marker), as: UTF8.self)
    // Only an index into the log; SQLite makes it anew.
    try JournalFiles.remove(path + "-shm")
    let isAside = JournalFiles.exists(copyPath)
    for suffix in ["-wal", ""] where JournalFiles.exists(path + suffix) {
      if isAside {
        try JournalFiles.remove(path + suffix)
      } else {
        try JournalFiles.move(path + suffix, to: copyPath + suffix)
      }
    }
    return copyPath
  }

  private static func refuseNewer(_ path: String) throws(JournalError) {
    let database: Database
    do throws(SQLiteError) { database = try Database(path: path, access: .readOnly) } catch {
      // It cannot be opened: that is the damage.
      return
    }
    try Journal.refuseNewer(database)
  }

  private static func salvage(_ path: String) -> Salvage {
    do throws(SQLiteError) {
      let database = try Database(path: path, access: .readOnly)
      return try database.read { (transaction) throws(SQLiteError) in Salvage(transaction) }
    } catch { return Salvage() }
  }
}
