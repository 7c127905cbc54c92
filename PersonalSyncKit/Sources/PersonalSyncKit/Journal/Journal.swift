import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// The kit's bookkeeping, attached to the app's own database.
///
/// Because its tables live beside the app's, a write of the app and its place in the outbox commit
/// together, and so do a downloaded batch and the cursor behind it (docs/protocol/sync.md, S4).
/// A journal holds no state of its own, but for the keys that a pass lends it; use it inside any
/// transaction of the store it is attached to.
public struct Journal: Sendable {
  /// Names this store for ever; the Hub knows it by this.
  public let document: DocumentID
  /// Names this installation of the app.
  public let device: DeviceID
  let vocabulary: Vocabulary
  /// The app's own rule; without one nothing is kept for it either.
  let resolve: ResolveConflict?
  /// What details are opened and sealed with; nil outside a pass, and on a locked device.
  var keys: DetailKeys?

  /// Makes or opens the journal's tables; call it while the app migrates its own.
  ///
  /// `install` names this installation, from where no copy of the store has it; a store that was last
  /// opened as another is a copy, gets a new ``device`` and is signed out. Nil where the machine has no
  /// place for it: then nothing is compared. `random` names a new store and device. `resolve` is the
  /// app's own rule for conflicts; without one the later edit wins.
  public static func attach(
    to database: Database, install: InstallID? = nil, random: any RandomBytes,
    resolve: ResolveConflict? = nil
  ) throws(JournalError) -> Journal {
    try attach(to: database, install: install, random: random, as: Program(resolve: resolve))
  }

  package static func attach(
    to database: Database, install: InstallID?, random: any RandomBytes, as program: Program
  ) throws(JournalError) -> Journal {
    do throws(Schema.Failure) {
      for schema in journalSchemas { try schema.migrate(database) }
    } catch {
      switch error {
      case .newerSchema: throw .newerSchema
      case .sqlite(let error): throw JournalError(sqlite: error)
      }
    }
    // A store that has its names is only read, so that opening never waits for another's writes.
    let known = try database.read { (transaction) throws(JournalError) in try names(transaction) }
    if let known, install == nil || known.install == install { return Journal(known, program) }
    return try database.write { (transaction) throws(JournalError) in
      try inJournal { () throws(SQLiteError) in
        try transaction.run(
          "INSERT OR IGNORE INTO sync_document(one, document, device, install) VALUES(1, ?, ?, ?)",
          .blob(uuidBytes(random)), .blob(uuidBytes(random)), .optional(install?.bytes))
      }
      guard let found = try names(transaction) else { throw .damaged(code: 0) }
      guard let install else { return Journal(found, program) }
      try Journal(found, program).settle(as: install, newDevice: uuidBytes(random), transaction)
      guard let settled = try names(transaction) else { throw .damaged(code: 0) }
      return Journal(settled, program)
    }
  }

  init(_ names: Names, _ program: Program) {
    document = names.document
    device = names.device
    vocabulary = program.vocabulary
    resolve = program.resolve
  }

  private static func uuidBytes(_ random: any RandomBytes) -> [UInt8] {
    Identifier<Named.Document>(random.uuid())?.bytes ?? []
  }
}
