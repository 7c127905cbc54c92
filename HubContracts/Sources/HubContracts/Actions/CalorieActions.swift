/// Writes down something to drink.
public struct LogWater: ActionParameters {
  public var ml = 0
  public var at = Minute(number: 0)

  public init() {}

  public init(ml: Int, at: Minute) {
    self.ml = ml
    self.at = at
  }

  public static let action = ActionForm<LogWater>(
    .calorie, "logWater", minutes: ActionContract.lifetimeMinutesMax,
    [.millilitres("ml", \.ml), .instant("at", \.at)])
}

/// Writes down something to eat, by its energy alone.
public struct LogQuickEnergy: ActionParameters {
  public var kcal = 0
  public var meal = FoodEntryFacts.Meal.snack
  public var at = Minute(number: 0)

  public init() {}

  public init(kcal: Int, meal: FoodEntryFacts.Meal, at: Minute) {
    self.kcal = kcal
    self.meal = meal
    self.at = at
  }

  public static let action = ActionForm<LogQuickEnergy>(
    .calorie, "logQuickEnergy", minutes: ActionContract.lifetimeMinutesMax,
    [
      .kcal("kcal", \.kcal), .choice("meal", \.meal), .instant("at", \.at),
    ])
}

/// Writes down once more, as of when it is performed, what an entry says.
public struct RepeatEntry: ActionParameters {
  public var entry = RecordID.unset

  public init() {}

  public init(entry: RecordID) {
    self.entry = entry
  }

  public static let action = ActionForm<RepeatEntry>(
    .calorie, "repeatEntry", minutes: ActionContract.lifetimeMinutesMax,
    [.ref("entry", \.entry)])
}
