import HubContracts

/// An instant as the wall clock of a zone shows it.
public struct LocalTime: Sendable {
  public let day: Day
  /// 0…1,439.
  public let minuteOfDay: Int
  private let zone: ZoneOffsets

  public init(_ milliseconds: Int64, in zone: ZoneOffsets) {
    let minute = Minute(containingMilliseconds: milliseconds)
    let wall = Minute(
      number: minute.number + Int64(zone.offsetSeconds(at: minute.number * 60) / 60))
    day = wall.day
    minuteOfDay = Int(wall.number - day.number * 1_440)
    self.zone = zone
  }

  /// Such as `09:05`.
  public var clock: String { Self.clock(minuteOfDay) }

  /// Such as `09:05`, of a minute of a day.
  public static func clock(_ minuteOfDay: Int) -> String {
    let (hour, minute) = (minuteOfDay / 60, minuteOfDay % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  /// The clock alone today, with "yesterday" or the date otherwise.
  public func relative(toMilliseconds now: Int64) -> String {
    let today = LocalTime(now, in: zone).day
    switch today.number - day.number {
    case 0: return clock
    case 1: return "yesterday \(clock)"
    default: return "\(day) \(clock)"
    }
  }
}
