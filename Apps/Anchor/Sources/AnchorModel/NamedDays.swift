/// Stretches of days that have a name, the ones that are not over only up to today.
package enum NamedDays: String, CaseIterable, Sendable {
  case fourWeeks = "4weeks"
  case day, yesterday, week, lastweek, month, lastmonth, quarter, lastquarter, year, lastyear, all

  /// A week begins on Monday; `all` is every day that a calendar has.
  package func days(today: Day) -> ClosedRange<Day> {
    switch self {
    case .fourWeeks: today.adding(days: -27)...today
    case .day: today...today
    case .yesterday: today.adding(days: -1)...today.adding(days: -1)
    case .week: today.startOfWeek...today
    case .lastweek: Self.before(today.startOfWeek, \.startOfWeek)
    case .month: today.startOfMonth...today
    case .lastmonth: Self.before(today.startOfMonth, \.startOfMonth)
    case .quarter: today.startOfQuarter...today
    case .lastquarter: Self.before(today.startOfQuarter, \.startOfQuarter)
    case .year: today.startOfYear...today
    case .lastyear: Self.before(today.startOfYear, \.startOfYear)
    case .all: Day.first...Day.last
    }
  }

  /// The whole stretch that ends before `start`.
  private static func before(_ start: Day, _ first: (Day) -> Day) -> ClosedRange<Day> {
    let last = start.adding(days: -1)
    return first(last)...last
  }
}

extension Day {
  /// The Monday of its week.
  package var startOfWeek: Day { adding(days: 1 - weekday) }

  package var startOfMonth: Day { adding(days: 1 - dayOfMonth) }

  package var startOfQuarter: Day { start(ofMonth: (month - 1) / 3 * 3 + 1) }

  package var startOfYear: Day { start(ofMonth: 1) }

  package var endOfMonth: Day {
    let next = month == 12 ? Day(year: year + 1, month: 1, day: 1) : start(ofMonth: month + 1)
    return next?.adding(days: -1) ?? .last
  }

  package var endOfYear: Day { Day(year: year + 1, month: 1, day: 1)?.adding(days: -1) ?? .last }

  private func start(ofMonth month: Int) -> Day {
    guard let day = Day(year: year, month: month, day: 1) else {
      preconditionFailure("every month of every year has a first day")
    }
    return day
  }
}

extension AccountCalendar {
  /// From the start of the first day up to the start of the day after the last.
  package func span(of days: ClosedRange<Day>) -> Range<Instant> {
    let start = start(of: days.lowerBound)
    return start..<max(start, span(of: days.upperBound).upperBound)
  }
}
