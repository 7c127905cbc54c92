import HubContracts
import PersonalSyncTesting
import Testing

@testable import PersonalSyncKit

/// What a device tells the Hub of what waits for its person (docs/protocol/sync.md).
@Suite struct AttentionTests {
  private static let one = AttentionCounts(conflicts: 1, quarantined: 0)

  /// Two devices of which the second keeps a conflict, and a Hub that wants to be told.
  private func pairWithConflict(_ form: JournalForm) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    pair.hub.knowAttention()
    try await pair.first.save("a", 1)
    try await pair.settle()
    pair.pass()
    try await pair.first.save("a", 10)
    pair.pass()
    try await pair.second.save("a", 20)
    try await pair.settle()
    #expect(try await pair.second.conflicts().count == 1)
    return pair
  }

  private func dismiss(on device: TestDevice) async throws {
    let kept = try #require(try await device.conflicts().first)
    _ = try await device.inJournal { (journal, transaction) throws(JournalError) in
      try journal.dismissConflict(kept.id, transaction)
    }
  }

  @Test(arguments: JournalForm.allCases)
  func `a conflict is told with the pass that met it, once, and again when it is decided`(
    form: JournalForm
  ) async throws {
    let pair = try await pairWithConflict(form)
    let told = pair.hub.attention(of: pair.ada)
    let requests = pair.second.link.requests(to: AttentionCounts.path)

    try await pair.settle()
    let unchanged = pair.second.link.requests(to: AttentionCounts.path)
    try await dismiss(on: pair.second)
    try await pair.second.synchronize()

    #expect(told == [Self.one] && requests == 1 && unchanged == 1)
    #expect(pair.first.link.requests(to: AttentionCounts.path) == 0)
    #expect(pair.hub.attention(of: pair.ada) == [.nothing])
  }

  @Test(arguments: JournalForm.allCases)
  func `what the Hub refused is told as a number`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    pair.hub.knowAttention()
    pair.hub.upgrade(to: .other(1), refusing: [.named("a")])
    try await pair.first.save("a", 5)

    try await pair.first.synchronize()

    let told = AttentionCounts(conflicts: 0, quarantined: 1)
    #expect(pair.hub.attention(of: pair.ada) == [told])
  }

  @Test(arguments: JournalForm.allCases)
  func `what was lost on its way is told after the next pass, and fails none`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    pair.hub.upgrade(to: .other(1), refusing: [.named("a")])
    pair.hub.knowAttention()
    try await pair.first.save("a", 5)
    for fault: FaultyLink.Fault in [.lostRequest, .busy, .unauthorized, .garbage] {
      pair.first.link.always(fault, at: AttentionCounts.path)
      guard case .completed = try await pair.first.synchronize() else {
        Issue.record("\(fault) failed the pass")
        return
      }
      #expect(pair.hub.attention(of: pair.ada).isEmpty, "\(fault)")
    }
    pair.first.link.always(nil, at: AttentionCounts.path)

    try await pair.first.synchronize()

    #expect(pair.hub.attention(of: pair.ada).map(\.quarantined) == [1])
  }

  @Test func `a restored Hub and a new session are told anew`() async throws {
    let pair = try await pairWithConflict(.attached)
    pair.hub.restore(from: pair.hub.backUp())
    try await pair.second.synchronize()
    let restored = pair.hub.attention(of: pair.ada)

    pair.hub.endSessions(of: pair.ada)
    #expect(try await pair.second.synchronize() == .signedOut)
    _ = try await pair.second.signIn(to: pair.hub, as: pair.ada)
    let before = pair.hub.attention(of: pair.ada)
    try await pair.second.synchronize()

    #expect(restored == [Self.one] && before.isEmpty)
    #expect(pair.hub.attention(of: pair.ada) == [Self.one])
  }

  @Test func `a Hub that does not ask is told nothing`() async throws {
    let pair = try await PairOfDevices.connected()
    pair.hub.upgrade(to: .other(1), refusing: [.named("a")])
    try await pair.first.save("a", 5)

    try await pair.first.synchronize()

    #expect(pair.first.link.requests(to: AttentionCounts.path) == 0)
  }
}
