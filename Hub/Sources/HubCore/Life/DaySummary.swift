import HubContracts

/// What an app said about one of its days; the Hub never computes it.
public struct DaySummary: Sendable, Equatable {
  public enum Figures: Sendable, Equatable {
    case anchor(AnchorDaySummary)
    case calorie(CalorieDaySummary)
    case setline(SetlineDaySummary)
    case kith(KithDaySummary)
    case live(LiveDaySummary)
    case asteroid(AsteroidDaySummary)
  }

  public let day: Day
  public let figures: Figures
  /// Canonical JSON of the facts.
  public let facts: [UInt8]
  /// When it reached the Hub.
  public let recordedAtMilliseconds: Int64

  /// What a stored record is to somebody who asks for a day's summary.
  enum Reading {
    case none
    case unreadable
    case read(DaySummary)

    var summary: DaySummary? {
      switch self {
      case .read(let summary): summary
      case .none, .unreadable: nil
      }
    }
  }

  static func read(_ change: Change?) -> Reading {
    guard let change, change.operation == .upsert, let day = change.record.summaryDay else {
      return .none
    }
    // What was checked when it came may still break the contract of another version of the Hub.
    guard let body = change.readBody(),
      body.type == ContractTable.daySummary(of: change.domain)?.type,
      let figures = Figures(body.facts, in: change.domain)
    else { return .unreadable }
    return .read(
      DaySummary(
        day: day, figures: figures, facts: body.facts,
        recordedAtMilliseconds: change.recordedAtMilliseconds))
  }
}

extension DaySummary {
  /// What a service said just now; nil where its domain has no summaries.
  init?(_ told: ServiceDay, atMilliseconds: Int64) {
    guard let figures = Figures(told.summary, in: told.domain) else { return nil }
    self.init(
      day: told.day, figures: figures, facts: told.summary, recordedAtMilliseconds: atMilliseconds)
  }
}

extension DaySummary.Figures {
  /// Nil where the facts are no summary of the domain.
  init?(_ facts: [UInt8], in domain: Domain) {
    do throws(ContractViolation) {
      switch domain {
      case .anchor: self = .anchor(try AnchorDaySummary.contract.decode(facts))
      case .calorie: self = .calorie(try CalorieDaySummary.contract.decode(facts))
      case .setline: self = .setline(try SetlineDaySummary.contract.decode(facts))
      case .kith: self = .kith(try KithDaySummary.contract.decode(facts))
      case .live: self = .live(try LiveDaySummary.contract.decode(facts))
      case .asteroid: self = .asteroid(try AsteroidDaySummary.contract.decode(facts))
      case .habits, .journal, .sample: return nil
      }
    } catch { return nil }
  }

  /// The one figure by which days are compared: minutes of focus or training, kcal, interactions,
  /// events, things done.
  public var principal: Int {
    switch self {
    case .anchor(let day): day.focusedMinutes
    case .calorie(let day): day.kcal
    case .setline(let day): day.minutes
    case .kith(let day): day.interactions
    case .live(let day): day.eventsToday
    case .asteroid(let day): day.doneToday
    }
  }
}
