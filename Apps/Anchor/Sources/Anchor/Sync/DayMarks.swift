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
