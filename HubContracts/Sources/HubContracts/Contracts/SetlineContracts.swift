/// A finished workout; which exercises it had never travels in clear.
public struct WorkoutFacts: Facts {
  public var startedAt = Minute(number: 0)
  public var endedAt = Minute(number: 0)
  public var minutes = 0
  /// Completed ones; a warm-up never counts.
  public var workingSets = 0
  public var skippedSets = 0
  public var exercises = 0
  public var tonnageKg = 0
  /// Personal records set in it.
  public var records = 0

  public init() {}

  public static let contract = Contract<WorkoutFacts>(
    .setline, "session", isContentFrozen: true, sealing: ["template", "steps", "notes"],
    [
      .instant("startedAt", \.startedAt), .instant("endedAt", \.endedAt),
      .minutes("minutes", \.minutes), .count("workingSets", \.workingSets),
      .count("skippedSets", \.skippedSets), .count("exercises", \.exercises),
      .tonnageKg("tonnageKg", \.tonnageKg), .count("records", \.records),
    ])
}

/// What of Setline is sealed whole.
public enum SetlineSealedType: String, SealedType {
  case template, programme, goal, exercise, benchmark

  public static let domain = Domain.setline
}

/// What Setline says about one day.
public struct SetlineDaySummary: Facts {
  public var sessions = 0
  public var minutes = 0
  public var workingSets = 0
  public var tonnageKg = 0
  public var records = 0
  /// Whether the programme has a workout on this day.
  public var isPlanned = false

  public init() {}

  public static let contract = Contract<SetlineDaySummary>(
    .setline, "daySummary", isDaySummary: true,
    [
      .count("sessions", \.sessions), .minutes("minutes", \.minutes),
      .count("workingSets", \.workingSets), .tonnageKg("tonnageKg", \.tonnageKg),
      .count("records", \.records), .flag("planned", \.isPlanned),
    ])
}
