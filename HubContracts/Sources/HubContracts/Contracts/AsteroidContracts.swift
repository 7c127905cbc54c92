/// What Asteroid says about one day, where its owner wants that; no note of it reaches the Hub.
public struct AsteroidDaySummary: Facts {
  public var open = 0
  public var doneToday = 0
  public var dueToday = 0
  public var overdue = 0

  public init() {}

  public static let contract = Contract<AsteroidDaySummary>(
    .asteroid, "daySummary", isDaySummary: true,
    [
      .count("open", \.open), .count("doneToday", \.doneToday),
      .count("dueToday", \.dueToday), .count("overdue", \.overdue),
    ])
}
