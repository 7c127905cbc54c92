import AnchorModel
import ToolboxSQLite

/// The rows of check-ins: values to rows and back, and nothing else.
enum CheckInTable {
  /// Writes a check-in; `isLegacy` says that it came from the product Habits and has no record of ours.
  static func put(
    _ checkIn: CheckIn, isLegacy: Bool = false, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO check_in(id, habit, day, at_s, status, amount, note, is_full, is_legacy)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET habit = excluded.habit, day = excluded.day,
        at_s = excluded.at_s, status = excluded.status, amount = excluded.amount,
        note = excluded.note, is_full = excluded.is_full, is_legacy = excluded.is_legacy
      """,
      .text(checkIn.id.description), .text(checkIn.habit.description),
      .integer(checkIn.day.number), .second(checkIn.at), .text(checkIn.status.rawValue),
      .optional((checkIn.amount?.thousandths).map(Int64.init)), .text(checkIn.note),
      .integer(checkIn.detail == .full ? 1 : 0), .integer(isLegacy ? 1 : 0))
  }

  static func remove(_ id: CheckInID, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run("DELETE FROM check_in WHERE id = ?", .text(id.description))
  }

  static func find(
    _ id: CheckInID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> CheckIn? {
    try transaction.first(
      """
      SELECT id, habit, day, at_s, status, amount, note, is_full FROM check_in WHERE id = ?
      """,
      .text(id.description)
    ) { (row) throws(SQLiteError) in try read(row) }
  }

  /// Those of one habit, from `first` to `last`.
  static func of(
    _ habit: HabitID, _ days: ClosedRange<Day>, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [CheckIn] {
    try transaction.all(
      """
      SELECT id, habit, day, at_s, status, amount, note, is_full FROM check_in
      WHERE habit = ? AND day BETWEEN ? AND ? ORDER BY day, id
      """,
      .text(habit.description), .integer(days.lowerBound.number),
      .integer(days.upperBound.number)
    ) { (row) throws(SQLiteError) in try read(row) }
  }

  /// Those of all habits, from one day to another.
  static func on(
    _ days: ClosedRange<Day>, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [CheckIn] {
    try transaction.all(
      """
      SELECT id, habit, day, at_s, status, amount, note, is_full FROM check_in
      WHERE day BETWEEN ? AND ? ORDER BY day, id
      """,
      .integer(days.lowerBound.number), .integer(days.upperBound.number)
    ) { (row) throws(SQLiteError) in try read(row) }
  }

  /// Those that have a record, behind `id` in the order of ids, at most `limit`.
  static func recorded(
    after id: CheckInID?, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [CheckIn] {
    try transaction.all(
      """
      SELECT id, habit, day, at_s, status, amount, note, is_full FROM check_in
      WHERE id > ? AND is_legacy = 0 ORDER BY id LIMIT ?
      """,
      .text(id?.description ?? ""), .integer(limit)
    ) { (row) throws(SQLiteError) in try read(row) }
  }

  static func isLegacy(
    _ id: CheckInID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first(
      "SELECT is_legacy FROM check_in WHERE id = ?", .text(id.description)
    ) { $0.integer(0) == 1 } ?? false
  }

  static func count(_ transaction: borrowing Transaction) throws(SQLiteError) -> Int {
    try transaction.first("SELECT count(*) FROM check_in") { Int($0.integer(0)) } ?? 0
  }

  private static func read(_ row: borrowing Row) throws(SQLiteError) -> CheckIn {
    guard let id = CheckInID(row.text(0)), let habit = HabitID(row.text(1)),
      let day = Day(number: Int(row.integer(2))), let at = Instant(wholeSeconds: row.integer(3)),
      let status = CheckIn.Status(rawValue: row.text(4))
    else { throw row.damaged() }
    do throws(HabitRefusal) {
      return try CheckIn(
        CheckIn.Key(id: id, habit: habit, day: day), at: at, status: status,
        amount: row.optionalInteger(5).flatMap { HabitAmount(thousandths: Int($0)) },
        note: row.text(6), detail: row.integer(7) == 1 ? .full : .factsOnly)
    } catch { throw row.damaged() }
  }
}

extension CheckIn.Key {
  /// Every device makes the same id of a habit and a day, so that two that say something of one day
  /// while apart have said it of one record.
  init(of habit: HabitID, on day: Day) {
    self.init(id: CheckInID(of: "\(habit) \(day)"), habit: habit, day: day)
  }
}
