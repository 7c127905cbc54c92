import HubContracts
import PersonalSyncTesting
import Testing

@testable import PersonalSyncKit

/// H5 and §7 of docs/protocol/sync.md: an app that is started again while its store is being compared with a
/// Hub that was put back to a backup.
@Suite struct RestartedComparisonTests {
  /// The device reads the whole feed of a restored Hub, ends before it compares, and is started again.
  private func restartInComparison(_ device: TestDevice) async throws -> Int {
    // The Hub, the session, the feed, the first page of the whole feed; the network ends at the second.
    device.link.next(nil, nil, nil, nil, .lostRequest)
    await #expect(throws: SyncError.self) { try await device.synchronize() }
    try device.relaunch()
    return try await device.catchUp()
  }

  /// Both devices hold `n0`…`n4`, as the backup does; each page of the feed has all but one of them.
  private func pairAndBackup(
    _ form: JournalForm
  ) async throws -> (PairOfDevices, FakeHub.Backup) {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(5)
    try await pair.settle()
    pair.hub.givePages(of: 4)
    return (pair, pair.hub.backUp())
  }

  /// As ``pairAndBackup(_:)``; then `n1` became 77 on both, the Hub was put back, and the first has read it.
  private func pairInComparison(
    _ form: JournalForm
  ) async throws -> (PairOfDevices, FakeHub.Backup) {
    let (pair, backup) = try await pairAndBackup(form)
    pair.pass()
    try await pair.first.save("n1", 77)
    try await pair.settle()
    pair.hub.restore(from: backup)
    _ = try await restartInComparison(pair.first)
    pair.pass()
    return (pair, backup)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 what a restored Hub lost is no edit at a start before it is offered again`(
    form: JournalForm
  ) async throws {
    let (pair, backup) = try await pairAndBackup(form)
    pair.pass()
    try await pair.first.save("n1", 77)
    try await pair.settle()
    pair.pass()
    try await pair.second.save("n1", 78)
    pair.pass()
    pair.hub.restore(from: backup)

    let queued = try await restartInComparison(pair.first)
    try await pair.settle()

    #expect(queued == 0)
    #expect(try await pair.first.minutes("n1") == 78)
    #expect(try await pair.second.minutes("n1") == 78)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 what comes back over a remembered deletion is no edit at a start before that counts`(
    form: JournalForm
  ) async throws {
    let (pair, before) = try await pairAndBackup(form)
    pair.pass(milliseconds: 3_600_000)
    try await pair.first.save("n1", nil)
    try await pair.first.synchronize()
    pair.pass(milliseconds: -3_500_000)
    let behind = pair.hub.backUp()
    pair.hub.restore(from: before)
    try await pair.second.save("n1", 70)
    try await pair.second.synchronize()
    pair.pass()
    pair.hub.restore(from: behind)

    let queued = try await restartInComparison(pair.second)
    try await pair.settle()

    #expect(queued == 0)
    #expect(try await pair.second.trash().map(\.record) == [.named("n1")])
    #expect(try await pair.second.minutes("n1") == nil)
  }

  @Test func `H5 an edit that was saved and not queued is found at such a start`() async throws {
    let (pair, backup) = try await pairAndBackup(.detached)
    pair.pass()
    try await pair.first.save("n1", 77)
    try await pair.settle()
    pair.hub.restore(from: backup)
    try await pair.first.store.put([.named("n1"): 79])

    let queued = try await restartInComparison(pair.first)
    try await pair.settle()

    #expect(queued == 1)
    #expect(try await pair.second.minutes("n1") == 79)
  }

  @Test func `H5 going back to what was offered again to a restored Hub is an edit`()
    async throws
  {
    let (pair, backup) = try await pairAndBackup(.detached)
    pair.pass()
    try await pair.first.save("n1", 77)
    try await pair.first.synchronize()
    pair.hub.restore(from: backup)
    try await pair.settle()
    pair.pass()
    try await pair.first.save("n1", 80)
    try await pair.settle()
    try await pair.first.store.put([.named("n1"): 77])
    try pair.first.relaunch()

    let queued = try await pair.first.catchUp()
    try await pair.settle()

    #expect(queued == 1)
    #expect(try await pair.second.minutes("n1") == 77)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a delete sent in the middle of a comparison is no less one after the next restore`(
    form: JournalForm
  ) async throws {
    let (pair, backup) = try await pairAndBackup(form)
    pair.pass()
    try await pair.first.save("n1", 77)
    try await pair.settle()
    pair.pass()
    pair.hub.restore(from: backup)
    _ = try await restartInComparison(pair.first)
    pair.pass()
    try await pair.first.save("n1", nil)
    try await pair.first.synchronize()
    pair.pass()
    pair.hub.restore(from: backup)

    try await pair.settle()

    #expect(try await pair.first.minutes("n1") == nil)
    #expect(try await pair.second.minutes("n1") == nil)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 an edit sent in a comparison is as late as it was made after the next restore`(
    form: JournalForm
  ) async throws {
    let (pair, backup) = try await pairInComparison(form)
    try await pair.second.save("n1", 78)
    pair.pass()
    try await pair.first.save("n1", 79)
    try await pair.first.synchronize()
    pair.hub.restore(from: backup)

    try await pair.settle()

    #expect(try await pair.first.minutes("n1") == 79)
    #expect(try await pair.second.minutes("n1") == 79)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 going back in a comparison to what a restored Hub holds is an edit`(
    form: JournalForm
  ) async throws {
    let (pair, _) = try await pairInComparison(form)
    try await pair.first.save("n1", 2)
    try await pair.second.synchronize()

    try await pair.settle()

    #expect(try await pair.first.minutes("n1") == 2)
    #expect(try await pair.second.minutes("n1") == 2)
  }

  @Test func `H5 going back was saved and not queued, and is found at such a start`() async throws {
    let (pair, _) = try await pairInComparison(.detached)
    try await pair.first.store.put([.named("n1"): 2])
    try pair.first.relaunch()

    let queued = try await pair.first.catchUp()
    try await pair.second.synchronize()
    try await pair.settle()

    #expect(queued == 1)
    #expect(try await pair.first.minutes("n1") == 2)
    #expect(try await pair.second.minutes("n1") == 2)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 deleting in a comparison what a restored Hub holds as deleted is an edit`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("n1", 2)
    try await pair.settle()
    try await pair.first.save("n1", nil)
    try await pair.settle()
    try await pair.first.saveMany(5)
    try await pair.first.save("n1", nil)
    try await pair.settle()
    pair.hub.givePages(of: 4)
    let backup = pair.hub.backUp()
    pair.pass()
    try await pair.first.save("n1", 77)
    try await pair.settle()
    pair.hub.restore(from: backup)
    _ = try await restartInComparison(pair.first)
    pair.pass()
    try await pair.first.save("n1", nil)
    try await pair.second.synchronize()

    try await pair.settle()

    #expect(try await pair.first.minutes("n1") == nil)
    #expect(try await pair.second.minutes("n1") == nil)
  }
}
