import HubContracts
import PersonalSyncTesting
import Testing

@testable import PersonalSyncKit

/// H5 and §7 of docs/protocol/sync.md: a Hub that is put back to a backup which holds a deletion, after the
/// record has come back because the Hub had forgotten or lost that deletion.
@Suite struct RememberedDeletionTests {
  private let days: Int64 = 86_400_000

  /// The first device alone knows that `n1` was deleted; what comes back is the Hub of just then.
  private func pairAndDeletion(
    _ form: JournalForm
  ) async throws -> (PairOfDevices, FakeHub.Backup) {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(3)
    try await pair.settle()
    pair.pass()
    try await pair.first.save("n1", nil)
    try await pair.first.synchronize()
    return (pair, pair.hub.backUp())
  }

  private func expectDeleted(_ pair: PairOfDevices) async throws {
    try await pair.settle()
    #expect(try await pair.first.minutes("n1") == nil)
    #expect(try await pair.second.minutes("n1") == nil)
    let held = pair.hub.feed(of: pair.ada, .anchor).first { $0.record == .named("n1") }
    #expect(held?.operation == .delete)
    #expect(try await pair.second.status().waiting == 0)
  }

  /// Seed 15 of the simulation.
  @Test(arguments: JournalForm.allCases)
  func
    `H5 what came back when its deletion was forgotten goes to the trash once that is remembered`(
      form: JournalForm
    ) async throws
  {
    let (pair, backup) = try await pairAndDeletion(form)
    pair.hub.restore(from: backup)
    pair.pass(milliseconds: 181 * days)
    pair.hub.purge(olderThan: pair.clock.nowMilliseconds - 180 * days)
    try await pair.second.synchronize()
    try #require(pair.hub.feed(of: pair.ada, .anchor).contains { $0.record == .named("n1") })
    pair.hub.restore(from: backup)

    try await pair.second.synchronize()

    #expect(try await pair.second.trash().map(\.record) == [.named("n1")])
    try await expectDeleted(pair)
  }

  @Test(arguments: JournalForm.allCases, [false, true])
  func `H5 an edit that waits does not undo a later deletion that a restored Hub remembers again`(
    form: JournalForm, isInFlight: Bool
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(3)
    try await pair.settle()
    let before = pair.hub.backUp()
    // By a clock that is an hour ahead of the second device's.
    pair.pass(milliseconds: 3_600_000)
    try await pair.first.save("n1", nil)
    try await pair.first.synchronize()
    pair.pass(milliseconds: -3_500_000)
    let behind = pair.hub.backUp()
    pair.hub.restore(from: before)
    try await pair.second.save("n1", 70)
    try await pair.second.synchronize()
    pair.pass()
    try await pair.second.save("n1", 71)
    if isInFlight {
      pair.second.link.next(nil, nil, nil, .lostRequest)
      await #expect(throws: SyncError.self) { try await pair.second.synchronize() }
    }
    pair.hub.restore(from: behind)

    try await pair.second.synchronize()

    let kept = try await pair.second.conflicts()
    #expect(kept.map(\.winner) == [.remote])
    #expect(kept.map { $0.local.modifiedAt < $0.remote.modifiedAt } == [true])
    try await expectDeleted(pair)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 what a restored Hub lost is not replaced by what another device offers while it is read`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(5)
    try await pair.settle()
    let backup = pair.hub.backUp()
    pair.pass()
    try await pair.second.save("n1", 70)
    try await pair.settle()
    pair.pass()
    try await pair.first.save("n1", 77)
    try await pair.first.synchronize()
    pair.hub.restore(from: backup)
    pair.hub.givePages(of: 2)
    // The Hub, the session, the feed, its first page again; there the network ends.
    pair.first.link.next(nil, nil, nil, nil, .lostRequest)
    await #expect(throws: SyncError.self) { try await pair.first.synchronize() }

    try await pair.second.synchronize()
    try await pair.first.synchronize()
    try await pair.settle()

    #expect(try await pair.first.minutes("n1") == 77)
    #expect(try await pair.second.minutes("n1") == 77)
  }
}
