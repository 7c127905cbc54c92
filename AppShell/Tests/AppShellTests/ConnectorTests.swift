import PersonalSyncKit
import Testing

@testable import AppShell

@Suite struct ConnectorTests {
  @Test(arguments: [
    (
      ConnectionError.sync(.unreachable(.cannotConnect)), PassOutcome.failed(retryAfterSeconds: nil)
    ),
    (.identity(.invalidResponse), .failed(retryAfterSeconds: nil)),
    (.identity(.hubKeyChanged), .halted), (.store(.diskFull), .failed(retryAfterSeconds: nil)),
    (.signedOut, .halted),
  ])
  func `what only the person can mend halts automatic sync, the rest is tried again`(
    error: ConnectionError, outcome: PassOutcome
  ) {
    #expect(PassOutcome(error) == outcome)
  }
}
