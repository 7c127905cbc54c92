import AnchorModel
import ToolboxSQLite

/// Days that were summed up before they were over, with the streak of the day before or with habits that
/// could still be kept.
enum ProvisionalSummaryTable {
  static func add(_ day: Day, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run(
      "INSERT OR IGNORE INTO provisional_summary(day) VALUES(?)", .integer(day.number))
  }

  static func holds(
    _ day: Day, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first(
      "SELECT 1 FROM provisional_summary WHERE day = ?", .integer(day.number)
    ) { _ in true } ?? false
  }

  /// Those that are over, and forgets them.
  static func take(
    before today: Day, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Day] {
    let days = try transaction.all(
      "SELECT day FROM provisional_summary WHERE day < ? ORDER BY day", .integer(today.number)
    ) { (row) throws(SQLiteError) in
      guard let day = Day(number: Int(row.integer(0))) else { throw row.damaged() }
      return day
    }
    if !days.isEmpty {
      try transaction.run("DELETE FROM provisional_summary WHERE day < ?", .integer(today.number))
    }
    return days
  }
}
