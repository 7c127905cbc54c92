import AnchorModel
import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// The kinds of things beside sessions, as tables that hold several kinds name them.
enum ItemKind: String {
  case habit, checkIn, block, template, review
}

/// A thing beside sessions: it has a row, a record of its own, and an image to be brought back from.
///
/// What is done with every kind alike is written once on this.
protocol StoredItem: Identifiable, Equatable, Sendable
where ID: CustomStringConvertible & Sendable {
  static var itemKind: ItemKind { get }

  /// The row with this id; nil where there is none.
  static func find(
    _ id: ID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Self?
  static func remove(_ id: ID, _ transaction: borrowing Transaction) throws(SQLiteError)
  /// Writes the row, as one that has a record.
  func put(_ transaction: borrowing Transaction) throws(SQLiteError)
  /// Notes that there is one of which this device can read nothing.
  static func putUnread(
    _ id: ID, occurredAt: Minute, _ transaction: borrowing Transaction
  ) throws(SQLiteError)

  /// All of it as ``ItemImage`` writes it; nil where only facts are known, which its record says again.
  var image: String? { get }
  /// The thing of an image; nil for what ``image`` did not write.
  static func of(image: String, id: String) -> Self?

  /// What the outbox says of it, written or removed.
  var recordChange: RecordChange { get }
  var recordDeletion: RecordChange { get }
}

extension StoredItem {
  /// Of a kind that has facts, those are read in any case.
  static func putUnread(
    _ id: ID, occurredAt: Minute, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {}
}

extension Habit: StoredItem {
  static var itemKind: ItemKind { .habit }

  static func find(
    _ id: HabitID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Habit? { try HabitTable.find(id, transaction) }

  static func remove(
    _ id: HabitID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) { try HabitTable.remove(id, transaction) }

  func put(_ transaction: borrowing Transaction) throws(SQLiteError) {
    try HabitTable.put(self, transaction)
  }

  var image: String? { ItemImage.of(self) }
  static func of(image: String, id: String) -> Habit? { ItemImage.habit(id, image) }

  var recordChange: RecordChange { HabitRecord.change(for: self) }
  var recordDeletion: RecordChange { HabitRecord.deletion(of: self) }
}

extension CheckIn: StoredItem {
  static var itemKind: ItemKind { .checkIn }

  static func find(
    _ id: CheckInID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> CheckIn? { try CheckInTable.find(id, transaction) }

  static func remove(
    _ id: CheckInID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) { try CheckInTable.remove(id, transaction) }

  func put(_ transaction: borrowing Transaction) throws(SQLiteError) {
    try CheckInTable.put(self, transaction)
  }

  var image: String? { ItemImage.of(self) }
  static func of(image: String, id: String) -> CheckIn? { ItemImage.checkIn(id, image) }

  var recordChange: RecordChange { CheckInRecord.change(for: self) }
  var recordDeletion: RecordChange { CheckInRecord.deletion(of: self) }
}
