/// A finished or running stretch of focus; its title, exact times and tags never travel in clear.
public struct FocusSessionFacts: Facts {
  public var startedAt = Minute(number: 0)
  /// Absent while the session runs.
  public var endedAt: Minute?
  /// Focused time without pauses, whole minutes.
  public var focusedMinutes = 0
  public var completed = false

  public init() {}

  public init(startedAt: Minute, endedAt: Minute?, focusedMinutes: Int, completed: Bool) {
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.focusedMinutes = focusedMinutes
    self.completed = completed
  }

  public static let contract = Contract<FocusSessionFacts>(
    .anchor, "focusSession",
    [
      .instant("startedAt", \.startedAt), .optionalInstant("endedAt", \.endedAt),
      .minutes("focusedMinutes", \.focusedMinutes), .flag("completed", \.completed),
    ])
}

/// What Anchor says about one day.
public struct AnchorDaySummary: Facts {
  public var focusedMinutes = 0
  public var sessions = 0
  public var habitsDone = 0
  public var habitsScheduled = 0
  public var blocksPlanned = 0
  public var blocksDone = 0
  /// Days in a row with focus, this one included.
  public var streak = 0

  public init() {}

  public static let contract = Contract<AnchorDaySummary>(
    .anchor, "daySummary", isDaySummary: true,
    [
      .minutes("focusedMinutes", \.focusedMinutes), .count("sessions", \.sessions),
      .count("habitsDone", \.habitsDone), .count("habitsScheduled", \.habitsScheduled),
      .count("blocksPlanned", \.blocksPlanned), .count("blocksDone", \.blocksDone),
      .count("streak", \.streak, upTo: 400),
    ])
}
