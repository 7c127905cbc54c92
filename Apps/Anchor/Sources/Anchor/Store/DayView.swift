import AnchorModel
import AppShell

/// One day as a screen shows it.
struct DayView: Sendable {
  let day: Day
  let today: Day
  let now: Instant
  let zone: ZoneOffsets
  let timeline: TimelineDay
  let figures: DayFigures
  /// What runs or is paused now, whichever day is shown.
  let active: FocusSession?
  /// The last action; nil where there is nothing to take back.
  let lastAction: LastAction?

  var calendar: AccountCalendar { AccountCalendar(rules: ZoneRules(zone: zone)) }
}

/// What an undo would take back.
struct LastAction: Sendable, Equatable {
  let sequence: Int64
  let action: UndoStep.Action
  let madeAt: Instant
}
