import AnchorModel
import AppShell
import PersonalSyncKit
import ToolboxSQLite

/// Writes changes of habits, check-ins and plans so that a row, its place in the outbox and the marks of its days
/// are always written together.
///
/// Made for one transaction; all of Anchor's own writes go through it.
struct ItemLedger {
  let journal: Journal
  let marks: DayMarks
  let now: Instant

  func write(
    _ changes: [ItemChange], _ transaction: borrowing Transaction
  ) throws(StoreError) {
    for change in changes {
      switch change {
      case .habit(let change): try write(change, transaction)
      case .checkIn(let change): try write(change, transaction)
      case .block(let change): try write(change, transaction)
      case .template(let change): try write(change, transaction)
      case .review(let change): try write(change, transaction)
      }
    }
    try marks.itemsChanged(changes, transaction)
  }

  /// Whether the store holds what a change left.
  static func isHeld(
    _ change: ItemChange, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    switch change {
    case .habit(let change): try Habit.find(change.id, transaction) == change.after
    case .checkIn(let change): try CheckIn.find(change.id, transaction) == change.after
    case .block(let change): try PlanBlock.find(change.id, transaction) == change.after
    case .template(let change): try PlanTemplate.find(change.id, transaction) == change.after
    case .review(let change): try ReviewNotes.find(change.id, transaction) == change.after
    }
  }

  private func write<Item: StoredItem>(
    _ change: Edit<Item>, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    switch change {
    case .added(let item), .changed(_, let item):
      try inStore { () throws(SQLiteError) in try item.put(transaction) }
      try enqueue(item.recordChange, transaction)
    case .removed(let item):
      try inStore { () throws(SQLiteError) in try Item.remove(item.id, transaction) }
      try enqueue(item.recordDeletion, transaction)
    }
  }

  private func enqueue(
    _ record: RecordChange, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    try inStore { () throws(JournalError) in
      try journal.enqueue(record, nowMilliseconds: now.milliseconds, in: transaction)
    }
  }
}
