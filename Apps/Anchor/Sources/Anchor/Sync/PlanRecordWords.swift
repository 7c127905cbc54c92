import AnchorModel
import AppShell
import HubContracts
import ToolboxSQLite

/// What a record of a plan would be, for the person who decides between two of them.
enum PlanRecordWords {
  /// Nil for a record of another kind.
  static func words(
    _ record: RecordID, _ body: RecordBody?, detail: [UInt8]?,
    _ transaction: borrowing Transaction
  ) throws(StoreError) -> String? {
    if let id = PlanBlock.id(of: record) {
      return try words(id, body, detail, transaction, or: "A block of a plan") {
        PlanBlockLine($0).inOneLine
      }
    }
    if let id = PlanTemplate.id(of: record) {
      return try words(id, body, detail, transaction, or: "A template of plans") {
        PlanTemplateLine($0).inOneLine
      }
    }
    if let id = ReviewNotes.id(of: record) {
      return try words(id, body, detail, transaction, or: "A review") { (notes: ReviewNotes) in
        "Review of \(notes.day)\(notes.note.isEmpty ? "" : ": \(notes.note)")"
      }
    }
    return nil
  }

  private static func words<Item: PlanItem>(
    _ id: Item.ID, _ body: RecordBody?, _ detail: [UInt8]?,
    _ transaction: borrowing Transaction, or unread: String, _ line: (Item) -> String
  ) throws(StoreError) -> String {
    let held = try inStore { () throws(SQLiteError) in try Item.find(id, transaction) }
    guard body != nil else { return "\(held.map(line) ?? unread), deleted" }
    let said = detail.flatMap(Item.Detail.init(opened:)).flatMap { Item.of($0, id: id) }
    return (said ?? held).map(line) ?? "\(unread), locked on this device"
  }
}
