/// Something eaten; what it was never travels in clear, nor do exact values.
public struct FoodEntryFacts: Facts {
  public enum Meal: String, Choice { case breakfast, lunch, dinner, snack }

  public var at = Minute(number: 0)
  public var meal = Meal.snack
  public var kcal = 0
  public var proteinG = 0
  public var carbsG = 0
  public var fatG = 0
  public var fibreG = 0

  public init() {}

  public static let contract = Contract<FoodEntryFacts>(
    .calorie, "foodEntry",
    sealing: ["food", "serving", "exact values", "note"],
    [
      .instant("at", \.at), .choice("meal", \.meal), .kcal("kcal", \.kcal),
      .grams("proteinG", \.proteinG), .grams("carbsG", \.carbsG), .grams("fatG", \.fatG),
      .grams("fibreG", \.fibreG),
    ])
}

/// Water, or what counts as water.
public struct WaterEntryFacts: Facts {
  public var at = Minute(number: 0)
  public var ml = 0

  public init() {}

  public static let contract = Contract<WaterEntryFacts>(
    .calorie, "waterEntry", [.instant("at", \.at), .millilitres("ml", \.ml)])
}

/// What of Calorie is sealed whole; numbers about the body among them.
public enum CalorieSealedType: String, SealedType {
  case weightEntry, routine, checkIn, goalCycle, dailyNote, cycleContext, food, recipe, profile

  public static let domain = Domain.calorie
}

/// What Calorie says about one day.
public struct CalorieDaySummary: Facts {
  public var kcal = 0
  public var proteinG = 0
  public var fibreG = 0
  public var waterMl = 0
  public var entries = 0
  /// Absent where the person has no target; none is ever made up.
  public var targetLowKcal: Int?
  public var targetHighKcal: Int?
  /// 0…100; absent where nothing can be scored.
  public var score: Int?

  public init() {}

  public static let contract = Contract<CalorieDaySummary>(
    .calorie, "daySummary", isDaySummary: true,
    [
      .kcal("kcal", \.kcal), .grams("proteinG", \.proteinG), .grams("fibreG", \.fibreG),
      .millilitres("waterMl", \.waterMl), .count("entries", \.entries),
      .optionalTargetKcal("targetLowKcal", \.targetLowKcal),
      .optionalTargetKcal("targetHighKcal", \.targetHighKcal),
      .optionalCount("score", \.score, upTo: 100),
    ])
}
