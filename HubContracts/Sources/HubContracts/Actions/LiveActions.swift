/// Says how far an item is.
public struct SetStatus: ActionParameters {
  public var item = RecordID.unset
  public var status = LiveItemFacts.Status.planned

  public init() {}

  public init(item: RecordID, status: LiveItemFacts.Status) {
    self.item = item
    self.status = status
  }

  public static let action = ActionForm<SetStatus>(
    .live, "setStatus", minutes: ActionContract.lifetimeMinutesMax,
    [.ref("item", \.item), .choice("status", \.status)])
}

/// Plans an item for a day.
public struct SetTargetDay: ActionParameters {
  public var item = RecordID.unset
  public var day = Day(number: 0)

  public init() {}

  public init(item: RecordID, day: Day) {
    self.item = item
    self.day = day
  }

  public static let action = ActionForm<SetTargetDay>(
    .live, "setTargetDay", minutes: ActionContract.lifetimeMinutesMax,
    [.ref("item", \.item), .day("day", \.day)])
}

/// Adds an item of a sort, to be named in Live.
public struct AddItem: ActionParameters {
  public var category = LiveItemFacts.Category.other
  public var targetDay: Day?

  public init() {}

  public init(category: LiveItemFacts.Category, targetDay: Day? = nil) {
    self.category = category
    self.targetDay = targetDay
  }

  public static let action = ActionForm<AddItem>(
    .live, "addItem", minutes: ActionContract.lifetimeMinutesMax,
    [.choice("category", \.category), .optionalDay("targetDay", \.targetDay)])
}
