import AnchorModel
import AppShell
import PersonalSyncKit
import ToolboxSQLite

extension AnchorStore {
  /// A day's sessions and figures; today where none is named.
  func view(of day: Day? = nil) async throws(AnchorError) -> DayView {
    try await settle()
    let app = app
    return try await read { (desk, transaction) throws(AnchorError) in
      let shown = day ?? desk.today
      let span = desk.calendar.span(of: shown)
      let (sessions, active, lastAction) = try inAnchor { () throws(SQLiteError) in
        (
          try SessionTable.started(in: span, transaction), try SessionTable.active(transaction),
          try UndoTable.lastAction(transaction)
        )
      }
      return try inAnchor { () throws(StoreError) in
        DayView(
          day: shown, today: desk.today, now: desk.now, zone: try app.zone(transaction),
          timeline: TimelineDay(
            day: shown, sessions: sessions, calendar: desk.calendar, now: desk.now),
          figures: try desk.figures.figures(
            of: shown, sessions: sessions, streakMax: 40_000, transaction),
          habits: try desk.figures.habits(on: shown, transaction), active: active,
          lastAction: lastAction,
          shared: try inStore { () throws(JournalError) in
            try app.journal.sharedDays(transaction)
          })
      }
    }
  }

  /// What runs or is paused now.
  func active() async throws(AnchorError) -> FocusSession? {
    try await settle()
    return try await read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in try SessionTable.active(transaction) }
    }
  }
}
