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
    sealing: [
      "title", "exact times", "planned length", "outcome", "interruptions and their kinds", "theme",
      "goal", "project", "tags", "notes",
    ],
    [
      .instant("startedAt", \.startedAt), .optionalInstant("endedAt", \.endedAt),
      .minutes("focusedMinutes", \.focusedMinutes), .flag("completed", \.completed),
    ])
}

/// A habit: how often it is meant to be kept; its name and measure never travel in clear.
public struct HabitFacts: Facts {
  public enum Cadence: String, Choice { case daily, weekdays, timesPerWeek }

  public var cadence = Cadence.daily
  /// 1…7; absent unless ``cadence`` is ``Cadence/timesPerWeek``.
  public var timesPerWeek: Int?
  public var isArchived = false
  public var since = Day(number: 0)

  public init() {}

  public static let contract = Contract<HabitFacts>(
    .anchor, "habit",
    sealing: ["name", "question", "unit and target", "notes"],
    [
      .choice("cadence", \.cadence), .optionalCount("timesPerWeek", \.timesPerWeek, upTo: 7),
      .flag("archived", \.isArchived), .day("since", \.since),
    ])
}

/// What became of a habit on one day; the amount and the note never travel in clear.
public struct HabitCompletionFacts: Facts {
  public enum Status: String, Choice { case done, skipped, planned }

  public var habit = RecordID.unset
  public var day = Day(number: 0)
  public var status = Status.planned

  public init() {}

  public static let contract = Contract<HabitCompletionFacts>(
    .anchor, "habitCompletion",
    sealing: ["amount", "note"],
    [.ref("habit", \.habit), .day("day", \.day), .choice("status", \.status)])
}

/// What of Anchor is sealed whole.
public enum AnchorSealedType: String, SealedType {
  case goal, project, tag, planBlock, template, review, preferences

  public static let domain = Domain.anchor
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
