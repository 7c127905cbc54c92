import HubContracts
import HubCore
import ToolboxCrypto

/// Pushes of records, for tests of what the Hub makes of them.
extension TestIdentity {
  public var sync: SyncService {
    SyncService(storage: database, clock: clock, random: random, feed: feed)
  }

  /// Stores mutations as a device of the account does; each has to be accepted.
  public func push(
    _ mutations: [Mutation], to domain: Domain = .anchor, of account: AccountNumber
  ) async throws {
    let request = try PushRequest.read(
      PushRequest(domain: domain, device: try identifier(), mutations: mutations).json)
    let answer = try await sync.push(request, from: account, speaking: .second)
    for result in answer.results {
      guard case .accepted = result.outcome else { throw Unexpected.answer }
    }
  }

  /// What Anchor says about a day; `base` is the version that it replaces.
  public func summary(
    _ day: Day, focusedMinutes: Int, sessions: Int = 1, streak: Int = 1, base: Int64 = 0
  ) -> Mutation {
    var facts = AnchorDaySummary()
    facts.focusedMinutes = focusedMinutes
    facts.sessions = sessions
    facts.streak = streak
    return summary(facts, of: day, base: base)
  }

  /// What any app says about a day; `base` is the version that it replaces.
  public func summary<Summary: Facts>(
    _ facts: Summary, of day: Day, base: Int64 = 0
  ) -> Mutation {
    mutation(
      .summary(day), at: Minute(number: day.number * 1_440), base: base,
      RecordBody(
        type: Summary.contract.record.type, facts: Summary.contract.encode(facts)))
  }

  /// A session from a minute on; `end` is nil while it runs.
  public func focusSession(
    from start: Minute, to end: Minute?, focusedMinutes: Int, completed: Bool = true
  ) -> Mutation {
    let facts = FocusSessionFacts(
      startedAt: start, endedAt: end, focusedMinutes: focusedMinutes, completed: completed)
    return mutation(
      RecordID(type: "focusSession", uuid: random.uuid()), at: start, base: 0,
      RecordBody(type: "focusSession", facts: FocusSessionFacts.contract.encode(facts)))
  }

  /// A new record of any type with facts; `sealed` is `v1.` and base64url.
  public func record<Record: Facts>(
    _ facts: Record, at minute: Minute, sealed: String? = nil
  ) -> Mutation {
    let type = Record.contract.record.type
    return mutation(
      RecordID(type: type, uuid: random.uuid()), at: minute, base: 0,
      RecordBody(type: type, facts: Record.contract.encode(facts), sealed: sealed))
  }

  private func mutation(
    _ record: RecordID, at minute: Minute, base: Int64, _ body: RecordBody
  ) -> Mutation {
    guard let key = IdempotencyKey(random.uuid()) else {
      preconditionFailure("random.uuid() writes a lower-case UUID")
    }
    return Mutation(
      record: record, key: key, operation: .upsert, base: Version(base), occurredAt: minute,
      modifiedAt: Stamp(milliseconds: clock.nowMilliseconds), body: body.canonical)
  }
}
