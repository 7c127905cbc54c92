/// A long time in as few steps as can be seen at once: days, weeks, months or years.
package struct OverviewSteps: Equatable, Sendable {
  package enum Size: String, Equatable, Sendable { case day, week, month, year }

  package struct Step: Equatable, Sendable {
    /// Cut off where the shown days begin or end.
    package let days: ClosedRange<Day>
    package let total: Overview.Total
  }

  package let size: Size
  /// Without a gap, ascending; at least one.
  package let steps: [Step]

  /// Five weeks as days, a year as weeks, five years as months, more as years.
  package init(_ overview: Overview, over days: ClosedRange<Day>) {
    let count = days.upperBound.days(since: days.lowerBound) + 1
    size = count <= 35 ? .day : count <= 371 ? .week : count <= 5 * 366 ? .month : .year
    var steps: [Step] = []
    var known = overview.days[...]
    var first = days.lowerBound
    while true {
      let last = min(Self.last(of: size, from: first), days.upperBound)
      var total = Overview.Total()
      known = known.drop { $0.day < first }
      for day in known.prefix(while: { $0.day <= last }) { total.add(day.total) }
      steps.append(Step(days: first...last, total: total))
      if last >= days.upperBound { break }
      first = last.adding(days: 1)
    }
    self.steps = steps
  }

  private static func last(of size: Size, from first: Day) -> Day {
    switch size {
    case .day: first
    case .week: first.startOfWeek.adding(days: 6)
    case .month: first.endOfMonth
    case .year: first.endOfYear
    }
  }
}
