import HubContracts

/// Values with fixed names, as the golden files hold them.
enum Sample {
  static let session = "3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f"
  static let key = "7d0c4a52-1f3e-4b7a-8d21-5c6e7f809112"
  static let device = "b1e6f0a3-92c4-4d58-a7e1-6f4d3c2b1a09"

  static func identifier<Named>(_ text: String) -> Identifier<Named> {
    guard let identifier = Identifier<Named>(text) else {
      preconditionFailure("a sample id is not a UUID")
    }
    return identifier
  }

  static func record(_ text: String) -> RecordID {
    guard let record = RecordID(text) else { preconditionFailure("a sample is not a record id") }
    return record
  }

  static func minute(_ text: String) -> Minute {
    guard let minute = Minute(text) else { preconditionFailure("a sample is not a time") }
    return minute
  }

  static let sessionFacts = FocusSessionFacts(
    startedAt: minute("2026-11-30T08:05:00Z"), endedAt: minute("2026-11-30T08:30:00Z"),
    focusedMinutes: 25, completed: true)

  static var summaryFacts: AnchorDaySummary {
    var facts = AnchorDaySummary()
    facts.focusedMinutes = 135
    facts.sessions = 4
    facts.habitsDone = 2
    facts.habitsScheduled = 3
    facts.blocksPlanned = 5
    facts.blocksDone = 4
    facts.streak = 12
    return facts
  }

  static let sessionBody = RecordBody(
    type: "focusSession", facts: FocusSessionFacts.contract.encode(sessionFacts),
    sealed: "v1.c2VhbGVkLWJ5LXRoZS1kZXZpY2U_-0"
  ).canonical

  static let summaryBody = RecordBody(
    type: "daySummary", facts: AnchorDaySummary.contract.encode(summaryFacts)
  ).canonical

  static let mutation = Mutation(
    record: record(session), key: identifier(key), operation: .upsert, base: Version(3),
    occurredAt: minute("2026-11-30T08:30:00Z"), modifiedAt: Stamp(milliseconds: 1_796_027_412_345),
    body: sessionBody)

  /// A request of one mutation whose members are all there.
  static let push = PushRequest(
    domain: .anchor, device: identifier(device), mutations: [mutation])

  static let change = Change(
    cursor: Cursor(41), id: identifier("0c9d8e7f-6a5b-4c3d-9e2f-1a0b9c8d7e6f"), domain: .anchor,
    record: record(session), operation: .upsert, version: Version(4),
    occurredAt: minute("2026-11-30T08:30:00Z"), modifiedAt: Stamp(milliseconds: 1_796_027_412_345),
    recordedAtMilliseconds: 1_796_027_415_007, origin: identifier(device), body: sessionBody)

  static let tombstone = Change(
    cursor: Cursor(43), id: identifier("5e4d3c2b-1a09-4f8e-8d7c-6b5a49382716"), domain: .anchor,
    record: record("focusSession-9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d"), operation: .delete,
    version: Version(2), occurredAt: minute("2026-11-30T09:00:00Z"),
    modifiedAt: Stamp(milliseconds: 1_796_029_200_000),
    recordedAtMilliseconds: 1_796_029_201_500, origin: identifier(device),
    body: RecordBody.tombstone)

  static let statement = SessionStatement(
    hub: identifier("11c0ffee-1111-4111-8111-111111111111"),
    hubKey: "2f6e0c1b4a5d7e8f901a2b3c4d5e6f708192a3b4c5d", account: identifier(session),
    accountName: "Ada’s \"home\" account", timeZone: "Europe/Lisbon",
    session: identifier("22222222-2222-4222-8222-222222222222"), client: "anchor",
    document: identifier("33333333-3333-4333-8333-333333333333"),
    issuedAtMilliseconds: 1_796_027_412_345, expiresAtMilliseconds: 1_798_619_412_345,
    nonce: "bm9uY2Utb2YtdGhlLWNsaWVudC0zMi1ieXRlcy1sb25n")
}
