/// Writes down that the person met, called or wrote to somebody.
public struct RecordInteraction: ActionParameters {
  public var person = RecordID.unset
  public var kind = InteractionFacts.Kind.note
  public var occurredAt = Minute(number: 0)

  public init() {}

  public init(person: RecordID, kind: InteractionFacts.Kind, occurredAt: Minute) {
    self.person = person
    self.kind = kind
    self.occurredAt = occurredAt
  }

  public static let action = ActionForm<RecordInteraction>(
    .kith, "recordInteraction", minutes: ActionContract.lifetimeMinutesMax,
    [
      .ref("person", \.person), .choice("kind", \.kind), .instant("occurredAt", \.occurredAt),
    ])
}

/// Sets the day on which somebody is to be thought of again.
public struct SetFollowUp: ActionParameters {
  public var person = RecordID.unset
  public var day = Day(number: 0)

  public init() {}

  public init(person: RecordID, day: Day) {
    self.person = person
    self.day = day
  }

  public static let action = ActionForm<SetFollowUp>(
    .kith, "setFollowUp", minutes: ActionContract.lifetimeMinutesMax,
    [.ref("person", \.person), .day("day", \.day)])
}
