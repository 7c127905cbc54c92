/// Somebody: only when to be in touch; who it is never travels in clear.
public struct PersonFacts: Facts {
  /// How often to be in touch; absent where the person did not ask to be reminded.
  public var cadenceDays: Int?
  public var dueOn: Day?

  public init() {}

  public static let contract = Contract<PersonFacts>(
    .kith, "person",
    sealing: [
      "name", "circle", "birthday", "how we met", "closeness", "notes", "details", "lists",
      "since when",
    ],
    [.optionalCount("cadenceDays", \.cadenceDays), .optionalDay("dueOn", \.dueOn)])
}

/// Something with somebody; its text never travels in clear.
public struct InteractionFacts: Facts {
  public enum Kind: String, Choice {
    case note, hangout, call, message, gift, milestone, remember
  }

  public var person = RecordID.unset
  public var kind = Kind.note
  public var occurredAt = Minute(number: 0)
  public var followUpOn: Day?

  public init() {}

  public static let contract = Contract<InteractionFacts>(
    .kith, "interaction",
    sealing: ["text"],
    [
      .ref("person", \.person), .choice("kind", \.kind), .instant("occurredAt", \.occurredAt),
      .optionalDay("followUpOn", \.followUpOn),
    ])
}

/// What Kith says about one day.
public struct KithDaySummary: Facts {
  public var interactions = 0
  /// How many people the interactions were with.
  public var people = 0
  public var followUpsDue = 0
  /// Birthdays on this day and the six after it.
  public var birthdaysNext7 = 0

  public init() {}

  public static let contract = Contract<KithDaySummary>(
    .kith, "daySummary", isDaySummary: true,
    [
      .count("interactions", \.interactions), .count("people", \.people),
      .count("followUpsDue", \.followUpsDue), .count("birthdaysNext7", \.birthdaysNext7),
    ])
}
