import AnchorModel
import WebInterface

/// An overview as drawings, each said in words too.
struct LookBackCharts {
  private let view: LookBackView
  private let steps: OverviewSteps

  init(_ view: LookBackView) {
    self.view = view
    steps = OverviewSteps(view.overview, over: view.days)
  }

  // MARK: - The course of the days

  /// Each day, week, month or year as a bar, and the same as a table.
  var course: HTML {
    card("\(title(of: steps.size))") {
      DayBars(
        "Focus by \(steps.size.rawValue)",
        steps.steps.enumerated().map { place, step in
          DayBars.Bar(
            label(of: step, at: place), Double(step.total.seconds), text(of: step),
            isCurrent: step.days.contains(view.today))
        }, text: most(steps.steps.map { (name(of: $0), $0.total) })
      ).html
      disclosure("As a table") {
        dataTable(
          "Focus by \(steps.size.rawValue)",
          columns: [.text(HTML(title(of: steps.size))), .number("Sessions"), .number("Focus")],
          rows: steps.steps.reversed().map { step in
            [
              HTML(name(of: step)), HTML("\(step.total.sessions)"),
              HTML(LookBackWords.length(step.total.seconds)),
            ]
          })
      }
    }
  }

  private func title(of size: OverviewSteps.Size) -> String {
    switch size {
    case .day: "Day by day"
    case .week: "Week by week"
    case .month: "Month by month"
    case .year: "Year by year"
    }
  }

  private func name(of step: OverviewSteps.Step) -> String {
    LookBackWords.name(of: step.days, steps.size)
  }

  private func text(of step: OverviewSteps.Step) -> String {
    "\(name(of: step)): \(LookBackWords.length(step.total.seconds))"
  }

  /// Short, and only so many that they stand apart on a phone.
  private func label(of step: OverviewSteps.Step, at place: Int) -> String {
    let day = step.days.lowerBound
    switch steps.size {
    case .day where steps.steps.count <= 7:
      return String(DayWords.weekdays[day.weekday - 1].prefix(3))
    case .day: return day.weekday == 1 ? "\(day.dayOfMonth)" : ""
    case .week:
      return isFirstOfItsMonth(step, at: place) && day.month % 3 == 1 ? monthName(day) : ""
    case .month: return day.month == 1 ? "\(day.year)" : ""
    case .year: return day.year % yearStep == 0 ? "\(day.year)" : ""
    }
  }

  private func isFirstOfItsMonth(_ step: OverviewSteps.Step, at place: Int) -> Bool {
    let month = step.days.lowerBound.month
    return place == 0
      ? step.days.lowerBound.dayOfMonth <= 7
      : steps.steps[place - 1].days.lowerBound.month != month
  }

  private func monthName(_ day: Day) -> String { String(DayWords.month(day).prefix(3)) }

  private var yearStep: Int { max(1, (steps.steps.count + 5) / 6) }

  // MARK: - The week

  /// When in the week there was how much.
  var week: HTML {
    card("Through the week") {
      HeatMap(
        "Focus by weekday and hour. \(most(weekHours))",
        (0..<24).flatMap { hour in
          (0..<7).map { weekday in Double(view.overview.weekHours[weekday * 24 + hour].seconds) }
        },
        months: stride(from: 0, to: 24, by: 6).map { (column: $0, name: "\($0)") },
        rows: DayWords.weekdays.map { String($0.prefix(2)) }
      ).html
      p("Each square is an hour; a session counts for the one in which it started.", .class("hint"))
    }
  }

  private var weekHours: [(name: String, total: Overview.Total)] {
    view.overview.weekHours.enumerated().map { place, total in
      ("\(DayWords.weekdays[place / 24]) from \(place % 24):00", total)
    }
  }

  var weekdays: HTML {
    card("By weekday") {
      DayBars(
        "Focus by weekday",
        zip(DayWords.weekdays, view.overview.weekdays).map { name, total in
          DayBars.Bar(
            String(name.prefix(2)), Double(total.seconds),
            "\(name): \(LookBackWords.length(total.seconds))")
        }
      ).html
    }
  }

  var hours: HTML {
    let named = view.overview.hours.enumerated().map { hour, total in
      (name: "from \(hour):00", total: total)
    }
    return card("By hour") {
      DayBars(
        "Focus by hour of the day",
        named.enumerated().map { hour, entry in
          DayBars.Bar(
            hour % 6 == 0 ? "\(hour)" : "", Double(entry.total.seconds),
            "\(entry.name): \(LookBackWords.length(entry.total.seconds))")
        }, text: most(named)
      ).html
    }
  }

  /// What is to be seen, in a sentence.
  private func most(_ entries: [(name: String, total: Overview.Total)]) -> String {
    let filled = entries.filter { $0.total.seconds > 0 }.count
    guard let most = entries.max(by: { $0.total.seconds < $1.total.seconds }), filled > 0 else {
      return "Nothing recorded."
    }
    return """
      \(filled) of \(entries.count) with something; the most \
      \(most.name), \(LookBackWords.length(most.total.seconds)).
      """
  }
}
