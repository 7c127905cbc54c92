import HubContracts
import ToolboxSQLite

extension Named {
  public enum Install {}
}

/// Names one store on one machine; kept on that machine, where no copy or backup of the store has it,
/// and in the store.
public typealias InstallID = Identifier<Named.Install>

extension Journal {
  /// What the store is called, and where it was last opened.
  struct Names: Sendable, Equatable {
    var document: DocumentID
    var device: DeviceID
    /// Nil in a store of the first release, and where nobody said.
    var install: InstallID?
  }

  static func names(_ transaction: borrowing Transaction) throws(JournalError) -> Names? {
    try inJournal { () throws(SQLiteError) in
      try transaction.first("SELECT document, device, install FROM sync_document") {
        (row) throws(SQLiteError) in
        guard let document = DocumentID(bytes: row.blob(0)),
          let device = DeviceID(bytes: row.blob(1))
        else { throw row.damaged() }
        let install = row.optionalBlob(2).flatMap(InstallID.init(bytes:))
        return Names(document: document, device: device, install: install)
      }
    }
  }

  /// Makes the store this installation's: one that was last opened as another is a copy (KIT-15).
  ///
  /// A copy is another device from now on and signed out, so that it never writes beside the original
  /// under one name. What waits in it stays, and mutations on their way keep their keys, so whichever of
  /// the two sends them first, they are stored once.
  func settle(
    as install: InstallID, newDevice: [UInt8], _ transaction: borrowing Transaction
  ) throws(JournalError) {
    guard let names = try Self.names(transaction), names.install != install else { return }
    if names.install != nil {
      try inJournal { () throws(SQLiteError) in
        try transaction.run("UPDATE sync_document SET device = ?", .blob(newDevice))
      }
      _ = try replaceSession(with: nil, expectedGeneration: nil, transaction)
    }
    try inJournal { () throws(SQLiteError) in
      try transaction.run("UPDATE sync_document SET install = ?", .blob(install.bytes))
    }
  }
}
