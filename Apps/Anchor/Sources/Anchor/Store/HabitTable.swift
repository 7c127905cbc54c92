import AnchorModel
import ToolboxSQLite

/// The rows of habits: values to rows and back, and nothing else.
enum HabitTable {
  /// Writes a habit; `isLegacy` says that it came from the product Habits and has no record of ours.
  static func put(
    _ habit: Habit, isLegacy: Bool = false, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO habit(id, name, question, notes, unit, target, bound, schedule, is_full,
        is_legacy) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET name = excluded.name, question = excluded.question,
        notes = excluded.notes, unit = excluded.unit, target = excluded.target,
        bound = excluded.bound, schedule = excluded.schedule, is_full = excluded.is_full,
        is_legacy = excluded.is_legacy
      """,
      .text(habit.id.description), .text(habit.words.name), .text(habit.words.question),
      .text(habit.words.notes), .optional(habit.measure?.unit),
      .optional((habit.measure?.target.thousandths).map(Int64.init)),
      .optional(habit.measure?.bound.rawValue), .text(ScheduleText.write(habit.schedule)),
      .integer(habit.detail == .full ? 1 : 0), .integer(isLegacy ? 1 : 0))
  }

  static func remove(_ id: HabitID, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run("DELETE FROM habit WHERE id = ?", .text(id.description))
  }

  static func find(
    _ id: HabitID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Habit? {
    try transaction.first(
      """
      SELECT id, name, question, notes, unit, target, bound, schedule, is_full FROM habit
      WHERE id = ?
      """,
      .text(id.description)
    ) { (row) throws(SQLiteError) in try read(row) }
  }

  /// All, by name; those without one last.
  static func all(_ transaction: borrowing Transaction) throws(SQLiteError) -> [Habit] {
    try transaction.all(
      """
      SELECT id, name, question, notes, unit, target, bound, schedule, is_full FROM habit
      ORDER BY name = '', name COLLATE NOCASE, id
      """
    ) { (row) throws(SQLiteError) in try read(row) }
  }

  /// Those that have a record, behind `id` in the order of ids, at most `limit`.
  static func recorded(
    after id: HabitID?, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Habit] {
    try transaction.all(
      """
      SELECT id, name, question, notes, unit, target, bound, schedule, is_full FROM habit
      WHERE id > ? AND is_legacy = 0 ORDER BY id LIMIT ?
      """,
      .text(id?.description ?? ""), .integer(limit)
    ) { (row) throws(SQLiteError) in try read(row) }
  }

  static func isLegacy(
    _ id: HabitID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first(
      "SELECT is_legacy FROM habit WHERE id = ?", .text(id.description)
    ) { $0.integer(0) == 1 } ?? false
  }

  static func count(_ transaction: borrowing Transaction) throws(SQLiteError) -> Int {
    try transaction.first("SELECT count(*) FROM habit") { Int($0.integer(0)) } ?? 0
  }

  private static func read(_ row: borrowing Row) throws(SQLiteError) -> Habit {
    guard let id = HabitID(row.text(0)), let schedule = ScheduleText.read(row.text(7)) else {
      throw row.damaged()
    }
    do throws(HabitRefusal) {
      let words =
        row.text(1).isEmpty
        ? HabitWords.none
        : try HabitWords(name: row.text(1), question: row.text(2), notes: row.text(3))
      return Habit(
        id: id, words: words, measure: try measure(row), schedule: schedule,
        detail: row.integer(8) == 1 ? .full : .factsOnly)
    } catch { throw row.damaged() }
  }

  private static func measure(_ row: borrowing Row) throws(HabitRefusal) -> HabitMeasure? {
    guard let unit = row.optionalText(4), let target = row.optionalInteger(5),
      let amount = HabitAmount(thousandths: Int(target)),
      let bound = row.optionalText(6).flatMap(HabitMeasure.Bound.init(rawValue:))
    else { return nil }
    return try HabitMeasure(unit: unit, target: amount, bound: bound)
  }
}

/// A schedule as text: `2026-11-30 3/week`, one stretch a line; `rest` where there is no cadence.
enum ScheduleText {
  static func write(_ schedule: HabitSchedule) -> String {
    schedule.stretches.map { "\($0.from) \($0.cadence?.description ?? "rest")" }
      .joined(separator: "\n")
  }

  /// Nil for what ``write(_:)`` does not write.
  static func read(_ text: String) -> HabitSchedule? {
    var stretches: [HabitSchedule.Stretch] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, let day = Day(words[0]) else { return nil }
      if words[1] == "rest" {
        stretches.append(HabitSchedule.Stretch(from: day, nil))
      } else {
        guard let cadence = HabitCadence(words[1]) else { return nil }
        stretches.append(HabitSchedule.Stretch(from: day, cadence))
      }
    }
    return HabitSchedule(stretches)
  }
}
