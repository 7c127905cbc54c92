import Foundation
import HubContracts
import HubCore
import ToolboxLocks

/// The time zones that this machine knows.
///
/// The one place of the Hub that asks Foundation about time.
public final class TimeZones: Sendable {
  /// IANA names of places and `UTC`, sorted.
  public let names: [String]
  /// The machine's own zone; ``utc`` where it has none of ``names``.
  public let own: String

  public static let utc = "UTC"

  private let known: Set<String>
  // A zone is read from disk once; asked on the way of a request, so no actor.
  private let zones = Locked<[String: TimeZone]>([:])

  public init() {
    // Names without a place, such as "EST" or "Etc/GMT+3", are no zone that a person lives in.
    let places = TimeZone.knownTimeZoneIdentifiers.filter {
      $0.contains("/") && !$0.hasPrefix("Etc/") && !$0.hasPrefix("SystemV/")
    }
    names = (Set(places).union([Self.utc])).sorted()
    known = Set(names)
    let current = TimeZone.current.identifier
    own = known.contains(current) ? current : Self.utc
  }

  /// Whether a text is one of ``names``.
  public func isKnown(_ name: String) -> Bool { known.contains(name) }

  /// Minutes that clocks of a zone are ahead of UTC at a minute; 0 for a name that is no zone.
  public func offset(of name: String, at minute: Minute) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(minute.number) * 60)
    let zone = zones.withLock { zones in
      if let zone = zones[name] { return zone }
      guard known.contains(name), let zone = TimeZone(identifier: name) else { return .gmt }
      zones[name] = zone
      return zone
    }
    return Int64((Double(zone.secondsFromGMT(for: date)) / 60).rounded())
  }
}
