import HubContracts

/// Looks back over an account's days, across the apps.
///
/// Reads only. A day of which an app said nothing is not known, and is never shown as zero.
public struct TimelineService: Sendable {
  /// Days of the map: 53 weeks.
  public static let mapDays: Int64 = 371
  /// Entries of one page, except that the rest of a day stays together up to this number again.
  public static let pageEntriesMax = 100
  /// Days of one page that have something.
  public static let pageDaysMax = 14

  private let storage: any LifeStorage
  private let clock: any WallClock
  private let offset: AccountClock.ZoneOffset

  public init(
    storage: any LifeStorage, clock: any WallClock, offset: @escaping AccountClock.ZoneOffset
  ) {
    self.storage = storage
    self.clock = clock
    self.offset = offset
  }

  public func clock(of account: Account) -> AccountClock {
    AccountClock(zone: account.timeZone, offset: offset)
  }

  /// One page of the timeline, whose newest day is `query.newest` or, without one, today.
  public func page(
    _ query: TimelineQuery, of account: Account
  ) async throws(StorageError) -> Timeline {
    let zoned = clock(of: account)
    let now = clock.nowMilliseconds
    let today = zoned.day(of: Minute(containingMilliseconds: now))
    // A plan for tomorrow is no history yet, but what lies there can be asked for.
    let newest = query.newest ?? today
    let kinds = query.kinds
    let starts = DayStarts(last: newest, count: Self.mapDays, zoned)
    let moments = try await storage.moments(in: starts.span, of: account.number)
    let counts = starts.counts(moments, of: Set(kinds))
    let figures = try await figures(query, starts.days, of: account.number)
    let days = zip(starts.days, counts).map { day, count in
      TimelineDay(day: day, entries: count, figure: figures?[day])
    }
    let span = PageSpan(counts, entriesMax: Self.pageEntriesMax, daysMax: Self.pageDaysMax)
    let shown = try await entries(query, in: starts.minutes(of: span.range), of: account.number)
    let earlier = try await newestDay(
      kinds, before: starts.minutes(of: span.range).lowerBound, zoned, of: account.number)
    return Timeline(
      clock: zoned, nowMilliseconds: now, query: query, newest: newest, days: days,
      hasFigures: figures != nil, entries: shown.entries, unreadableRecords: shown.unreadable,
      matchingEntries: span.range.reduce(0) { $0 + counts[$1] },
      earlier: earlier)
  }

  private func entries(
    _ query: TimelineQuery, in minutes: Range<Minute>, of account: AccountNumber
  ) async throws(StorageError) -> (entries: [TimelineEntry], unreadable: Int) {
    let changes = try await storage.records(
      RecordQuery(
        query.kinds, in: minutes, offset: query.skipped, limit: Self.pageEntriesMax),
      of: account)
    var entries: [TimelineEntry] = []
    var unreadable = 0
    for change in changes {
      switch TimelineEntry.read(change) {
      case .entry(let entry): entries.append(entry)
      case .unreadable: unreadable += 1
      case .apart: continue
      }
    }
    return (entries, unreadable)
  }

  private func newestDay(
    _ kinds: [RecordKind], before minute: Minute, _ zoned: AccountClock, of account: AccountNumber
  ) async throws(StorageError) -> Day? {
    let before = RecordQuery.allTime.lowerBound..<minute
    return try await storage.records(RecordQuery(kinds, in: before, limit: 1), of: account)
      .first.map { zoned.day(of: $0.occurredAt) }
  }

  /// The principal figure of each day that the domain has summed up; nil where more than one domain,
  /// or a type alone, is asked for.
  private func figures(
    _ query: TimelineQuery, _ days: [Day], of account: AccountNumber
  ) async throws(StorageError) -> [Day: Int]? {
    guard let domain = query.domain, query.type == nil,
      ContractTable.daySummary(of: domain) != nil, let first = days.first, let last = days.last
    else { return nil }
    var figures: [Day: Int] = [:]
    for change in try await storage.summaries(in: domain, of: first...last, of: account) {
      if let summary = DaySummary.read(change).summary {
        figures[summary.day] = summary.figures.principal
      }
    }
    return figures
  }
}

/// Where some days in a row begin and end on an account's clocks.
private struct DayStarts {
  let days: [Day]
  /// One more than there are days.
  let starts: [Minute]

  var span: Range<Minute> { minutes(of: 0..<days.count) }

  init(last: Day, count: Int64, _ clock: AccountClock) {
    days = (0..<count).map { last.adding($0 - count + 1) }
    var starts = days.map { clock.span(of: $0).lowerBound }
    starts.append(max(starts.last ?? Minute(number: 0), clock.span(of: last).upperBound))
    self.starts = starts
  }

  func minutes(of range: Range<Int>) -> Range<Minute> {
    starts[range.lowerBound]..<starts[range.upperBound]
  }

  /// How many of the moments, which are ascending, are of these kinds on each day.
  func counts(_ moments: [Moment], of kinds: Set<RecordKind>) -> [Int] {
    var counts = [Int](repeating: 0, count: days.count)
    var place = 0
    for moment in moments where kinds.contains(moment.kind) {
      while place + 1 < days.count, moment.minute >= starts[place + 1] { place += 1 }
      counts[place] += 1
    }
    return counts
  }
}

/// Which days a page shows: from the newest back, as many as fit, at least one that has something.
private struct PageSpan {
  let range: Range<Int>

  init(_ counts: [Int], entriesMax: Int, daysMax: Int) {
    var first = counts.count
    var (entries, days) = (0, 0)
    while first > 0, days < daysMax, entries == 0 || entries + counts[first - 1] <= entriesMax {
      first -= 1
      entries += counts[first]
      days += counts[first] > 0 ? 1 : 0
    }
    range = first..<counts.count
  }
}
