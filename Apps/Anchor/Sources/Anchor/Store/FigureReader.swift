import AnchorModel
import AppShell
import ToolboxSQLite

/// Computes the figures of days from the rows, by the rules of the model.
struct FigureReader {
  let calendar: AccountCalendar
  let today: Day

  func figures(
    of day: Day, sessions: [FocusSession], streakMax: Int,
    _ transaction: borrowing Transaction
  ) throws(StoreError) -> DayFigures {
    let blocks: [PlanBlock] = try inStore { () throws(SQLiteError) in
      try PlanItemTable.on(day...day, transaction)
    }
    return DayFigures(
      day: day, sessions: sessions, streakDays: try streak(upTo: day, max: streakMax, transaction),
      habits: HabitFigures(try habits(on: day, transaction), on: day),
      plan: PlanDay(day: day, blocks: blocks), calendar: calendar)
  }

  /// Each habit with what its figures of the day hang on: its week.
  func habits(
    on day: Day, _ transaction: borrowing Transaction
  ) throws(StoreError) -> [HabitHistory] {
    let (habits, checkIns) = try inStore { () throws(SQLiteError) in
      let monday = day.startOfWeek
      return (
        try HabitTable.all(transaction),
        try CheckInTable.on(monday...monday.adding(days: 6), transaction)
      )
    }
    let byHabit = Dictionary(grouping: checkIns, by: \.habit)
    return habits.map { HabitHistory($0, byHabit[$0.id] ?? []) }
  }

  /// Days in a row up to `day`; reads no further back than `max` days and the first gap.
  func streak(
    upTo day: Day, max: Int, _ transaction: borrowing Transaction
  ) throws(StoreError) -> Int {
    var active: [Day] = []
    var end = calendar.span(of: min(day, today)).upperBound
    // One more than asked for: of today, the first day found may be yesterday.
    while active.count <= max {
      let start = try inStore { () throws(SQLiteError) in
        try SessionTable.lastStartForStreak(before: end, transaction)
      }
      guard let start else { break }
      let found = calendar.day(of: start)
      if let last = active.last, last.days(since: found) > 1 { break }
      active.append(found)
      end = calendar.start(of: found)
    }
    return min(Streak.days(upTo: day, today: today, activeDays: active), max)
  }
}
