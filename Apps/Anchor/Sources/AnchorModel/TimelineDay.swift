/// The sessions of one day as a page lists them.
public struct TimelineDay: Equatable, Sendable {
  public struct Entry: Equatable, Sendable {
    public let session: FocusSession
    /// As of the instant that the list was made for.
    public let focusedSeconds: Int
    /// Where the session starts on the wall clock, in minutes from midnight: 0…1,439.
    public let startMinute: Int
    /// Whether it went on after the day was over; it still counts whole for this day.
    public let passesMidnight: Bool
    /// Whether another session of the day covers some of the same time; both count.
    public let overlaps: Bool
  }

  public let day: Day
  /// By start, the earliest first; those of one start by id.
  public let entries: [Entry]

  /// Lists those of `sessions` that started on `day`; what has not ended reaches to `now`.
  public init(
    day: Day, sessions: some Sequence<FocusSession>, calendar: AccountCalendar, now: Instant
  ) {
    let span = calendar.span(of: day)
    let ordered = sessions.filter { span.contains($0.startedAt) }
      .sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
    let ends = ordered.map { $0.end(asOf: now) }
    let overlapping = Self.overlapping(starts: ordered.map(\.startedAt), ends: ends)
    self.day = day
    self.entries = ordered.indices.map { index in
      let session = ordered[index]
      return Entry(
        session: session, focusedSeconds: session.focusedSeconds(at: now),
        startMinute: calendar.minuteOfDay(at: session.startedAt),
        passesMidnight: ends[index] > span.upperBound, overlaps: overlapping[index])
    }
  }

  /// One walk along the starts: a session overlaps when it starts before the furthest end so far,
  /// and so does the session that reaches there.
  private static func overlapping(starts: [Instant], ends: [Instant]) -> [Bool] {
    var overlapping = Array(repeating: false, count: starts.count)
    var furthest: Int?
    for index in starts.indices where starts[index] < ends[index] {
      if let last = furthest, starts[index] < ends[last] {
        overlapping[index] = true
        overlapping[last] = true
      }
      if furthest.map({ ends[index] > ends[$0] }) ?? true { furthest = index }
    }
    return overlapping
  }
}

extension FocusSession {
  /// Where it ended or, until then, reaches to.
  ///
  /// Running: `now`, or the planned end where that has passed. Open on another device: no further
  /// than the minutes that are known of it.
  package func end(asOf now: Instant) -> Instant {
    switch phase {
    case .finished(let end, _): end
    case .openElsewhere: startedAt.adding(seconds: bankedSeconds)
    case .paused(let since): max(startedAt, since)
    case .running: max(startedAt, min(now, plannedEnd ?? now))
    }
  }
}
