import AnchorModel
import AppShell
import ToolboxJSON

/// A habit in words: what it is called, how often, how much.
struct HabitLine {
  let habit: Habit

  init(_ habit: Habit) { self.habit = habit }

  /// The name, or what stands for it where there is none.
  var name: String { habit.words.name.isEmpty ? "Habit from another device" : habit.words.name }

  /// Such as `3 times a week`.
  var cadence: String {
    switch habit.schedule.cadence {
    case .daily: "daily"
    case .weekdays: "on weekdays"
    case .timesPerWeek(1): "once a week"
    case .timesPerWeek(2): "twice a week"
    case .timesPerWeek(let times): "\(times) times a week"
    }
  }

  /// Such as `20 pages`, or `at most 2 cups`; nil where nothing is counted.
  var target: String? {
    habit.measure.map { measure in
      let amount = "\(measure.target) \(measure.unit)"
      return measure.bound == .atMost ? "at most \(amount)" : amount
    }
  }

  /// Such as `read, 20 pages, daily`.
  var inOneLine: String {
    [name, target, cadence, habit.schedule.isArchived ? "at rest" : nil].compactMap(\.self)
      .joined(separator: ", ")
  }

  func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("id", habit.id.description)
    json.member("name", habit.words.name)
    if !habit.words.question.isEmpty { json.member("question", habit.words.question) }
    if !habit.words.notes.isEmpty { json.member("notes", habit.words.notes) }
    json.member("cadence", habit.schedule.cadence.description)
    if let measure = habit.measure {
      json.member("unit", measure.unit)
      json.member("target", measure.target.description)
      json.member("bound", measure.bound.rawValue)
    }
    json.member("since", habit.schedule.since.description)
    json.member("isArchived", habit.schedule.isArchived)
    json.member("isExact", habit.detail == .full)
  }
}

/// A day of a habit in words.
struct CheckInLine {
  let checkIn: CheckIn
  let habit: Habit?

  init(_ checkIn: CheckIn, of habit: Habit?) {
    self.checkIn = checkIn
    self.habit = habit
  }

  /// Such as `done, 12 pages`.
  var state: String {
    let word =
      switch checkIn.status {
      case .done: "done"
      case .skipped: "skipped"
      case .planned: "begun"
      }
    guard let amount = checkIn.amount else { return word }
    return "\(word), \(amount)\(habit?.measure.map { " \($0.unit)" } ?? "")"
  }

  /// Such as `read, done, 2026-11-30`.
  var inOneLine: String {
    "\(habit.map { HabitLine($0).name } ?? "A habit"), \(state), \(checkIn.day)"
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("day", checkIn.day.description)
      json.member("status", checkIn.status.rawValue)
      if let amount = checkIn.amount { json.member("amount", amount.description) }
      if !checkIn.note.isEmpty { json.member("note", checkIn.note) }
    }
  }
}
