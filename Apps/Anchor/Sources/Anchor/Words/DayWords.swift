import AnchorModel
import AppShell
import ToolboxCommandLine
import ToolboxJSON

/// A day in words, for the terminal.
struct DayWords {
  private let view: DayView

  init(_ view: DayView) { self.view = view }

  /// `today`: the day's sessions and its figures.
  var answer: Answer { Answer(lines.joined(separator: "\n")) { json in write(to: &json) } }

  /// `status`: what runs now, and the figures of today.
  var statusAnswer: Answer {
    let active = view.active.map { line(of: $0) }
    let now = active.map { "\($0.titleWithTags): \($0.state)" } ?? "No session is running."
    return Answer("\(now)\nToday: \(figures)") { json in write(to: &json) }
  }

  /// The day as people write it, such as "Monday, 30 November 2026".
  static func title(of day: Day) -> String {
    "\(weekdays[day.weekday - 1]), \(day.dayOfMonth) \(months[day.month - 1]) \(day.year)"
  }

  /// Such as "Mon 30 Nov 2026".
  static func short(_ day: Day) -> String {
    "\(weekdays[day.weekday - 1].prefix(3)) \(day.dayOfMonth) \(month(day))"
  }

  /// Such as "Nov 2026".
  static func month(_ day: Day) -> String { "\(months[day.month - 1].prefix(3)) \(day.year)" }

  /// The minutes, the number of sessions and the streak.
  var figures: String {
    let figures = view.figures
    let sum = HumanDuration.text(.seconds(figures.focusedMinutes * 60))
    let sessions = "\(figures.sessions) \(figures.sessions == 1 ? "session" : "sessions")"
    let streak = "streak \(figures.streakDays) \(figures.streakDays == 1 ? "day" : "days")"
    return "\(sum) in \(sessions), \(streak)"
  }

  func line(of session: FocusSession) -> SessionLine {
    SessionLine(session: session, now: view.now, zone: view.zone)
  }

  private var lines: [String] {
    let entries = view.timeline.entries.map { line(of: $0.session) }
    let lengths = entries.map(\.length.count).max() ?? 0
    let rows = entries.map { line in
      let gap = String(repeating: " ", count: lengths - line.length.count)
      let state = line.state.isEmpty ? "" : " (\(line.state))"
      return "  \(line.start)  \(gap)\(line.length)  \(line.titleWithTags)\(state)"
    }
    let head = [Self.title(of: view.day), ""]
    if rows.isEmpty {
      let streak = view.figures.streakDays
      return head + ["  Nothing yet."] + (streak > 0 ? ["", "Streak so far: \(streak)."] : [])
        + habits + shared
    }
    return head + rows + ["", "\(figures)."] + habits + shared
  }

  private var habits: [String] {
    let standings = view.habitStandings
    if standings.isEmpty { return [] }
    let (done, scheduled) = (view.figures.habits.done, view.figures.habits.scheduled)
    return ["", "Habits: \(done) of \(scheduled)."] + HabitRows(standings).lines
  }

  private var shared: [String] {
    let words = view.sharedWords
    if words.lines.isEmpty { return [] }
    let width = words.lines.map(\.app.count).max() ?? 0
    return ["", "\(words.title):"]
      + words.lines.map { line in
        let gap = String(repeating: " ", count: width - line.app.count)
        return "  \(line.app)\(gap)  \(line.text)"
      }
  }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("day", view.day.description)
      json.member("timeZone", view.zone.name)
      json.member("focusedMinutes", view.figures.focusedMinutes)
      json.member("focusedSeconds", view.figures.focusedSeconds)
      json.member("sessionsFinished", view.figures.sessions)
      json.member("streakDays", view.figures.streakDays)
      json.member("isExact", view.figures.isExact)
      if let active = view.active {
        json.member("active") { json in line(of: active).write(to: &json) }
      }
      json.member("sessions") { json in
        json.array(view.timeline.entries) { json, entry in
          line(of: entry.session).write(to: &json)
        }
      }
      json.member("habitsDone", view.figures.habits.done)
      json.member("habitsScheduled", view.figures.habits.scheduled)
      json.member("habits") { json in
        json.array(view.habitStandings) { json, standing in standing.write(to: &json) }
      }
      view.sharedWords.write(to: &json)
    }
  }

  /// Monday first.
  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
