import PersonalSyncKit
import ToolboxSQLite

/// One app's store, open: its tables, the shell's and the journal's in one file.
///
/// Several processes may have the same store open; SQLite keeps their writes apart.
public struct AppStore: Sendable {
  public let folder: StoreFolder
  public let state: StateFolder
  public let database: DatabasePool
  public let journal: Journal
  private let zones: ZoneCatalogue

  /// Opens the store of `folder`, and makes or migrates it where needed.
  ///
  /// - Before anything is written, the file is looked through for damage: each time while it is
  ///   small, else once a day.
  /// - Before a migration the store is copied into `backups/`; the newest three copies are kept.
  /// - A store that was last opened elsewhere is a copy: another device, and signed out.
  /// - On throw the file is as it was.
  ///
  /// `schema` are the app's own tables; `machine` gives the clock, names for a new store, and the
  /// zone that days have until an account says another.
  public static func open(
    _ folder: StoreFolder, schema: Schema, on machine: Machine
  ) throws(StoreError) -> AppStore {
    try folder.prepare()
    let now = machine.clock.nowMilliseconds
    let known = [
      schema.component: Int64(schema.steps.count),
      shellSchema.component: Int64(shellSchema.steps.count),
      Journal.schema.component: Int64(Journal.schema.steps.count),
    ]
    let found = try StoreInspection(folder: folder, known: known, nowMilliseconds: now).run()
    let state = StateFolder.find(for: folder, on: machine)
    let install = state.install(random: machine.random)
    if install != nil { state.takeSecrets(from: folder) }
    var journal: Journal?
    let database = try DatabasePool.open(path: folder.databasePath) {
      (database) throws(StoreError) in
      try migrate(database, [shellSchema, schema])
      journal = try inStore { () throws(JournalError) in
        try Journal.attach(to: database, install: install, random: machine.random)
      }
      // Only a larger store asks when this was, so a small one is spared the write.
      if let found, found.isChecked, found.isLarge {
        try database.write { (transaction) throws(StoreError) in
          try inStore { () throws(SQLiteError) in
            try ShellState.checked(atMilliseconds: now, transaction)
          }
        }
      }
    }
    guard let journal else { preconditionFailure("a pool that opened was prepared") }
    return AppStore(
      folder: folder, state: state, database: database, journal: journal,
      zones: ZoneCatalogue(ofMachine: machine.zone))
  }

  private static func migrate(
    _ database: Database, _ schemas: [Schema]
  ) throws(StoreError) {
    for schema in schemas {
      do throws(Schema.Failure) { try schema.migrate(database) } catch {
        switch error {
        case .newerSchema: throw .newerSchema
        case .sqlite(let error): throw StoreError(sqlite: error)
        }
      }
    }
  }

  /// The zone whose days this store counts: the account's as the Hub last said it, until then the
  /// machine's.
  public func zone(_ transaction: borrowing Transaction) throws(StoreError) -> ZoneOffsets {
    let name = try inStore { () throws(SQLiteError) in try ShellState.zone(transaction) }
    return zones.zone(named: name)
  }
}
