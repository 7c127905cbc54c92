import AnchorModel
import AppShell
import HubContracts
import PersonalSyncKit

/// One day as a screen shows it.
struct DayView: Sendable {
  let day: AnchorModel.Day
  let today: AnchorModel.Day
  let now: Instant
  let zone: ZoneOffsets
  let timeline: TimelineDay
  let figures: DayFigures
  /// All habits, with the week of the day.
  let habits: [HabitHistory]
  /// What runs or is paused now, whichever day is shown.
  let active: FocusSession?
  /// The last action; nil where there is nothing to take back.
  let lastAction: LastAction?
  /// What the person shares of other apps; nil where that is nothing.
  let shared: KeptSharedDays?

  /// The habits that the day's list shows: those that were not at rest then, and what was done besides.
  var habitStandings: [HabitStanding] {
    habits.map { HabitStanding(history: $0, day: day, today: today) }.filter(\.isShown)
  }

  /// What other apps said of the day.
  var sharedWords: SharedDayWords {
    SharedDayWords(
      shared, on: HubContracts.Day(day), zone: zone, nowMilliseconds: now.milliseconds)
  }

  var calendar: AccountCalendar { AccountCalendar(rules: ZoneRules(zone: zone)) }
}

/// What an undo would take back.
struct LastAction: Sendable, Equatable {
  let sequence: Int64
  let action: UndoStep.Action
  let madeAt: Instant
}
