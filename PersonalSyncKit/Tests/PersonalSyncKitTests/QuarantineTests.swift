import HubContracts
import PersonalSyncTesting
import Testing

@testable import PersonalSyncKit

/// What the Hub refuses waits visibly, and is offered again when it may be taken (S7).
@Suite struct QuarantineTests {
  /// The Hub refuses "a" under contracts of `other(1)`, and the first device has met that.
  private func pairWithRefusal(_ form: JournalForm) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    pair.hub.upgrade(to: .other(1), refusing: [.named("a")])
    try await pair.first.save("a", 5)
    try await pair.first.synchronize()
    #expect(try await pair.first.quarantined().count == 1)
    return pair
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 a refused edit is offered again by itself once the Hub takes others`(
    form: JournalForm
  ) async throws {
    let pair = try await pairWithRefusal(form)
    pair.hub.upgrade(to: .other(2))

    try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
    #expect(try await pair.first.quarantined().isEmpty)
    #expect(try await pair.first.status().waiting == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 a refused edit is offered once under each contracts, and never in the way`(
    form: JournalForm
  ) async throws {
    let pair = try await pairWithRefusal(form)
    var pushes: [Int] = []

    // The Hub's two versions take turns, as in an upgrade of several machines.
    for number: UInt8 in [1, 1, 2, 2, 1, 2, 3, 3] {
      pair.hub.upgrade(to: .other(number), refusing: [.named("a")])
      let before = pair.first.link.requests(to: "/v1/sync/push")
      try await pair.first.synchronize()
      pushes.append(pair.first.link.requests(to: "/v1/sync/push") - before)
    }
    try await pair.first.save("b", 6)
    try await pair.first.synchronize()

    #expect(pushes == [0, 0, 1, 0, 0, 0, 1, 0])
    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.record) == [.named("b")])
    #expect(try await pair.first.status().quarantined == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `a refused edit is offered again once this program knows other contracts`(
    form: JournalForm
  ) async throws {
    let pair = try await pairWithRefusal(form)
    try await pair.first.synchronize()
    let before = pair.first.link.requests(to: "/v1/sync/push")

    try pair.first.relaunch(as: Program(.other(9)))
    try await pair.first.synchronize()
    try await pair.first.synchronize()

    #expect(pair.first.link.requests(to: "/v1/sync/push") - before == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `an edit of a refused record takes its place and is sent`(
    form: JournalForm
  ) async throws {
    let pair = try await pairWithRefusal(form)
    pair.hub.upgrade(to: .other(1))
    pair.pass()

    try await pair.first.save("a", 6)
    try await pair.first.synchronize()

    #expect(try await pair.first.quarantined().isEmpty)
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `saving a refused record as it is does not send it again`(
    form: JournalForm
  ) async throws {
    let pair = try await pairWithRefusal(form)

    try await pair.first.save("a", 5)

    #expect(try await pair.first.status().waiting == 0)
    #expect(try await pair.first.status().quarantined == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `taking an edit back to what the Hub holds ends its quarantine`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 1)
    try await pair.first.synchronize()
    pair.hub.upgrade(to: .other(1), refusing: [.named("a")])
    try await pair.first.save("a", 5)
    try await pair.first.synchronize()

    try await pair.first.save("a", 1)

    #expect(try await pair.first.status().quarantined == 0)
    #expect(try await pair.first.status().waiting == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `a discarded edit is returned and gone`(
    form: JournalForm
  ) async throws {
    let pair = try await pairWithRefusal(form)

    let lost = try await pair.first.inJournal { (journal, transaction) throws(JournalError) in
      try journal.discardQuarantined(.anchor, .named("a"), transaction)
    }
    pair.hub.upgrade(to: .other(2))
    try await pair.first.synchronize()

    #expect(lost?.edit.record == .named("a") && lost?.code == "unknown_record_type")
    #expect(try await pair.first.status().quarantined == 0)
    #expect(pair.hub.feed(of: pair.ada, .anchor).isEmpty)
  }

  @Test(arguments: JournalForm.allCases)
  func `a person may ask for one refused edit to be sent again`(
    form: JournalForm
  ) async throws {
    let pair = try await pairWithRefusal(form)
    pair.hub.upgrade(to: .other(1))

    try await pair.first.inJournal { (journal, transaction) throws(JournalError) in
      try journal.retryQuarantined(.anchor, .named("a"), transaction)
      try journal.retryQuarantined(.anchor, .named("never refused"), transaction)
    }
    #expect(try await pair.first.status().waiting == 1)
    try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `a person may ask for all that was refused, and a newer edit is what is sent`(
    form: JournalForm
  ) async throws {
    let pair = try await pairWithRefusal(form)
    pair.hub.upgrade(to: .other(1), refusing: [.named("b")])
    try await pair.first.save("b", 6)
    try await pair.first.synchronize()
    #expect(try await pair.first.quarantined().count == 2)
    pair.hub.upgrade(to: .other(1))

    let count = try await pair.first.inJournal { (journal, transaction) throws(JournalError) in
      try journal.retryQuarantined(transaction)
    }
    #expect(count == 2)
    try await pair.first.save("b", 7)
    try await pair.first.synchronize()
    try await pair.second.synchronize()

    #expect(try await pair.second.minutes("a") == 5)
    #expect(try await pair.second.minutes("b") == 7)
  }
}
