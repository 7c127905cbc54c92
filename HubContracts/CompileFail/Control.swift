// expect-success
import HubContracts

/// What a contract may be, so that the refusals beside this file are about what they say.
enum Meal: String, Choice { case breakfast, lunch, dinner, snack }

struct Entry: Facts {
  var at = Minute(number: 0)
  var meal = Meal.lunch
  var kcal = 0
  var score: Int?
  var isPlanned = false

  static let contract = Contract<Entry>(
    .calorie, "entry",
    [
      .instant("at", \.at), .choice("meal", \.meal),
      .count("kcal", \.kcal, upTo: 20_000, step: 10),
      .optionalCount("score", \.score, upTo: 100), .flag("isPlanned", \.isPlanned),
    ])
}
