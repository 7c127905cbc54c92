import CSQLite

/// One connection to one SQLite file; lives on one thread or serial queue.
///
/// WAL, `synchronous=FULL`: a transaction that returned survives a power cut.
public final class Database {
  public enum Access: Sendable { case readWrite, readOnly }

  public let path: String
  let handle: OpaquePointer
  /// Statements by the address of their text, which a `StaticString` keeps for ever.
  private var statements: [UnsafePointer<UInt8>: Statement] = [:]
  private var logObserver: LogObserver?
  /// Asked about each statement when it is prepared for the first time; nil admits all.
  var rules: StatementRules?

  /// Opens a file, and makes it where `access` allows writing.
  ///
  /// Waits up to 5 s for other processes' locks, here and in each transaction. `vfs` names one of
  /// SQLite's file systems; nil is the system's own.
  public init(
    path: String, access: Access = .readWrite, vfs: String? = nil
  ) throws(SQLiteError) {
    self.path = path
    let flags =
      access == .readWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, vfs)
    guard result == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw SQLiteError(code: result, path: path)
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5_000)
    if access == .readWrite { try execute(script: "PRAGMA journal_mode=WAL") }
    try execute(
      script: """
        PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;
        PRAGMA trusted_schema=OFF; PRAGMA wal_autocheckpoint=4000; PRAGMA cache_size=-16000
        """)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs statements that give no rows; for schemas and settings.
  public func execute(script: String) throws(SQLiteError) {
    try check(sqlite3_exec(handle, script, nil, nil, nil))
  }

  /// Runs `body` as one transaction that holds the write lock from its start.
  ///
  /// On return everything `body` wrote is on disk; on throw nothing is. Not nested.
  public func write<Result, Failure: SQLiteFailing>(
    _ body: (borrowing Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try transaction(begin: "BEGIN IMMEDIATE", body)
  }

  /// Runs `body` on one unchanging view of the database.
  public func read<Result, Failure: SQLiteFailing>(
    _ body: (borrowing Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try transaction(begin: "BEGIN", body)
  }

  /// Calls `body` after each commit with the pages that the write-ahead log then holds, in place of
  /// SQLite's own checkpoints.
  func observeLog(_ body: @escaping (Int) -> Void) {
    let observer = LogObserver(body)
    logObserver = observer
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<LogObserver>.fromOpaque(context).takeUnretainedValue().body(Int(pages))
        return SQLITE_OK
      }, Unmanaged.passUnretained(observer).toOpaque())
  }

  /// Copies what the log holds into the file as far as nobody is in the way; waits for nobody.
  ///
  /// A failure costs nothing that was committed: the log keeps it, and the next checkpoint tries
  /// again.
  func checkpoint() {
    sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }

  /// Looks for damage in the whole file; its time grows with the file's size.
  public func quickCheck() throws(SQLiteError) {
    let answer = try read { (transaction) throws(SQLiteError) in
      try transaction.first("PRAGMA quick_check(1)") { $0.text(0) }
    }
    guard answer == "ok" else { throw .damaged(code: SQLITE_CORRUPT) }
  }

  /// Writes what the database holds now into a new file at `path`, while others go on writing.
  ///
  /// The copy is one unchanging view, without free pages, and need not be on disk on return. On throw
  /// there may be a part of it. Throws where something is at `path` already.
  public func copy(to path: String) throws(SQLiteError) {
    try prepare("VACUUM INTO ?").run([.text(path)])
  }

  /// Moves all that the write-ahead log holds into the file, and removes the log.
  ///
  /// The next to open the file for writing begins a new one. Throws ``SQLiteError/busy`` where
  /// somebody else has the file open.
  public func leaveLog() throws(SQLiteError) {
    let mode = try prepare("PRAGMA journal_mode=DELETE").firstText()
    guard mode == "delete" else { throw .busy }
  }

  private func transaction<Result, Failure: SQLiteFailing>(
    begin: StaticString, _ body: (borrowing Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do { try statement(begin).run([]) } catch { throw Failure(sqlite: error) }
    let result: Result
    do throws(Failure) { result = try body(Transaction(database: self)) } catch {
      rollBack()
      throw error
    }
    do { try commit() } catch { throw Failure(sqlite: error) }
    return result
  }

  func beginWriting() throws(SQLiteError) { try statement("BEGIN IMMEDIATE").run([]) }

  func commit() throws(SQLiteError) {
    do { try statement("COMMIT").run([]) } catch {
      rollBack()
      throw error
    }
  }

  /// Ends a transaction without effect; SQLite may already have done so by itself.
  func rollBack() {
    guard sqlite3_get_autocommit(handle) == 0 else { return }
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// A prepared statement, kept for the next call with the same text.
  func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
    if let statement = statements[sql.utf8Start] { return statement }
    let statement =
      if let rules { try prepare(sql.description, by: rules) } else { try prepare(sql.description) }
    statements[sql.utf8Start] = statement
    return statement
  }

  private func prepare(
    _ sql: String, by rules: StatementRules
  ) throws(SQLiteError) -> Statement {
    let text = rules.rewrite(sql)
    var plan: [String] = []
    try prepare("EXPLAIN QUERY PLAN \(text)").steps { plan.append($0.text(3)) }
    guard rules.admits(text, plan) else { throw .foreignSchema(code: SQLITE_AUTH) }
    return try prepare(text)
  }

  private func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    var prepared: OpaquePointer?
    try check(
      sqlite3_prepare_v3(
        handle, sql, Int32(sql.utf8.count), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
    guard let prepared else { preconditionFailure("an SQL text without a statement") }
    return Statement(handle: prepared, path: path)
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else {
      let extended = sqlite3_extended_errcode(handle)
      throw SQLiteError(code: extended & 0xFF == code & 0xFF ? extended : code, path: path)
    }
  }
}

/// What ``Database/observeLog(_:)`` was given; SQLite holds a bare pointer to it.
private final class LogObserver {
  let body: (Int) -> Void

  init(_ body: @escaping (Int) -> Void) { self.body = body }
}
