import HubContracts
import PersonalSyncKit

extension SyncStanding {
  /// The state in a few words, such as "Offline since 14:20, 3 changes wait".
  public var headline: String {
    switch connection {
    case .notConnected: "Not connected to a Hub"
    case .signInNeeded: joined("Sign in again", waitingWords)
    case .approvalNeeded: joined("Approval needed", waitingWords)
    case .connected:
      if let failure {
        joined("Offline since \(clock(failure.sinceMilliseconds))", waitingWords)
      } else if waiting > 0 {
        Self.capitalised(waitingWords ?? "")
      } else if lastSuccessMilliseconds == nil {
        "Connected, not synchronised yet"
      } else {
        "Up to date"
      }
    }
  }

  /// What more there is to know, a line each, as names and values.
  public var details: [(name: String, value: String)] {
    var lines: [(String, String)] = []
    if let account {
      lines.append(("Account", account.name))
      lines.append(("Hub", account.origin))
    }
    if waiting > 0 { lines.append(("Waiting", Self.changes(waiting))) }
    if let last = lastSuccessMilliseconds { lines.append(("Last sync", clock(last))) }
    if let failure { lines.append(("Reason", failure.code)) }
    if conflicts > 0 {
      lines.append(("Conflicts", "\(conflicts), both sides are kept"))
    }
    if quarantined > 0 {
      lines.append(("Refused by the Hub", "\(Self.changes(quarantined)), kept here"))
    }
    return lines
  }

  /// What the person should look at; none while all is well.
  public var notices: [String] {
    var notices: [String] = []
    if conflicts > 0 {
      notices.append(
        "\(conflicts == 1 ? "1 conflict" : "\(conflicts) conflicts") to look at; both sides are kept."
      )
    }
    if quarantined > 0 {
      notices.append("The Hub refused \(Self.changes(quarantined)); kept here, nothing is lost.")
    }
    return notices
  }

  /// What to type next; nil where nothing has to be done.
  var nextCommand: String? {
    switch connection {
    case .notConnected, .signInNeeded: "connect URL"
    case .approvalNeeded: "approve"
    case .connected: waiting > 0 ? "sync" : nil
    }
  }

  private var waitingWords: String? {
    switch waiting {
    case 0: nil
    case 1: "1 change waits"
    default: "\(waiting) changes wait"
    }
  }

  private func clock(_ milliseconds: Int64) -> String {
    LocalTime(milliseconds, in: zone).relative(toMilliseconds: nowMilliseconds)
  }

  private func joined(_ first: String, _ second: String?) -> String {
    second.map { "\(first), \($0)" } ?? first
  }

  private static func changes(_ count: Int) -> String {
    "\(count) \(count == 1 ? "change" : "changes")"
  }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}

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
    let days = Minute.daysRoundedDown(wall)
    day = Day(number: days)
    minuteOfDay = Int(wall.number - days * 1_440)
    self.zone = zone
  }

  /// Such as `09:05`.
  public var clock: String {
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

extension Minute {
  fileprivate static func daysRoundedDown(_ minute: Minute) -> Int64 {
    let (days, rest) = minute.number.quotientAndRemainder(dividingBy: 1_440)
    return rest < 0 ? days - 1 : days
  }
}
