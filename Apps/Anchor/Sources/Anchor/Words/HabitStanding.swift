import AnchorModel
import ToolboxJSON

/// How a habit stands on one day, in words.
struct HabitStanding: Sendable {
  let history: HabitHistory
  let day: Day
  let today: Day

  var habit: Habit { history.habit }
  var line: HabitLine { HabitLine(habit) }
  var checkIn: CheckIn? { history.checkIn(on: day) }
  var week: HabitHistory.Progress { history.week(of: day) }

  /// Whether the day has something to say of the habit, or asks for it.
  var isShown: Bool { checkIn != nil || habit.schedule.cadence(on: day) != nil }

  var isDone: Bool { checkIn?.status == .done }

  /// Such as `done, 12 pages`, `open` or `missed`; where the day asks for nothing, whether the week does.
  var state: String {
    if let checkIn { return CheckInLine(checkIn, of: habit).state }
    switch history.occurrence(on: day) {
    case .open?: return day < today ? "missed" : "open"
    case .kept?, .excused?, nil: break
    }
    guard case .timesPerWeek? = habit.schedule.cadence(on: day) else { return "free" }
    return week.kept < week.scheduled ? "can wait" : "enough for the week"
  }

  /// Such as `2 of 3 this week`.
  var progress: String {
    let isThisWeek = day.startOfWeek == today.startOfWeek
    return "\(week.kept) of \(week.scheduled) \(isThisWeek ? "this" : "that") week"
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      line.writeMembers(to: &json)
      json.member("day", day.description)
      json.member("status", checkIn?.status.rawValue ?? "none")
      if let amount = checkIn?.amount { json.member("amount", amount.description) }
      if let note = checkIn?.note, !note.isEmpty { json.member("note", note) }
      json.member("isAskedFor", isAskedFor)
      json.member("weekKept", week.kept)
      json.member("weekScheduled", week.scheduled)
    }
  }

  private var isAskedFor: Bool {
    switch history.occurrence(on: day) {
    case .kept?, .open?: true
    case .excused?, nil: false
    }
  }
}

/// Habits of one day under one another, for the terminal.
struct HabitRows {
  private let standings: [HabitStanding]

  init(_ standings: [HabitStanding]) { self.standings = standings }

  var lines: [String] {
    let width = standings.map(\.line.name.count).max() ?? 0
    return standings.map { standing in
      let mark =
        switch standing.checkIn?.status {
        case .done?: "x"
        case .skipped?: "-"
        case .planned?, nil: " "
        }
      let name = standing.line.name
      let gap = String(repeating: " ", count: width - name.count)
      let target = standing.line.target.map { " (\($0))" } ?? ""
      return "  [\(mark)] \(name)\(gap)  \(standing.state), \(standing.progress)\(target)"
    }
  }
}
