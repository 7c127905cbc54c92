/// Writes down training of which no sets are known.
public struct RecordActivity: ActionParameters {
  public var minutes = 0
  public var occurredOn = Day(number: 0)

  public init() {}

  public init(minutes: Int, occurredOn: Day) {
    self.minutes = minutes
    self.occurredOn = occurredOn
  }

  public static let action = ActionForm<RecordActivity>(
    .setline, "recordActivity", minutes: ActionContract.lifetimeMinutesMax,
    [.minutes("minutes", \.minutes), .day("occurredOn", \.occurredOn)])
}

/// Opens the session that is next, ready to be begun.
public struct OpenSession: ActionParameters {
  public init() {}

  public static let action = ActionForm<OpenSession>(.setline, "openSession", minutes: 15, [])
}
