import HubContracts
import HubCore
import Testing

/// LOG-04: events are of closed kinds, and their bytes are read back as they were.
@Suite struct AuditEventTests {
  static let action: ActionID = identifier(0..<16)
  static let session: SessionID = identifier(16..<32)

  static func identifier<Named>(_ bytes: Range<UInt8>) -> Identifier<Named> {
    guard let identifier = Identifier<Named>(bytes: Array(bytes)) else {
      preconditionFailure("16 bytes make an identifier")
    }
    return identifier
  }

  static let events: [AuditEvent] =
    SecurityEvent.Kind.allCases.map {
      .security(
        SecurityEvent(
          $0, atMilliseconds: 1_750_000_000_000, network: "192.0.2.0/24", method: .passkey,
          client: "anchor", session: session))
    }
    + SecurityEvent.Method.allCases.map {
      .security(SecurityEvent(.signedIn, atMilliseconds: 5, network: "unknown", method: $0))
    }
    + ActionState.allCases.map { state -> AuditEvent in
      .action(
        ActionEvent(action, ActionName(.anchor, "startFocus"), state, atMilliseconds: 6))
    }
    + ActionRefusal.allCases.map { refusal -> AuditEvent in
      .action(
        ActionEvent(
          action, ActionName(.calorie, "logWater"), .rejected, atMilliseconds: 7,
          session: session, refusal: refusal))
    }
    + KeepingEvent.Kind.allCases.flatMap { kind -> [AuditEvent] in
      [
        .keeping(KeepingEvent(kind, atMilliseconds: 8)),
        .keeping(
          KeepingEvent(kind, atMilliseconds: 9, epoch: Epoch(1_767_000_000), client: "kith")),
      ]
    }

  @Test(arguments: events) func `an event is read back as it was written`(event: AuditEvent) {
    #expect(AuditEvent(json: event.json) == event)
  }

  @Test func `the bytes of an event are what they were, because commitments are made of them`() {
    let text = String(decoding: Self.events[0].json, as: UTF8.self)

    #expect(
      text == """
        {"event":"hub-audit-v1","at":1750000000000,"security":"owner.created",\
        "network":"192.0.2.0/24","method":"passkey","client":"anchor",\
        "session":"10111213-1415-1617-1819-1a1b1c1d1e1f"}
        """)
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"event":"hub-audit-v2","at":1,"keeping":"restore.done"}"#,
    #"{"event":"hub-audit-v1","at":1,"keeping":"made.up"}"#,
    #"{"event":"hub-audit-v1","keeping":"restore.done"}"#,
    #"{"event":"hub-audit-v1","at":1,"action":"x","state":"applied","domain":"anchor","name":"b"}"#,
  ])
  func `bytes of no known event are none`(text: String) {
    #expect(AuditEvent(json: Array(text.utf8)) == nil)
  }

  @Test func `only the Hub's own words decide how long an event is kept`() {
    let kept = Set(Self.events.map(\.keptMilliseconds))

    #expect(kept == [400 * Milliseconds.day, Int64.max / 2])
  }
}
