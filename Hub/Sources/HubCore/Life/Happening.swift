import HubContracts

/// What a record tells that happened, by facts alone: there is no title that could be shown.
public enum Happening: Sendable, Equatable {
  case focus(FocusSessionFacts)
  case habit(HabitCompletionFacts)
  case food(FoodEntryFacts)
  case water(WaterEntryFacts)
  case workout(WorkoutFacts)
  case interaction(InteractionFacts)
  case experience(LiveItemFacts)
  case checkIn(HabitCheckInFacts)
  case page(JournalEntryFacts)

  /// The kinds of records that are happenings; others are things, sums, or sealed whole.
  public static let kinds = [
    FocusSessionFacts.contract.record, HabitCompletionFacts.contract.record,
    FoodEntryFacts.contract.record, WaterEntryFacts.contract.record,
    WorkoutFacts.contract.record, InteractionFacts.contract.record,
    LiveItemFacts.contract.record, HabitCheckInFacts.contract.record,
    JournalEntryFacts.contract.record,
  ].map { RecordKind($0.domain, $0.type) }

  /// Nil for a record of no kind of ``kinds``; throws where facts break their contract.
  init?(_ body: RecordBody, in domain: Domain) throws(ContractViolation) {
    let facts = body.facts
    switch (domain, body.type) {
    case (.anchor, FocusSessionFacts.contract.record.type):
      self = .focus(try FocusSessionFacts.contract.decode(facts))
    case (.anchor, HabitCompletionFacts.contract.record.type):
      self = .habit(try HabitCompletionFacts.contract.decode(facts))
    case (.calorie, FoodEntryFacts.contract.record.type):
      self = .food(try FoodEntryFacts.contract.decode(facts))
    case (.calorie, WaterEntryFacts.contract.record.type):
      self = .water(try WaterEntryFacts.contract.decode(facts))
    case (.setline, WorkoutFacts.contract.record.type):
      self = .workout(try WorkoutFacts.contract.decode(facts))
    case (.kith, InteractionFacts.contract.record.type):
      self = .interaction(try InteractionFacts.contract.decode(facts))
    case (.live, LiveItemFacts.contract.record.type):
      self = .experience(try LiveItemFacts.contract.decode(facts))
    case (.habits, HabitCheckInFacts.contract.record.type):
      self = .checkIn(try HabitCheckInFacts.contract.decode(facts))
    case (.journal, JournalEntryFacts.contract.record.type):
      self = .page(try JournalEntryFacts.contract.decode(facts))
    default: return nil
    }
  }

  /// Whether it adds to a sum of its day; a session that has only begun does not yet.
  var countsInFigures: Bool {
    switch self {
    case .focus(let session): session.focusedMinutes > 0
    case .habit(let completion): completion.status != .planned
    case .checkIn(let checkIn): checkIn.status != .planned
    case .experience(let item): item.status == .done
    case .food, .water, .workout, .interaction, .page: true
    }
  }
}

/// A record that is a happening, as a timeline shows it.
public struct TimelineEntry: Sendable {
  public let product: Product
  public let domain: Domain
  public let record: RecordID
  public let version: Version
  public let type: String
  public let occurredAt: Minute
  public let happening: Happening
  /// Canonical JSON of the facts.
  public let facts: [UInt8]
  /// Whether the record has a detail that only its owner's devices can read.
  public let hasDetail: Bool
  /// When it reached the Hub.
  public let recordedAtMilliseconds: Int64

  /// What a stored record is to a timeline.
  enum Reading {
    /// A record that is no happening, such as a summary.
    case apart
    case unreadable
    case entry(TimelineEntry)
  }

  static func read(_ change: Change) -> Reading {
    guard change.record.summaryDay == nil, let product = Fleet.owner(of: change.domain) else {
      return .apart
    }
    // What was checked when it came may still break the contract of another version of the Hub.
    guard let body = change.readBody() else { return .unreadable }
    do throws(ContractViolation) {
      guard let happening = try Happening(body, in: change.domain) else { return .apart }
      return .entry(
        TimelineEntry(
          product: product, domain: change.domain, record: change.record,
          version: change.version, type: body.type, occurredAt: change.occurredAt,
          happening: happening, facts: body.facts, hasDetail: body.sealed != nil,
          recordedAtMilliseconds: change.recordedAtMilliseconds))
    } catch { return .unreadable }
  }
}

extension Change {
  /// Nil where the stored bytes break the contracts that this Hub knows.
  public func readBody() -> RecordBody? {
    do throws(RecordRefusal) { return try RecordBody.read(body, domain: domain) } catch {
      return nil
    }
  }
}
