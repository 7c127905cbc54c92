import HubContracts

/// What the clocks of an account's time zone show; "today" is one day for all of its devices.
///
/// Days follow each other without gap or overlap. Where clocks skip midnight, the day begins at the
/// minute after; where midnight comes twice, at the first.
public struct AccountClock: Sendable {
  /// Minutes to add to UTC for what clocks of an IANA zone show at a minute: within a day either way.
  ///
  /// Always the same answer for the same minute; 0 for a name that is no zone.
  public typealias ZoneOffset = @Sendable (_ zone: String, _ minute: Minute) -> Int64

  public let zone: String
  private let offset: ZoneOffset

  public init(zone: String, offset: @escaping ZoneOffset) {
    self.zone = zone
    self.offset = offset
  }

  /// Minutes that these clocks are ahead of UTC.
  public func minutesAhead(at minute: Minute) -> Int64 { offset(zone, minute) }

  public func day(of minute: Minute) -> Day { Day(number: shown(at: minute).flooredDay) }

  /// Minutes since midnight that clocks show, 0…1,439.
  public func minuteOfDay(at minute: Minute) -> Int {
    let shown = shown(at: minute)
    return Int(shown - shown.flooredDay * Self.minutesPerDay)
  }

  /// From the first minute of the day up to the first of the next: 1,440 minutes, but an hour less or
  /// more where summer time begins or ends.
  public func span(of day: Day) -> Range<Minute> {
    let start = start(of: day)
    return start..<max(start, self.start(of: day.adding(1)))
  }

  static let minutesPerDay: Int64 = 1_440

  private func start(of day: Day) -> Minute {
    let midnight = day.number * Self.minutesPerDay
    // No zone is a day away from UTC, so a change of the clock near this midnight lies between.
    let before = midnight - offset(zone, Minute(number: midnight - Self.minutesPerDay))
    let after = midnight - offset(zone, Minute(number: midnight + Self.minutesPerDay))
    var (low, high) = (min(before, after), max(before, after))
    // The first minute that shows this day or a later one.
    while low < high {
      let middle = low + (high - low) / 2
      if self.day(of: Minute(number: middle)) >= day { high = middle } else { low = middle + 1 }
    }
    return Minute(number: low)
  }

  private func shown(at minute: Minute) -> Int64 { minute.number + offset(zone, minute) }
}

extension Int64 {
  /// The day in which a count of minutes lies, rounded down below zero too.
  fileprivate var flooredDay: Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: AccountClock.minutesPerDay)
    return rest < 0 ? quotient - 1 : quotient
  }
}
