import AnchorModel
import PersonalSyncKit
import ToolboxSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A thing as it is kept to be brought back, as JSON that says all of it.
enum ItemImage {
  private struct KeptCheckIn: Codable {
    let isFull: Bool
    let checkIn: CheckInDetail
  }

  /// Nil for a habit of which only facts are known: its record says those again.
  static func of(_ habit: Habit) -> String? { HabitDetail(of: habit).map(write) }

  static func of(_ checkIn: CheckIn) -> String {
    write(
      KeptCheckIn(isFull: checkIn.detail == .full, checkIn: CheckInDetail(saying: checkIn)))
  }

  /// Nil for what ``of(_:)`` did not write.
  static func habit(_ id: String, _ image: String) -> Habit? {
    guard let id = HabitID(id) else { return nil }
    return read(image, as: HabitDetail.self)?.habit(id)
  }

  static func checkIn(_ id: String, _ image: String) -> CheckIn? {
    guard let id = CheckInID(id), let kept = read(image, as: KeptCheckIn.self) else { return nil }
    return kept.checkIn.checkIn(id, knowing: kept.isFull ? .full : .factsOnly)
  }

  static func write(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
      preconditionFailure("an image is made of JSON's values")
    }
  }

  /// Nil for what ``write(_:)`` did not write.
  static func read<Value: Decodable>(_ image: String, as type: Value.Type) -> Value? {
    do { return try JSONDecoder().decode(type, from: Data(image.utf8)) } catch { return nil }
  }
}

/// What an action did to things beside sessions.
enum UndoItemTable {
  static func put(
    _ change: ItemChange, _ step: Int64, _ place: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    switch change {
    case .habit(let change): try put(change, step, place, transaction)
    case .checkIn(let change): try put(change, step, place, transaction)
    case .block(let change): try put(change, step, place, transaction)
    case .template(let change): try put(change, step, place, transaction)
    case .review(let change): try put(change, step, place, transaction)
    }
  }

  private static func put<Item: StoredItem>(
    _ change: Edit<Item>, _ step: Int64, _ place: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "INSERT INTO undo_item(step, place, kind, id, before, after) VALUES(?, ?, ?, ?, ?, ?)",
      .integer(step), .integer(place), .text(Item.itemKind.rawValue), .text(change.id.description),
      .optional(change.before?.image), .optional(change.after?.image))
  }

  static func changes(
    of step: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [ItemChange] {
    try transaction.all(
      "SELECT kind, id, before, after FROM undo_item WHERE step = ? ORDER BY place",
      .integer(step)
    ) { (row) throws(SQLiteError) -> ItemChange? in
      switch ItemKind(rawValue: row.text(0)) {
      case .habit?: return try change(row).map(ItemChange.habit)
      case .checkIn?: return try change(row).map(ItemChange.checkIn)
      case .block?: return try change(row).map(ItemChange.block)
      case .template?: return try change(row).map(ItemChange.template)
      case .review?: return try change(row).map(ItemChange.review)
      case nil: throw row.damaged()
      }
    }.compactMap(\.self)
  }

  private static func change<Item: StoredItem>(
    _ row: borrowing Row
  ) throws(SQLiteError) -> Edit<Item>? {
    let id = row.text(1)
    let (before, after) = (row.optionalText(2), row.optionalText(3))
    let old = before.flatMap { Item.of(image: $0, id: id) }
    let new = after.flatMap { Item.of(image: $0, id: id) }
    guard (old == nil) == (before == nil), (new == nil) == (after == nil) else {
      throw row.damaged()
    }
    return Edit(from: old, to: new)
  }
}

/// What another device deleted, as it was here, for as long as the kit's trash keeps it.
///
/// The kit keeps facts: of a thing that comes back, only this table knows the words.
enum RemovedItemTable {
  static func keep(
    _ item: some StoredItem, at now: Instant, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    guard let image = item.image else { return }
    try transaction.run(
      "INSERT OR REPLACE INTO item_removed(kind, id, image, removed_s) VALUES(?, ?, ?, ?)",
      .text(type(of: item).itemKind.rawValue), .text(item.id.description), .text(image),
      .second(now))
  }

  /// The item, which is not kept here any more; nil where it is not.
  static func take<Item: StoredItem>(
    _ id: Item.ID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Item? {
    let (kind, key) = (SQLiteValue.text(Item.itemKind.rawValue), SQLiteValue.text(id.description))
    let image = try transaction.first(
      "SELECT image FROM item_removed WHERE kind = ? AND id = ?", kind, key
    ) { $0.text(0) }
    guard let image else { return nil }
    try transaction.run("DELETE FROM item_removed WHERE kind = ? AND id = ?", kind, key)
    return Item.of(image: image, id: id.description)
  }

  /// Forgets what was deleted more than ``UndoTable/daysMax`` days ago.
  static func removeOld(
    _ now: Instant, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM item_removed WHERE removed_s < ?",
      .second(now.adding(seconds: -UndoTable.daysMax * 86_400)))
  }
}
