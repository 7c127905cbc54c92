import HubContracts
import ServiceBinding
import ToolboxCrypto
import ToolboxSQLite

/// What became of each action of one person, for one that comes again.
struct ReceiptTable {
  let person: Int64

  /// The first result of the same action; a refusal where the id stands for another; nil for a new id.
  func find(
    _ action: ActionProposal, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Result<ActionResult, ServiceRefusal>? {
    try transaction.first(
      "SELECT digest, result FROM receipt WHERE person = ? AND action = ?", .integer(person),
      .text(action.id.description)
    ) { (row) throws(SQLiteError) in
      guard row.blob(0) == Self.digest(of: action) else { return .failure(.actionIDReused) }
      do throws(RequestRefusal) {
        return .success(try ActionReceipt.read(row.blob(1), in: .live).result)
      } catch { throw row.damaged() }
    }
  }

  func keep(
    _ result: ActionResult, of action: ActionProposal, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "INSERT INTO receipt(person, action, digest, result) VALUES(?, ?, ?, ?)",
      .integer(person), .text(action.id.description), .blob(Self.digest(of: action)),
      // The fence belongs to the request and not to the result.
      .blob(ActionReceipt(fence: 1, result).json))
  }

  private static func digest(of action: ActionProposal) -> [UInt8] {
    SHA256.hash(Array(action.name.action.utf8) + [0] + action.json)
  }
}
