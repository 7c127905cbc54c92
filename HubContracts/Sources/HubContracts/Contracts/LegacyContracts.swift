/// A day of a habit as the product Habits kept it; Anchor reads these records.
public struct HabitCheckInFacts: Facts {
  public enum Status: String, Choice { case completed, skipped, planned }

  public var habit = RecordID.unset
  public var occurredOn = Day(number: 0)
  public var status = Status.planned

  public init() {}

  public static let contract = Contract<HabitCheckInFacts>(
    .habits, "checkIn",
    sealing: ["name"],
    [.ref("habit", \.habit), .day("occurredOn", \.occurredOn), .choice("status", \.status)])
}

/// A page of the retired Journal; its text and mood never travel in clear.
public struct JournalEntryFacts: Facts {
  public var occurredOn = Day(number: 0)
  public var words = 0
  public var minutes: Int?
  /// Whether it has a morning page.
  public var hasMorning = false
  public var hasEvening = false

  public init() {}

  public static let contract = Contract<JournalEntryFacts>(
    .journal, "entry",
    sealing: ["all text", "mood"],
    [
      .day("occurredOn", \.occurredOn), .count("words", \.words, upTo: 100_000, step: 10),
      .optionalMinutes("minutes", \.minutes), .flag("morning", \.hasMorning),
      .flag("evening", \.hasEvening),
    ])
}
