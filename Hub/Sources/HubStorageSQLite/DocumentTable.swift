import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxSQLite

/// The statements on whose a document is, which is settled once (KIT-14).
enum DocumentTable {
  struct Owner: Equatable {
    let account: AccountNumber
    let client: String
  }

  static func owner(
    of document: DocumentID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Owner? {
    let owner = try transaction.first(
      "SELECT account, client FROM document WHERE id = ?", .blob(document.bytes)
    ) { Owner(account: AccountNumber($0.integer(0)), client: $0.text(1)) }
    if let owner { return owner }
    return try formerOwner(of: document, transaction)
  }

  /// Somebody who is no account any more, where the document was theirs: equal to nobody who asks.
  private static func formerOwner(
    of document: DocumentID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Owner? {
    try transaction.first(
      "SELECT 1 FROM deleted_document WHERE digest = ?", .blob(SHA256.hash(document.bytes))
    ) { _ in Owner(account: AccountNumber(0), client: "") }
  }

  /// Makes the document the owner's; false where it is another's.
  static func claim(
    _ document: DocumentID, for owner: Owner, at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    if let found = try self.owner(of: document, transaction) { return found == owner }
    try transaction.run(
      "INSERT INTO document(id, account, client, claimed_ms) VALUES(?, ?, ?, ?)",
      .blob(document.bytes), .integer(owner.account.value), .text(owner.client), .integer(now))
    return true
  }
}
