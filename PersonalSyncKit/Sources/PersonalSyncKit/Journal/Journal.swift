import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// The kit's bookkeeping, attached to the app's own database.
///
/// Because its tables live beside the app's, a write of the app and its place in the outbox commit
/// together, and so do a downloaded batch and the cursor behind it (docs/protocol/sync.md, S4).
/// A journal holds no state of its own; use it inside any transaction of the store it is attached to.
public struct Journal: Sendable {
  /// Names this store for ever; the Hub knows it by this.
  public let document: DocumentID
  /// Names this installation of the app.
  public let device: DeviceID

  /// Makes or opens the journal's tables; call it while the app migrates its own.
  ///
  /// `random` names a new store and device; it is not used for a store that has names.
  public static func attach(
    to database: Database, random: any RandomBytes
  ) throws(JournalError) -> Journal {
    do throws(Schema.Failure) { try journalSchema.migrate(database) } catch {
      switch error {
      case .newerSchema: throw .newerSchema
      case .sqlite(let error): throw JournalError(sqlite: error)
      }
    }
    // A store that has its names is only read, so that opening never waits for another's writes.
    let named = try database.read { (transaction) throws(JournalError) in
      try Journal(transaction)
    }
    if let named { return named }
    return try database.write { (transaction) throws(JournalError) in
      try inJournal { () throws(SQLiteError) in
        try transaction.run(
          "INSERT OR IGNORE INTO sync_document(one, document, device) VALUES(1, ?, ?)",
          .blob(uuidBytes(random)), .blob(uuidBytes(random)))
      }
      guard let journal = try Journal(transaction) else { throw .damaged(code: 0) }
      return journal
    }
  }

  /// Nil where the store has no names yet.
  private init?(_ transaction: borrowing Transaction) throws(JournalError) {
    let names = try inJournal { () throws(SQLiteError) in
      try transaction.first("SELECT document, device FROM sync_document") {
        ($0.blob(0), $0.blob(1))
      }
    }
    guard let names else { return nil }
    guard let document = DocumentID(bytes: names.0), let device = DeviceID(bytes: names.1)
    else { throw .damaged(code: 0) }
    self.document = document
    self.device = device
  }

  private static func uuidBytes(_ random: any RandomBytes) -> [UInt8] {
    Identifier<Named.Document>(random.uuid())?.bytes ?? []
  }
}
