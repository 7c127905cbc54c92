import AnchorModel
import AppShell
import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// Saves the habits, check-ins and plans of a batch that came from elsewhere.
struct ItemIntake {
  let desk: Desk
  private var changes: [ItemChange] = []
  private var trashed: [ItemChange] = []

  init(desk: Desk) { self.desk = desk }

  /// Takes a habit, a check-in or a thing of a plan, and passes over records of other kinds.
  mutating func take(
    _ change: RemoteChange, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    let saved: ItemChange?
    if let id = HabitRecord.habitID(of: change.record) {
      saved = try save(change, as: id, transaction) { body, known in
        HabitRecord.habit(
          id, body, detail: change.detail, over: known,
          changedOn: AnchorModel.Day(change.occurredAt.day))
      }.map(ItemChange.habit)
    } else if let id = CheckInRecord.checkInID(of: change.record) {
      saved = try save(change, as: id, transaction) { body, known in
        CheckInRecord.checkIn(
          id, body, detail: change.detail, over: known, at: change.occurredAt)
      }.map(ItemChange.checkIn)
    } else if let id = PlanBlock.id(of: change.record) {
      saved = try savePlanned(change, as: id, transaction).map(ItemChange.block)
    } else if let id = PlanTemplate.id(of: change.record) {
      saved = try savePlanned(change, as: id, transaction).map(ItemChange.template)
    } else if let id = ReviewNotes.id(of: change.record) {
      saved = try savePlanned(change, as: id, transaction).map(ItemChange.review)
    } else {
      return
    }
    guard let saved else { return }
    changes.append(saved)
    if change.isTrashed { trashed.append(saved) }
  }

  /// Marks the days, and keeps a way back for what was trashed.
  func finish(_ transaction: borrowing Transaction) throws(StoreError) {
    try desk.items.marks.cameIn(changes, transaction)
    if trashed.isEmpty { return }
    let step = UndoStep(.delete, items: trashed)
    _ = try inStore { () throws(SQLiteError) in try UndoTable.add(step, at: desk.now, transaction) }
  }

  /// Saves what `merge` makes of the record's body and of what this device knows of the item.
  private func save<Item: StoredItem>(
    _ change: RemoteChange, as id: Item.ID, _ transaction: borrowing Transaction,
    merge: (_ body: RecordBody, _ known: Item?) -> Item?
  ) throws(StoreError) -> Edit<Item>? {
    try inStore { () throws(SQLiteError) in
      let held = try Item.find(id, transaction)
      guard let body = change.body else {
        if let held { try RemovedItemTable.keep(held, at: desk.now, transaction) }
        try Item.remove(id, transaction)
        return Edit(from: held, to: nil)
      }
      // One that comes back finds what this device knew of it.
      let known = if let held { held } else { try RemovedItemTable.take(id, transaction) as Item? }
      guard let merged = merge(body, known) else {
        try Item.putUnread(id, occurredAt: change.occurredAt, transaction)
        return nil
      }
      // Also where it says nothing new: what came from the product Habits has a record of ours now.
      try merged.put(transaction)
      return Edit(from: held, to: merged)
    }
  }

  /// What is sealed whole: the detail, else what is known here.
  private func savePlanned<Item: PlanItem>(
    _ change: RemoteChange, as id: Item.ID, _ transaction: borrowing Transaction
  ) throws(StoreError) -> Edit<Item>? {
    try save(change, as: id, transaction) { _, known in
      change.detail.flatMap(Item.Detail.init(opened:)).flatMap { Item.of($0, id: id) } ?? known
    }
  }

  /// What a record of a habit, a check-in or a plan would be, in words; nil for one of another kind.
  static func words(
    _ record: RecordID, _ body: RecordBody?, detail: [UInt8]?,
    _ transaction: borrowing Transaction
  ) throws(StoreError) -> String? {
    if let id = HabitRecord.habitID(of: record) {
      let held = try inStore { () throws(SQLiteError) in try HabitTable.find(id, transaction) }
      let habit = body.flatMap {
        HabitRecord.habit(
          id, $0, detail: detail, over: held, changedOn: held?.schedule.changedOn ?? .first)
      }
      if let habit { return HabitLine(habit).inOneLine }
      return held.map { "\(HabitLine($0).name), deleted" } ?? "A habit, deleted"
    }
    if let words = try PlanRecordWords.words(record, body, detail: detail, transaction) {
      return words
    }
    guard let id = CheckInRecord.checkInID(of: record) else { return nil }
    let held = try inStore { () throws(SQLiteError) in try CheckInTable.find(id, transaction) }
    let said = body.flatMap {
      CheckInRecord.checkIn(id, $0, detail: detail, over: held, at: Minute(number: 0))
    }
    guard let checkIn = said ?? held else { return "A day of a habit, deleted" }
    let habit = try inStore { () throws(SQLiteError) in
      try HabitTable.find(checkIn.habit, transaction)
    }
    let line = CheckInLine(checkIn, of: habit).inOneLine
    return said == nil ? "\(line), deleted" : line
  }
}
