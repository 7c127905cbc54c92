/// The figures of one day, from its finished sessions.
///
/// A session belongs whole to the day on which it started, also when it ran past midnight. One
/// that is still active counts once it has ended, so every screen shows the same figures.
public struct DayFigures: Equatable, Sendable {
  public let day: Day
  /// The exact sum.
  public let focusedSeconds: Int
  public let sessions: Int
  /// Days in a row up to this one; see ``Streak``.
  public let streakDays: Int
  public let habits: HabitFigures
  public let blocksPlanned: Int
  public let blocksDone: Int
  /// Whether every session is known to the second.
  ///
  /// Where it is false, another device may know more: such figures must not replace a summary
  /// that came from there.
  public let isExact: Bool

  /// Adds up those of `sessions` that started on `day` and have ended.
  public init(
    day: Day, sessions: some Sequence<FocusSession>, streakDays: Int,
    habits: HabitFigures = .none, plan: PlanDay? = nil, calendar: AccountCalendar
  ) {
    let span = calendar.span(of: day)
    let finished = sessions.filter { $0.isFinished && span.contains($0.startedAt) }
    self.day = day
    self.focusedSeconds = finished.reduce(0) { $0 + $1.bankedSeconds }
    self.sessions = finished.count
    self.streakDays = streakDays
    self.habits = habits
    self.blocksPlanned = plan?.planned ?? 0
    self.blocksDone = plan?.done ?? 0
    self.isExact = finished.allSatisfy { $0.detail == .full }
  }

  /// Whole minutes: the seconds of all sessions are added first, then the sum is rounded down.
  ///
  /// Two sessions of 90 s are 3 minutes. The Hub shows this number.
  public var focusedMinutes: Int { focusedSeconds / 60 }

  /// The figures within the ranges of the Hub's contract.
  public var summary: DaySummary {
    DaySummary(
      day: day, focusedMinutes: min(focusedMinutes, DaySummary.focusedMinutesMax),
      sessions: min(sessions, DaySummary.sessionsMax),
      streakDays: min(streakDays, DaySummary.streakDaysMax),
      habitsDone: min(habits.done, DaySummary.habitsMax),
      habitsScheduled: min(habits.scheduled, DaySummary.habitsMax),
      blocksPlanned: min(blocksPlanned, DaySummary.blocksMax),
      blocksDone: min(blocksDone, DaySummary.blocksMax))
  }
}

/// What the Hub is told about a day.
///
/// Differs from ``DayFigures`` only past the ranges of the contract; a day passes 1,440 minutes
/// only where sessions overlap.
///
/// Source: docs/protocol/privacy.md, contract `daySummary` of domain `anchor`.
public struct DaySummary: Equatable, Sendable {
  public static let focusedMinutesMax = 1_440
  public static let sessionsMax = 1_000
  public static let streakDaysMax = 400
  public static let habitsMax = 1_000
  public static let blocksMax = 1_000

  public let day: Day
  public let focusedMinutes: Int
  public let sessions: Int
  public let streakDays: Int
  public let habitsDone: Int
  public let habitsScheduled: Int
  public let blocksPlanned: Int
  public let blocksDone: Int
}
