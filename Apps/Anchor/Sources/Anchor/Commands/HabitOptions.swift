import AnchorModel
import AppShell
import ToolboxCommandLine

/// What the verbs of habits take, and what is made of it.
enum HabitOptions {
  static let every = Option(
    "every", .text.named("CADENCE"), "How often: daily, weekdays, or such as 3/week.", short: "e")
  static let unit = Option("unit", .text.named("UNIT"), "What is counted, such as pages.")
  static let target = Option("target", .text.named("N"), "How much of it is enough a day.")
  static let atMost = Flag("at-most", "The target is a limit, not a goal.")
  static let question = Option("question", .text, "What to ask yourself in the evening.")
  static let notes = Option("notes", .text, "Why, or how.")
  static let day = Option(
    "day", .text.named("DAY"), "Another day, such as yesterday, fri or 2026-11-30.", short: "d")
  static let note = Option("note", .text, "A note on that day.", short: "n")
  static let habit = Argument("habit", .text.named("HABIT"), "Its name, or as much as is clear.")

  static func cadence(_ text: String?) throws(Trouble) -> HabitCadence? {
    guard let text else { return nil }
    let word = text.lowercased()
    let spelled = word.hasSuffix("x") ? "\(word.dropLast())/week" : word
    if let cadence = HabitCadence(spelled) { return cadence }
    throw Trouble(
      .usage, "usage.wrong_value", "\"\(text)\" is not a cadence.",
      "Give daily, weekdays, or 1/week to 7/week.")
  }

  static func amount(_ text: String?) throws(Trouble) -> HabitAmount? {
    guard let text else { return nil }
    if let amount = HabitAmount(text) { return amount }
    throw Trouble(
      .usage, "usage.wrong_value", "\"\(text)\" is not an amount.",
      "Give a number such as 20 or 2.5.")
  }

  /// The measure that options ask for over the one that there is; throws where half of it is missing.
  static func measure(
    _ input: CommandInput, over held: HabitMeasure?
  ) throws(Trouble) -> HabitMeasure? {
    let target = try amount(input[target])
    guard input[unit] != nil || target != nil || input[atMost] else { return held }
    guard let unit = input[unit] ?? held?.unit, let target = target ?? held?.target else {
      throw Trouble(
        .usage, "habit.measure_incomplete", "What is counted needs a unit and a target.",
        "Such as: --target 20 --unit pages")
    }
    let bound: HabitMeasure.Bound = input[atMost] ? .atMost : held?.bound ?? .atLeast
    do throws(HabitRefusal) {
      return try HabitMeasure(unit: unit, target: target, bound: bound)
    } catch { throw Trouble(error) }
  }
}

extension Trouble {
  init(_ refusal: HabitRefusal) { self = AnchorTroubles.trouble(refusal) }
}
