import HubContracts
import HubCore
import WebInterface

/// The days of a timeline as bars and as a map, and the same as a table.
struct TimelineCharts {
  let timeline: Timeline

  private var principal: PrincipalWords? {
    timeline.hasFigures ? timeline.query.domain.map(PrincipalWords.init) : nil
  }

  /// What is compared, such as "Focus" or "Entries".
  var name: String { principal?.name ?? "Entries" }

  // MARK: - Bars

  var bars: HTML {
    DayBars(
      "\(name), \(spanText)", isByWeek ? weeks.map(bar) : days.map(bar), text: text(of: days)
    ).html
  }

  private var days: ArraySlice<TimelineDay> {
    timeline.days.suffix(Int(timeline.query.span.rawValue))
  }

  /// A year of single days would be thinner than a pixel on a phone.
  private var isByWeek: Bool { timeline.query.span == .year }

  private var spanText: String {
    let span = timeline.query.span.rawValue
    return isByWeek
      ? "52 weeks to \(DateWords.dated(timeline.newest))"
      : "\(span) days to \(DateWords.dated(timeline.newest))"
  }

  private var weeks: [[TimelineDay]] {
    let all = Array(timeline.days.suffix(52 * 7))
    return stride(from: 0, to: all.count, by: 7).map { Array(all[$0..<min($0 + 7, all.count)]) }
  }

  private func bar(_ day: TimelineDay) -> DayBars.Bar {
    let amount = amount(of: day)
    let isLabelled = (timeline.newest.number - day.day.number) % labelStep == 0
    return DayBars.Bar(
      isLabelled ? DateWords.dayOfMonth(day.day) : "", amount.map(Double.init),
      "\(DateWords.short(day.day)): \(text(amount))", isCurrent: day.day == timeline.newest)
  }

  private var labelStep: Int64 { timeline.query.span == .month ? 5 : 15 }

  private func bar(_ week: [TimelineDay]) -> DayBars.Bar {
    let amounts = week.compactMap(amount)
    let sum = amounts.isEmpty ? nil : amounts.reduce(0, +)
    let first = week.first?.day ?? timeline.newest
    return DayBars.Bar(
      first.calendar.day <= 7 && first.calendar.month % 2 == 1 ? DateWords.monthName(first) : "",
      sum.map(Double.init), "week of \(DateWords.short(first)): \(text(sum))",
      isCurrent: week.last?.day == timeline.newest)
  }

  // MARK: - Map

  var map: HTML {
    let days = mapDays
    return HeatMap(
      mapText, days.map { amount(of: $0).map(Double.init) }, months: Self.months(of: days)
    ).html
  }

  /// Whole weeks from a Monday on, up to the newest day.
  private var mapDays: ArraySlice<TimelineDay> {
    timeline.days.drop { DateWords.weekday(of: $0.day) != 0 }
  }

  private var mapText: String {
    let first = mapDays.first?.day ?? timeline.newest
    return """
      \(name), \(DateWords.dated(first)) to \(DateWords.dated(timeline.newest)). \
      \(text(of: mapDays)) The table below has each month.
      """
  }

  /// What is to be seen of some days, in a sentence.
  private func text(of days: ArraySlice<TimelineDay>) -> String {
    let filled = days.compactMap { day in amount(of: day).map { (day.day, $0) } }
      .filter { $0.1 > 0 }
    guard let most = filled.max(by: { $0.1 < $1.1 }) else { return "Nothing recorded." }
    return """
      \(CountWords.text(filled.count, "day", "days")) with something; the most on \
      \(DateWords.short(most.0)), \(text(most.1)).
      """
  }

  private static func months(of days: ArraySlice<TimelineDay>) -> [(column: Int, name: String)] {
    days.enumerated().filter { $1.day.calendar.day == 1 }.map { place, day in
      (place / 7, DateWords.monthName(day.day))
    }
  }

  // MARK: - Table

  /// The map by month, for who wants numbers.
  var table: HTML {
    var rows: [(month: String, days: Int, filled: Int, sum: Int)] = []
    for day in mapDays {
      let month = "\(DateWords.monthName(day.day)) \(day.day.calendar.year)"
      if rows.last?.month != month { rows.append((month, 0, 0, 0)) }
      guard let amount = amount(of: day) else { continue }
      rows[rows.count - 1].days += 1
      rows[rows.count - 1].filled += amount > 0 ? 1 : 0
      rows[rows.count - 1].sum += amount
    }
    return dataTable(
      "\(name) by month", columns: [.text("Month"), .number("Days with some"), .number("Sum")],
      rows: rows.reversed().map { row in
        [
          HTML(row.month), HTML(row.days == 0 ? "not known" : "\(row.filled)"),
          HTML(row.days == 0 ? "not known" : text(row.sum)),
        ]
      })
  }

  // MARK: - Amounts

  private func amount(of day: TimelineDay) -> Int? {
    timeline.hasFigures ? day.figure : day.entries
  }

  private func text(_ amount: Int?) -> String {
    guard let amount else { return "not known" }
    return principal?.text(amount) ?? CountWords.text(amount, "entry", "entries")
  }
}
