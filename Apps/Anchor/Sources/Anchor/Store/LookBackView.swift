import AnchorModel
import AppShell
import ToolboxSQLite

/// Some days as a screen looks back on them.
struct LookBackView: Sendable {
  /// What was asked for, without the days before the first session and after today.
  let days: ClosedRange<Day>
  let filter: TagFilter
  let overview: Overview
  /// As of today, of all sessions.
  let streakDays: Int
  let today: Day
}

extension AnchorStore {
  /// Looks back on some days.
  func lookBack(
    _ asked: ClosedRange<Day>, _ filter: TagFilter = .none
  ) async throws(AnchorError) -> LookBackView {
    try await settle()
    return try await read { (desk, transaction) throws(AnchorError) in
      let entries = try inAnchor { () throws(SQLiteError) in
        try OverviewRows.read(desk.calendar.span(of: asked), filter, transaction)
      }
      let overview = Overview(entries, calendar: desk.calendar)
      let streak = try inAnchor { () throws(StoreError) in
        try desk.figures.streak(upTo: desk.today, max: 40_000, transaction)
      }
      return LookBackView(
        days: Self.shown(asked, first: overview.days.first?.day, today: desk.today),
        filter: filter, overview: overview, streakDays: streak, today: desk.today)
    }
  }

  /// Days that are yet to come have no figures, and neither has the time before the first session.
  private static func shown(
    _ asked: ClosedRange<Day>, first: Day?, today: Day
  ) -> ClosedRange<Day> {
    let last = max(asked.lowerBound, min(asked.upperBound, max(today, first ?? today)))
    let start = asked.lowerBound == .first ? first ?? min(today, last) : asked.lowerBound
    return start...max(start, last)
  }
}

/// Sessions that have ended, as far as an overview needs them.
private enum OverviewRows {
  /// By start.
  ///
  /// Ten years are read for one page, so no row becomes a whole session.
  static func read(
    _ span: Range<Instant>, _ filter: TagFilter, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Overview.Entry] {
    var tagsOf: [String: [String]] = [:]
    var entries: [Overview.Entry] = []
    try transaction.forEach(
      """
      SELECT started_s, banked_s, reason, is_full, tags FROM session
      WHERE started_s >= ? AND started_s < ? AND phase = 'finished' ORDER BY started_s
      """,
      .second(span.lowerBound), .second(span.upperBound)
    ) { (row) throws(SQLiteError) in
      let text = row.text(4)
      let tags = tagsOf[text] ?? text.split(separator: "\n").map(String.init)
      tagsOf[text] = tags
      if filter.admits(tags) { entries.append(try entry(row, tags)) }
      return true
    }
    return entries
  }

  private static func entry(
    _ row: borrowing Row, _ tags: [String]
  ) throws(SQLiteError) -> Overview.Entry {
    let reason = row.optionalText(2).map(FocusSession.EndReason.init(rawValue:))
    guard let start = Instant(wholeSeconds: row.integer(0)), reason != .some(nil) else {
      throw row.damaged()
    }
    return Overview.Entry(
      startedAt: start, focusedSeconds: Int(row.integer(1)), reason: reason.flatMap { $0 },
      isExact: row.integer(3) == 1, tags: tags)
  }
}
