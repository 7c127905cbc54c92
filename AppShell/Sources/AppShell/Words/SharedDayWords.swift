import HubContracts
import PersonalSyncKit

/// What other apps said of a day, in the contracts' own words; no app is known here by name.
public struct SharedDayWords: Sendable {
  public struct Line: Sendable, Equatable {
    /// The app's title.
    public let app: String
    /// Such as "planned, minutes: 45"; figures of zero are left out.
    public let text: String
    let day: SharedDay
  }

  /// In the order of the fleet; an app that said nothing of the day is absent.
  public let lines: [Line]
  /// When the Hub said so, such as "yesterday 14:20"; nil while that is just now.
  public let asOf: String?

  /// - `kept`: what the store holds; nil where nothing is shared with it.
  public init(_ kept: KeptSharedDays?, on day: Day, zone: ZoneOffsets, nowMilliseconds now: Int64) {
    lines = (kept?.days(on: day) ?? []).map { shared in
      let domain = shared.domain
      return Line(
        app: Fleet.owner(of: domain)?.title ?? domain.rawValue, text: Self.text(of: shared),
        day: shared)
    }
    let readAt = kept?.readAtMilliseconds ?? now
    let isFresh = (0...SyncStatus.freshMilliseconds).contains(now - readAt)
    asOf = isFresh ? nil : LocalTime(readAt, in: zone).relative(toMilliseconds: now)
  }

  /// "From your other apps", with its time where it needs one.
  public var title: String { "From your other apps" + (asOf.map { ", as of \($0)" } ?? "") }

  private static func text(of shared: SharedDay) -> String {
    let words = shared.figures.compactMap { rule, value -> String? in
      let name = FactWords.name(rule.name)
      switch value {
      case .flag(let flag): return flag ? name : nil
      case .number(0): return nil
      case .number(let number): return "\(name): \(number)"
      case .choice(let word): return "\(name): \(FactWords.name(word))"
      case .day(let day): return "\(name): \(day)"
      case .instant, .ref: return nil
      }
    }
    return words.isEmpty ? "nothing so far" : words.joined(separator: ", ")
  }
}
