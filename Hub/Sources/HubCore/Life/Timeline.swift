import HubContracts

/// Which part of the timeline somebody wants to see.
public struct TimelineQuery: Sendable, Equatable {
  /// The days that a chart can show.
  public enum Span: Int64, Sendable, CaseIterable {
    case month = 30
    case quarter = 90
    case year = 365
  }

  /// Nil for all domains.
  public var domain: Domain?
  /// Of ``domain``; nil for all its happenings.
  public var type: String?
  /// The newest day shown; nil for today.
  public var newest: Day?
  /// How many of the newest entries of the page's days are left out, 0…``RecordQuery/offsetMax``.
  public var skipped: Int
  public var span: Span

  public init(
    domain: Domain? = nil, type: String? = nil, newest: Day? = nil, skipped: Int = 0,
    span: Span = .month
  ) {
    self.domain = domain
    self.type = type
    self.newest = newest
    self.skipped = skipped
    self.span = span
  }

  var kinds: [RecordKind] {
    Happening.kinds.filter {
      (domain == nil || $0.domain == domain) && (type == nil || $0.type == type)
    }
  }
}

/// One page of an account's timeline, with the days around it.
public struct Timeline: Sendable {
  public let clock: AccountClock
  public let nowMilliseconds: Int64
  public let query: TimelineQuery
  /// The last of ``days``.
  public let newest: Day
  /// ``TimelineService/mapDays`` days, ascending.
  public let days: [TimelineDay]
  /// Whether ``TimelineDay/figure`` is what days are compared by, rather than the entries.
  public let hasFigures: Bool
  /// Newest first.
  public let entries: [TimelineEntry]
  /// How many records of this page this Hub cannot read; they are in no entry.
  public let unreadableRecords: Int
  /// How many entries the page's days have, shown or not.
  public let matchingEntries: Int
  /// The newest day before this page's that has anything; nil where there is none.
  public let earlier: Day?

  /// Whether entries of this page's days follow that are not shown.
  public var hasMoreOfDay: Bool {
    query.skipped + entries.count + unreadableRecords < matchingEntries
  }
}

/// A day of the chart.
public struct TimelineDay: Sendable, Equatable {
  public let day: Day
  public let entries: Int
  /// What the domain's summary says; nil where there is none.
  public let figure: Int?
}
