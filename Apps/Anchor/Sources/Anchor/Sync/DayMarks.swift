import AnchorModel
import AppShell
import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// Notes which days the Hub has to hear of again.
struct DayMarks {
  let journal: Journal
  let calendar: AccountCalendar
  let today: AnchorModel.Day

  /// Notes the days of these starts, and the days whose streak hangs on them.
  ///
  /// A day that gains or loses its focus changes the streak of each day after it, as far as they
  /// follow each other without a gap.
  func sessionsChanged(
    startingAt starts: [Instant], _ transaction: borrowing Transaction
  ) throws(StoreError) {
    let days = Set(starts.map { calendar.day(of: $0) }).filter(isInWindow)
    var marked: Set<AnchorModel.Day> = []
    // From the last to the first, so that each run of days is walked once.
    for day in days.sorted(by: >) {
      try mark(day, transaction)
      marked.insert(day)
      var next = day.adding(days: 1)
      while next <= today, !marked.contains(next), try hasFocus(on: next, transaction) {
        try mark(next, transaction)
        marked.insert(next)
        next = next.adding(days: 1)
      }
    }
  }

  /// Notes the days whose habits or plans these changes touch, habits up to today.
  ///
  /// Another schedule touches each day from where it differs. A check-in touches its day, and for a habit
  /// of so many times a week the rest of its week, which then asks for more or for less.
  func itemsChanged(
    _ changes: [ItemChange], _ transaction: borrowing Transaction
  ) throws(StoreError) {
    var days: Set<AnchorModel.Day> = []
    for change in changes {
      switch change {
      case .habit(let change):
        let (before, after) = (change.before?.schedule, change.after?.schedule)
        if let first = HabitSchedule.firstDay(before, differsFrom: after) {
          days.formUnion(self.days(from: first, to: today))
        }
      case .checkIn(let change):
        for checkIn in [change.before, change.after].compactMap(\.self) {
          days.formUnion(try self.days(touchedBy: checkIn, transaction))
        }
      case .block(let change):
        days.formUnion([change.before, change.after].compactMap(\.self).map(\.day))
      case .template, .review: break
      }
    }
    for day in days.sorted() where isInWindow(day) { try mark(day, transaction) }
  }

  /// Notes the days of what came from elsewhere, where this device knows all sessions of the day.
  ///
  /// The device that made the change sends the day by itself. This one has something to add only where
  /// it can sum up more exactly, and a change that two devices made while apart is summed up by the later.
  func cameIn(
    _ changes: [ItemChange], _ transaction: borrowing Transaction
  ) throws(StoreError) {
    for change in changes {
      var days: [AnchorModel.Day] = []
      switch change {
      case .checkIn(let change):
        for checkIn in [change.before, change.after].compactMap(\.self) {
          days += try self.days(touchedBy: checkIn, transaction)
        }
      case .block(let change): days = [change.before, change.after].compactMap(\.self).map(\.day)
      case .habit, .template, .review: break
      }
      for day in Set(days).sorted() where isInWindow(day) {
        if try isExact(day, transaction) { try mark(day, transaction) }
      }
    }
  }

  private func isExact(
    _ day: AnchorModel.Day, _ transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    try inStore { () throws(SQLiteError) in
      try SessionTable.started(in: calendar.span(of: day), transaction)
        .allSatisfy { $0.detail == .full }
    }
  }

  private func days(
    touchedBy checkIn: CheckIn, _ transaction: borrowing Transaction
  ) throws(StoreError) -> [AnchorModel.Day] {
    let habit = try inStore { () throws(SQLiteError) in
      try HabitTable.find(checkIn.habit, transaction)
    }
    guard case .timesPerWeek? = habit?.schedule.cadence(on: checkIn.day) else {
      return [checkIn.day]
    }
    return days(from: checkIn.day, to: checkIn.day.adding(days: 7 - checkIn.day.weekday))
  }

  /// No further back than the Hub may hold a summary, and no further on than today.
  private func days(
    from first: AnchorModel.Day, to last: AnchorModel.Day
  ) -> [AnchorModel.Day] {
    let first = max(first, today.adding(days: -Int(SummarySchedule.daysBack)))
    let last = min(last, today)
    if first > last { return [] }
    return (0...last.days(since: first)).map { first.adding(days: $0) }
  }

  /// Notes today, whose habits ask for something before anything is done.
  func dayBegan(_ transaction: borrowing Transaction) throws(StoreError) {
    try mark(today, transaction)
  }

  /// Notes every day that the Hub may hold and that has a session by this calendar.
  func everythingChanged(_ transaction: borrowing Transaction) throws(StoreError) {
    let first = calendar.start(of: today.adding(days: -Int(SummarySchedule.daysBack) - 1))
    let starts = try inStore { () throws(SQLiteError) in
      try SessionTable.startsOfFinished(from: first, transaction)
    }
    for day in Set(starts.map({ calendar.day(of: $0) })) where isInWindow(day) {
      try mark(day, transaction)
    }
  }

  private func mark(
    _ day: AnchorModel.Day, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    try inStore { () throws(JournalError) in
      try journal.summaryChanged(.anchor, HubContracts.Day(day), in: transaction)
    }
  }

  /// Days outside are not sent, so noting them would only pile up.
  private func isInWindow(_ day: AnchorModel.Day) -> Bool {
    SummarySchedule.isInWindow(HubContracts.Day(day), today: HubContracts.Day(today))
  }

  private func hasFocus(
    on day: AnchorModel.Day, _ transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    let span = calendar.span(of: day)
    let last = try inStore { () throws(SQLiteError) in
      try SessionTable.lastStartForStreak(before: span.upperBound, transaction)
    }
    return last.map { $0 >= span.lowerBound } ?? false
  }
}

extension HubContracts.Day {
  init(_ day: AnchorModel.Day) { self.init(number: Int64(day.number)) }
}

extension AnchorModel.Day {
  /// Both kinds of day reach from the year 1 to 9999.
  init(_ day: HubContracts.Day) {
    guard let day = AnchorModel.Day(number: Int(day.number)) else {
      preconditionFailure("both calendars have the same range")
    }
    self = day
  }
}
