import AnchorModel
import AppShell
import WebInterface

/// The forms about habits, and what is made of what they send.
enum HabitForms {
  // MARK: - A habit

  /// For a new habit, or to change one.
  static func habit(_ held: Habit?, to path: PagePath) -> HTML {
    form(to: path, .class("habit-form")) {
      field("Name", "name") {
        $0.value = held?.words.name ?? ""
        $0.attributes = [.autocomplete("off"), .placeholder("Read")]
      }
      field("How often", "cadence", .choice(cadences)) {
        $0.value = held?.schedule.cadence.description ?? "daily"
        $0.hint = held == nil ? .empty : "Another one counts from today on."
      }
      disclosure("Count something", isOpen: held?.measure != nil) {
        field("Target a day", "target", .number(min: "0", step: "any")) {
          $0.isRequired = false
          $0.value = held?.measure?.target.description ?? ""
        }
        field("Unit", "unit") {
          $0.isRequired = false
          $0.value = held?.measure?.unit ?? ""
          $0.attributes = [.autocomplete("off"), .placeholder("pages")]
        }
        field("The target is", "bound", .choice(bounds)) {
          $0.value = (held?.measure?.bound ?? .atLeast).rawValue
        }
      }
      disclosure("Question and notes") {
        field("Question", "question") {
          $0.isRequired = false
          $0.value = held?.words.question ?? ""
          $0.attributes = [.autocomplete("off"), .placeholder("Did you read today?")]
        }
        field("Notes", "notes", .lines(3)) {
          $0.isRequired = false
          $0.value = held?.words.notes ?? ""
        }
      }
      formActions { button(held == nil ? "Begin" : "Save", icon: held == nil ? .plus : .check) }
    }
  }

  static func wish(_ call: PageCall) throws(Trouble) -> HabitWish {
    guard let cadence = HabitCadence(call["cadence"]) else {
      throw Trouble(
        .usage, "habit.cadence_unknown", "It is not clear how often that is meant.",
        "Choose one on the page. Nothing was changed.")
    }
    do throws(HabitRefusal) {
      return HabitWish(
        words: try HabitWords(
          name: call["name"], question: call["question"], notes: call["notes"]),
        measure: try measure(call), cadence: cadence)
    } catch { throw Trouble(error) }
  }

  private static func measure(_ call: PageCall) throws(HabitRefusal) -> HabitMeasure? {
    if call["target"].isEmpty, call["unit"].isEmpty { return nil }
    guard let target = HabitAmount(call["target"]) else { throw .targetRefused }
    return try HabitMeasure(
      unit: call["unit"], target: target,
      bound: HabitMeasure.Bound(rawValue: call["bound"]) ?? .atLeast)
  }

  private static let cadences =
    [Field.Option("daily", "Every day"), Field.Option("weekdays", "Monday to Friday")]
    + HabitCadence.timesPerWeekAllowed.map {
      Field.Option(
        "\($0)/week", $0 == 1 ? "Once a week" : $0 == 2 ? "Twice a week" : "\($0) times a week")
    }

  private static let bounds = [
    Field.Option("atLeast", "a goal to reach"), Field.Option("atMost", "a limit to stay under"),
  ]

  // MARK: - A day of one

  /// For what became of any day.
  static func day(_ standing: HabitStanding) -> HTML {
    let id = standing.habit.id.description
    return form(to: "/habits/\(id)/done", .class("habit-form")) {
      hiddenInput("from", HabitPages.Origin.habit.rawValue)
      field("Day", "day", .date) {
        $0.value = standing.day.description
        $0.attributes = [.max(standing.today.description)]
      }
      if let measure = standing.habit.measure {
        field("Amount, in \(measure.unit)", "amount", .number(min: "0", step: "any")) {
          $0.isRequired = false
          $0.value = standing.checkIn?.amount?.description ?? ""
          $0.hint = "Empty is the whole target, \(measure.target.description)."
        }
      }
      field("Note", "note", .lines(2)) {
        $0.isRequired = false
        $0.value = standing.checkIn?.note ?? ""
      }
      formActions {
        button("Done", .primary, icon: .check)
        button("Skip", .plain, name: "skip", value: "1")
        button("Clear", .quiet, name: "clear", value: "1")
      }
    }
  }
}
