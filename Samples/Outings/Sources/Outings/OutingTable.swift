import HubContracts
import ToolboxSQLite

/// The statements on one person's outings.
struct OutingTable {
  let person: Int64

  func find(
    _ id: RecordID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Outing? {
    try transaction.first(
      """
      SELECT id, title, category, status, target_day, done_on, version FROM item
      WHERE person = ? AND id = ?
      """, .integer(person), .text(id.description)
    ) { (row) throws(SQLiteError) in try Outing(row) }
  }

  /// What is planned or under way, by day, those without one last; then what is done.
  func all(_ transaction: borrowing Transaction) throws(SQLiteError) -> [Outing] {
    try transaction.all(
      """
      SELECT id, title, category, status, target_day, done_on, version FROM item WHERE person = ?
      ORDER BY status = 'done', target_day IS NULL, target_day, id
      """, .integer(person)
    ) { (row) throws(SQLiteError) in try Outing(row) }
  }

  func insert(
    _ outing: Outing, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO item(person, id, title, category, status, target_day, done_on, version)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(person), .text(outing.id.description), .text(outing.title),
      .text(outing.facts.category.rawValue), .text(outing.facts.status.rawValue),
      .optional(outing.facts.targetDay?.description), .optional(outing.facts.doneOn?.description),
      .integer(outing.version))
    try keep(nil, before: outing, transaction)
  }

  /// Saves what was changed under the next version, and how it was.
  func change(
    _ old: Outing, to facts: LiveItemFacts, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Outing {
    var new = old
    new.facts = facts
    new.version += 1
    try transaction.run(
      """
      UPDATE item SET status = ?, target_day = ?, done_on = ?, version = ?
      WHERE person = ? AND id = ?
      """,
      .text(facts.status.rawValue), .optional(facts.targetDay?.description),
      .optional(facts.doneOn?.description), .integer(new.version), .integer(person),
      .text(new.id.description))
    try keep(old.facts, before: new, transaction)
    return new
  }

  private func keep(
    _ facts: LiveItemFacts?, before outing: Outing, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO step(person, item, version, status, target_day, done_on)
      VALUES(?, ?, ?, ?, ?, ?)
      """,
      .integer(person), .text(outing.id.description), .integer(outing.version),
      .optional(facts?.status.rawValue), .optional(facts?.targetDay?.description),
      .optional(facts?.doneOn?.description))
  }

  /// Makes an outing what it was before its present version.
  func takeBack(
    _ outing: Outing, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let before = try transaction.first(
      "SELECT status, target_day, done_on FROM step WHERE person = ? AND item = ? AND version = ?",
      .integer(person), .text(outing.id.description), .integer(outing.version)
    ) { (row) throws(SQLiteError) in
      var facts = outing.facts
      guard let status = row.optionalText(0) else { return LiveItemFacts?.none }
      facts.status = LiveItemFacts.Status(rawValue: status) ?? facts.status
      facts.targetDay = row.optionalText(1).flatMap(Day.init)
      facts.doneOn = row.optionalText(2).flatMap(Day.init)
      return facts
    }
    if let facts = before ?? nil {
      _ = try change(outing, to: facts, transaction)
    } else {
      try transaction.run(
        "DELETE FROM item WHERE person = ? AND id = ?", .integer(person),
        .text(outing.id.description))
    }
  }
}

extension Outing {
  fileprivate init(_ row: borrowing Row) throws(SQLiteError) {
    guard let id = RecordID(row.text(0)),
      let category = LiveItemFacts.Category(rawValue: row.text(2)),
      let status = LiveItemFacts.Status(rawValue: row.text(3))
    else { throw row.damaged() }
    var facts = LiveItemFacts()
    (facts.category, facts.status) = (category, status)
    facts.targetDay = row.optionalText(4).flatMap(Day.init)
    facts.doneOn = row.optionalText(5).flatMap(Day.init)
    self.init(id: id, title: row.text(1), facts: facts, version: row.integer(6))
  }
}
