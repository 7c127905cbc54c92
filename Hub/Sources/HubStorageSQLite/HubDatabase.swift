import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxSQLite

/// The Hub's storage in one SQLite file: the form of every storage protocol for one machine.
public final class HubDatabase: Sendable {
  let pool: DatabasePool
  /// Read once: a restore, which raises it, happens while no Hub runs on the file.
  public let epoch: Epoch

  /// Of the salts of audit entries.
  let random: any RandomBytes

  private init(pool: DatabasePool, epoch: Epoch, random: any RandomBytes) {
    self.pool = pool
    self.epoch = epoch
    self.random = random
  }

  /// Opens the file, makes it where there is none, and brings its tables up to date.
  ///
  /// Throws without changing anything where the file is damaged, cannot be written, or was made by a
  /// newer Hub. A statement that `rules` do not admit is never run. `random` salts audit entries. `vfs` names
  /// one of SQLite's file systems; nil is the system's own.
  public static func open(
    path: String, readers: Int = 2, vfs: String? = nil, rules: StatementRules = TenantWall.rules,
    random: any RandomBytes = SystemRandom()
  ) throws(Schema.Failure) -> HubDatabase {
    var epoch = Epoch(1)
    let pool = try DatabasePool.open(path: path, readers: readers, vfs: vfs, rules: rules) {
      (database) throws(Schema.Failure) in
      try bringUpToDate(database, random: random)
      epoch = try database.read { (transaction) throws(Schema.Failure) in
        do throws(SQLiteError) { return try SyncTable.epoch(transaction) } catch {
          throw .sqlite(error)
        }
      }
    }
    return HubDatabase(pool: pool, epoch: epoch, random: random)
  }

  /// Brings the tables of the file up to date, and closes it again.
  public static func upgrade(
    path: String, random: any RandomBytes = SystemRandom()
  ) throws(Schema.Failure) {
    let database: Database
    do { database = try Database(path: path) } catch { throw .sqlite(error) }
    try bringUpToDate(database, random: random)
  }

  static func bringUpToDate(
    _ database: Database, random: any RandomBytes
  ) throws(Schema.Failure) {
    try lookForDamage(in: database)
    for schema in schemas { try schema.migrate(database) }
    do throws(SQLiteError) {
      try AuditTable.adoptSecurityEvents(in: database, random: random)
    } catch { throw .sqlite(error) }
  }

  /// In the order in which they are made.
  private static let schemas = [
    identitySchema, syncSchema, actionSchema, auditSchema, agentSchema, deletionSchema,
    sharingSchema, sealedSchema,
  ]

  /// A file up to this size is looked through each time: it takes some 10 ms.
  private static let checkedBytesMax: Int64 = 4_000_000

  /// Damage in a larger file shows when somebody reads what it hit.
  private static func lookForDamage(in database: Database) throws(Schema.Failure) {
    do throws(SQLiteError) {
      let bytes = try database.read { (transaction) throws(SQLiteError) in
        try transaction.first(
          "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        ) { $0.integer(0) } ?? 0
      }
      if bytes <= checkedBytesMax { try database.quickCheck() }
    } catch { throw .sqlite(error) }
  }
}

extension StorageError: SQLiteFailing {
  public init(sqlite: SQLiteError) {
    switch sqlite {
    case .diskFull: self = .full
    case .busy: self = .busy
    case .damaged(let code): self = .damaged(code: code)
    case .constraint, .readOnly, .cannotOpen, .inputOutput, .foreignSchema:
      self = .unavailable(code: sqlite.code)
    }
  }
}
