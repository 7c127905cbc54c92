import AnchorModel
import AppShell
import PersonalSyncKit
import ToolboxSQLite

/// Writes changes of habits and check-ins so that a row, its place in the outbox and the marks of its days
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
      }
    }
    try marks.itemsChanged(changes, transaction)
  }

  /// Whether the store holds what a change left.
  static func isHeld(
    _ change: ItemChange, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    switch change {
    case .habit(let change): try HabitTable.find(change.id, transaction) == change.after
    case .checkIn(let change): try CheckInTable.find(change.id, transaction) == change.after
    }
  }

  private func write(
    _ change: Edit<Habit>, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    try inStore { () throws(SQLiteError) in
      if let habit = change.after {
        try HabitTable.put(habit, transaction)
      } else {
        try HabitTable.remove(change.id, transaction)
      }
    }
    switch change {
    case .added(let habit), .changed(_, let habit):
      try enqueue(HabitRecord.change(for: habit), transaction)
    case .removed(let habit): try enqueue(HabitRecord.deletion(of: habit), transaction)
    }
  }

  private func write(
    _ change: Edit<CheckIn>, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    try inStore { () throws(SQLiteError) in
      if let checkIn = change.after {
        try CheckInTable.put(checkIn, transaction)
      } else {
        try CheckInTable.remove(change.id, transaction)
      }
    }
    switch change {
    case .added(let checkIn), .changed(_, let checkIn):
      try enqueue(CheckInRecord.change(for: checkIn), transaction)
    case .removed(let checkIn): try enqueue(CheckInRecord.deletion(of: checkIn), transaction)
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
