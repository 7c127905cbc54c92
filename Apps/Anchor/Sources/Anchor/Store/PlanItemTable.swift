import AnchorModel
import ToolboxSQLite

/// The rows of what a plan is made of: details to rows and back, and nothing else.
///
/// A row whose detail is NULL is a record that this device cannot read.
enum PlanItemTable {
  static func put<Item: PlanItem>(
    _ item: Item, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO plan_item(kind, id, day, detail) VALUES(?, ?, ?, ?)
      ON CONFLICT(kind, id) DO UPDATE SET day = excluded.day, detail = excluded.detail
      """,
      .text(Item.itemKind.rawValue), .text(item.id.description),
      .optional((item.dayPlanned?.number).map(Int64.init)), .text(ItemImage.write(item.sealed)))
  }

  /// Notes that there is one which cannot be read here; one that can be stays as it is.
  static func putUnread<Item: PlanItem>(
    _ item: Item.Type, _ id: Item.ID, on day: Day, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "INSERT OR IGNORE INTO plan_item(kind, id, day, detail) VALUES(?, ?, ?, NULL)",
      .text(Item.itemKind.rawValue), .text(id.description), .integer(day.number))
  }

  static func remove<Item: PlanItem>(
    _ item: Item.Type, _ id: Item.ID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM plan_item WHERE kind = ? AND id = ?", .text(Item.itemKind.rawValue),
      .text(id.description))
  }

  static func find<Item: PlanItem>(
    _ id: Item.ID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Item? {
    try transaction.first(
      "SELECT id, detail FROM plan_item WHERE kind = ? AND id = ? AND detail IS NOT NULL",
      .text(Item.itemKind.rawValue), .text(id.description)
    ) { (row) throws(SQLiteError) in try read(row) }
  }

  /// Those of some days, by day.
  static func on<Item: PlanItem>(
    _ days: ClosedRange<Day>, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Item] {
    try transaction.all(
      """
      SELECT id, detail FROM plan_item
      WHERE kind = ? AND day BETWEEN ? AND ? AND detail IS NOT NULL ORDER BY day, id
      """,
      .text(Item.itemKind.rawValue), .integer(days.lowerBound.number),
      .integer(days.upperBound.number)
    ) { (row) throws(SQLiteError) in try read(row) }
  }

  /// All that can be read, behind `id` in the order of ids, at most `limit`.
  static func recorded<Item: PlanItem>(
    after id: Item.ID?, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Item] {
    try transaction.all(
      """
      SELECT id, detail FROM plan_item WHERE kind = ? AND id > ? AND detail IS NOT NULL
      ORDER BY id LIMIT ?
      """,
      .text(Item.itemKind.rawValue), .text(id?.description ?? ""), .integer(limit)
    ) { (row) throws(SQLiteError) in try read(row) }
  }

  static func templates(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [PlanTemplate] {
    try recorded(after: nil, limit: .max, transaction)
  }

  /// Whether the day has a block that this device cannot read.
  static func hasUnreadBlock(
    on day: Day, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first(
      "SELECT 1 FROM plan_item WHERE kind = ? AND day = ? AND detail IS NULL",
      .text(PlanBlock.itemKind.rawValue), .integer(day.number)
    ) { _ in true } ?? false
  }

  static func count(_ transaction: borrowing Transaction) throws(SQLiteError) -> Int {
    try transaction.first("SELECT count(*) FROM plan_item") { Int($0.integer(0)) } ?? 0
  }

  private static func read<Item: PlanItem>(_ row: borrowing Row) throws(SQLiteError) -> Item {
    guard let item = Item.of(image: row.text(1), id: row.text(0)) else { throw row.damaged() }
    return item
  }
}

/// The days for which the templates have made their blocks here.
enum AppliedDayTable {
  static func holds(
    _ day: Day, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first(
      "SELECT 1 FROM plan_applied WHERE day = ?", .integer(day.number)
    ) { _ in true } ?? false
  }

  static func add(_ day: Day, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run("INSERT OR IGNORE INTO plan_applied(day) VALUES(?)", .integer(day.number))
  }
}

extension Identifier where Subject == PlanBlock {
  /// Every device makes the same id of a template and a day, so that two that plan one day while apart
  /// have one record of its block.
  init(of template: PlanTemplateID, on day: Day) {
    self.init(of: "\(template) \(day)")
  }

  /// Every device makes the same id of what a block becomes on another day, so that two that bring it there
  /// while apart have one record of it; `time` counts how often the block was brought to that day, from 1.
  init(of block: PlanBlockID, broughtTo day: Day, time: Int) {
    self.init(of: "\(block) to \(day) \(time)")
  }
}

extension PlanBlock {
  /// The first id of what `block` becomes on `day` that no block here has.
  static func freeID(
    of block: PlanBlockID, broughtTo day: Day, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> PlanBlockID {
    var time = 1
    while true {
      let id = PlanBlockID(of: block, broughtTo: day, time: time)
      if try find(id, transaction) == nil { return id }
      time += 1
    }
  }
}

extension Identifier where Subject == ReviewNotes {
  /// A day has one review, on every device.
  init(of day: Day) { self.init(of: "review \(day)") }
}
