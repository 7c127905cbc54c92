/// An event or experience: how far it is, of which sort, and when; its title stays in Live.
public struct LiveItemFacts: Facts {
  public enum Status: String, Choice { case planned, inProgress, done }

  /// Ten sorts of experiences, then ten of events.
  public enum Category: String, Choice {
    case travel, adventure, creative, achievement, relationships
    case contribution, food, health, mindfulness, reflection
    case concert, match, theatre, festival, talk
    case trip, exhibition, film, gathering, other
  }

  public var status = Status.planned
  public var category = Category.other
  public var targetDay: Day?
  /// Absent unless ``status`` is ``Status/done``.
  public var doneOn: Day?

  public init() {}

  public static let contract = Contract<LiveItemFacts>(
    .live, "item",
    [
      .choice("status", \.status), .choice("category", \.category),
      .optionalDay("targetDay", \.targetDay), .optionalDay("doneOn", \.doneOn),
    ])
}

/// What Live says about one day.
public struct LiveDaySummary: Facts {
  public var planned = 0
  public var inProgress = 0
  public var doneThisYear = 0
  /// Days until the next planned item; absent where none has a day.
  public var nextInDays: Int?
  public var eventsToday = 0

  public init() {}

  public static let contract = Contract<LiveDaySummary>(
    .live, "daySummary", isDaySummary: true,
    [
      .count("planned", \.planned), .count("inProgress", \.inProgress),
      .count("doneThisYear", \.doneThisYear), .optionalCount("nextInDays", \.nextInDays),
      .count("eventsToday", \.eventsToday),
    ])
}
