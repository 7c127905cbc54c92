import AnchorModel
import AppShell
import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// What a record of the product Habits says beside its facts.
struct LegacyDetail: SealedDetail {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case name
  }

  let name: String
}

/// Saves what the product Habits left at the Hub, as far as this store has nothing of its own there.
///
/// Its habits come at rest, because their records do not say how often; the person resumes those that they
/// still want. Nothing of it is sent again: each device reads the same records.
/// Source: docs/protocol/privacy.md, contract `checkIn` of domain `habits`.
enum LegacyIntake {
  static func take(
    _ change: RemoteChange, _ desk: Desk, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    try inStore { () throws(SQLiteError) in
      guard let body = change.body else { return try forget(change.record, transaction) }
      guard let facts = body.checkedFacts(as: HabitCheckInFacts.self),
        let habit = HabitID(String(facts.habit.description.suffix(36)))
      else { return }
      let key = CheckIn.Key(of: habit, on: AnchorModel.Day(facts.occurredOn))
      if try LegacyTable.key(of: change.record, transaction) != key {
        try forget(change.record, transaction)
      }
      try put(
        key, status(facts.status), name: change.detail(as: LegacyDetail.self)?.name, change, desk,
        transaction)
    }
  }

  private static func put(
    _ key: CheckIn.Key, _ status: CheckIn.Status, name: String?, _ change: RemoteChange,
    _ desk: Desk, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let isKnown = try LegacyTable.key(of: change.record, transaction) != nil
    let isHere = try CheckInTable.find(key.id, transaction) != nil
    // Where the person has said something of that day, or has taken back what came, that stays.
    if isHere ? try !CheckInTable.isLegacy(key.id, transaction) : isKnown { return }
    try LegacyTable.put(change.record, key, transaction)
    let facts = CheckInFacts(key, at: change.occurredAt.instant, status: status)
    try CheckInTable.put(facts.merged(into: nil), isLegacy: true, transaction)
    try putHabit(key, name: name, transaction)
  }

  private static func putHabit(
    _ key: CheckIn.Key, name: String?, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let held = try HabitTable.find(key.habit, transaction)
    if held != nil, try !HabitTable.isLegacy(key.habit, transaction) { return }
    let since = min(held?.schedule.since ?? key.day, key.day)
    var words = held?.words ?? .none
    if let name {
      do throws(HabitRefusal) { words = try HabitWords(name: name) } catch {
        // A name that this program could not have taken is as good as none.
      }
    }
    let habit = Habit(
      id: key.habit, words: words, schedule: HabitSchedule(since: since, nil),
      detail: words == .none ? .factsOnly : .full)
    try HabitTable.put(habit, isLegacy: true, transaction)
  }

  /// Takes away what a record brought, unless the person has said something else of that day since.
  private static func forget(
    _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    guard let key = try LegacyTable.key(of: record, transaction) else { return }
    try LegacyTable.remove(record, transaction)
    if try CheckInTable.isLegacy(key.id, transaction) {
      try CheckInTable.remove(key.id, transaction)
    }
    let days = AnchorModel.Day.first...AnchorModel.Day.last
    if try HabitTable.isLegacy(key.habit, transaction),
      try CheckInTable.of(key.habit, days, transaction).isEmpty
    {
      try HabitTable.remove(key.habit, transaction)
    }
  }

  private static func status(_ status: HabitCheckInFacts.Status) -> CheckIn.Status {
    switch status {
    case .completed: .done
    case .skipped: .skipped
    case .planned: .planned
    }
  }
}

/// Which record of the product Habits said what, so that its deletion finds it.
private enum LegacyTable {
  static func put(
    _ record: RecordID, _ key: CheckIn.Key, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "INSERT OR REPLACE INTO legacy_check_in(record, habit, day) VALUES(?, ?, ?)",
      .text(record.description), .text(key.habit.description), .integer(key.day.number))
  }

  static func key(
    of record: RecordID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> CheckIn.Key? {
    try transaction.first(
      "SELECT habit, day FROM legacy_check_in WHERE record = ?", .text(record.description)
    ) { (row) throws(SQLiteError) in
      guard let habit = HabitID(row.text(0)),
        let day = AnchorModel.Day(number: Int(row.integer(1)))
      else { throw row.damaged() }
      return CheckIn.Key(of: habit, on: day)
    }
  }

  static func remove(
    _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM legacy_check_in WHERE record = ?", .text(record.description))
  }
}
