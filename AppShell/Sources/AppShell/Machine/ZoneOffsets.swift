import Foundation
import ToolboxLocks

/// How far the wall clock of one time zone is from UTC, from the system's zone database.
///
/// Gives the same answer for the same second as long as the process lives.
public final class ZoneOffsets: Sendable {
  /// Days whose offset is kept; more than any page or import looks at.
  private static let daysMax = 50_000

  /// The zone's IANA name, such as `Europe/Berlin`.
  public let name: String
  private let zone: TimeZone
  /// By the UTC day: its one offset, or nil where the clock changes in the course of it.
  ///
  /// A lock and not an actor: a transaction asks synchronously, for each of its rows.
  private let offsetOfDay = Locked<[Int64: Int?]>([:])

  /// Nil for a name that the system does not know.
  public init?(named name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.name = name
    self.zone = zone
  }

  private init(_ zone: TimeZone) {
    self.zone = zone
    name = zone.identifier
  }

  /// The zone that this machine is set to, by `TZ` or its own setting.
  public static func ofMachine() -> ZoneOffsets { ZoneOffsets(TimeZone.current) }

  /// Seconds to add to UTC, `seconds` after 1970-01-01T00:00:00Z, to get the wall clock.
  public func offsetSeconds(at seconds: Int64) -> Int {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
    let known: Int?? = offsetOfDay.withLock { $0[day] }
    if let known { return known ?? ask(seconds) }
    let first = ask(day * 86_400)
    let isConstant = first == ask(day * 86_400 + 86_399)
    offsetOfDay.withLock { days in
      if days.count >= Self.daysMax { days.removeAll(keepingCapacity: true) }
      days[day] = .some(isConstant ? first : nil)
    }
    return isConstant ? first : ask(seconds)
  }

  private func ask(_ seconds: Int64) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }
}

/// The zones that one store has had, each read from the system once.
final class ZoneCatalogue: Sendable {
  private let ofMachine: ZoneOffsets
  private let zones = Locked<[String: ZoneOffsets]>([:])

  init(ofMachine zone: ZoneOffsets) { ofMachine = zone }

  /// The machine's own where there is no name, or where the system does not know it.
  func zone(named name: String?) -> ZoneOffsets {
    guard let name else { return ofMachine }
    return zones.withLock { zones in
      if let zone = zones[name] { return zone }
      let zone = ZoneOffsets(named: name) ?? ofMachine
      zones[name] = zone
      return zone
    }
  }
}
