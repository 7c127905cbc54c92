import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing

/// The promises R1–R4 of docs/protocol/sync.md, §7.
@Suite struct ReplayTests {
  struct SaveFailed: Error {}

  /// Loses notes of the app's own, as a program did that acknowledged them without keeping them.
  private func lose(_ device: TestDevice, _ names: String...) async throws {
    try await device.store.put(
      Dictionary(uniqueKeysWithValues: names.map { (RecordID.named($0), nil) }))
  }

  private func replay(
    _ device: TestDevice, _ steps: TestRuntime.Steps = TestRuntime.Steps()
  ) async throws -> PassReport {
    let outcome = try await device.synchronize(replayFromStart: true, steps)
    guard case .completed(let report) = outcome else { throw SaveFailed() }
    return report
  }

  private func pairWithRecords(_ form: JournalForm, _ count: Int) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(count)
    try await pair.settle()
    return pair
  }

  @Test(arguments: JournalForm.allCases)
  func `R1 a replay brings back what was lost and an ordinary pass does not`(form: JournalForm)
    async throws
  {
    let pair = try await pairWithRecords(form, 20)
    try await lose(pair.second, "n3", "n7")

    try await pair.second.synchronize()
    #expect(try await pair.second.store.notes().count == 18)
    let report = try await replay(pair.second)

    #expect(try await pair.second.store.notes().count == 20)
    #expect(try await pair.second.minutes("n7") == 8)
    #expect(report.isReplayComplete)
  }

  @Test(arguments: JournalForm.allCases)
  func `R1 the outbox goes on in the same call`(form: JournalForm) async throws {
    let pair = try await pairWithRecords(form, 3)
    try await pair.second.save("new", 50)

    let report = try await replay(pair.second)

    #expect(report.pushed == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `R2 a replay whose save fails goes on where it was saved`(form: JournalForm) async throws {
    let pair = try await pairWithRecords(form, 510)
    try await pair.second.store.put(
      Dictionary(uniqueKeysWithValues: (0..<510).map { (RecordID.named("n\($0)"), nil) }))

    await #expect(throws: SyncError.self) {
      _ = try await replay(
        pair.second,
        TestRuntime.Steps(before: { batch in
          guard batch.changes.allSatisfy({ $0.record != .named("n505") }) else {
            throw SaveFailed()
          }
        }))
    }
    let saved = try await pair.second.store.notes().count
    let report = try await replay(pair.second)

    #expect(saved > 0 && saved < 510)
    #expect(report.replayed == 510 - saved)
    #expect(try await pair.second.store.notes().count == 510)
  }

  enum Interruption: CaseIterable, Sendable { case brokenDownload, cancellation }

  @Test(arguments: JournalForm.allCases, Interruption.allCases)
  func `R2 a replay that is cancelled or cut off goes on where it was saved`(
    form: JournalForm, interruption: Interruption
  ) async throws {
    let pair = try await pairWithRecords(form, 30)
    try await pair.second.store.put(
      Dictionary(uniqueKeysWithValues: (0..<30).map { (RecordID.named("n\($0)"), nil) }))
    pair.hub.givePages(of: 10)
    let (device, pull) = (pair.second, "/v1/sync/pull")
    // Who cancels while a page is on its way still has it saved.
    let until = device.link.requests(to: pull) + (interruption == .cancellation ? 2 : 3)

    let (begin, isKnown) = AsyncStream<Void>.makeStream()
    let pass = Task {
      for await _ in begin { break }
      return try await replay(device)
    }
    device.link.observe {
      guard device.link.requests(to: pull) == until else { return }
      switch interruption {
      case .brokenDownload: device.link.next(.lostReply)
      case .cancellation: pass.cancel()
      }
    }
    isKnown.finish()
    await #expect(throws: SyncError.self) { try await pass.value }
    device.link.observe(nil)
    let saved = try await device.store.notes().count
    let report = try await replay(device)

    #expect(saved == 20)
    #expect(report.isReplayComplete && report.replayed == 10)
    #expect(try await device.store.notes().count == 30)
  }

  @Test(arguments: JournalForm.allCases)
  func `R2 a replay of more than a hundred pages is complete after another call`(
    form: JournalForm
  ) async throws {
    let pair = try await pairWithRecords(form, 103)
    try await pair.second.store.put(
      Dictionary(uniqueKeysWithValues: (0..<103).map { (RecordID.named("n\($0)"), nil) }))
    pair.hub.givePages(of: 1)

    let first = try await replay(pair.second)
    try pair.second.relaunch()
    let second = try await replay(pair.second)

    #expect(first.replayed == 100 && !first.isReplayComplete)
    #expect(second.replayed == 3 && second.isReplayComplete)
    #expect(try await pair.second.store.notes() == pair.first.store.notes())
  }

  @Test(arguments: JournalForm.allCases)
  func `R3 a version that is older than the known one is not handed over`(form: JournalForm)
    async throws
  {
    let pair = try await pairWithRecords(form, 3)
    let old = pair.hub.backUp()
    pair.pass()
    try await pair.first.save("n1", 70)
    try await pair.settle()
    try await lose(pair.second, "n0", "n1")
    let cursor = try await pair.second.cursor()
    pair.hub.replaceSilently(with: old)

    let report = try await replay(pair.second)

    #expect(report.replayed == 2)
    #expect(try await pair.second.minutes("n0") == 1)
    #expect(try await pair.second.minutes("n1") == nil)
    #expect(try await pair.second.cursor() == cursor)
  }

  @Test(arguments: JournalForm.allCases)
  func `R3 the newest version is handed over and the cursor stays`(form: JournalForm) async throws {
    let pair = try await pairWithRecords(form, 3)
    try await pair.first.save("n1", 70)
    try await pair.settle()
    try await lose(pair.second, "n1")
    let cursor = try await pair.second.cursor()

    _ = try await replay(pair.second)

    #expect(try await pair.second.minutes("n1") == 70)
    #expect(try await pair.second.cursor() == cursor)
  }

  @Test(arguments: JournalForm.allCases)
  func `R4 a record with a waiting edit is withheld`(form: JournalForm) async throws {
    let pair = try await pairWithRecords(form, 3)
    pair.pass()
    try await pair.second.save("n1", 99)
    let account = try await pair.second.identity.currentAccount()
    let records = Recorder()
    pair.second.link.next(nil, nil, nil, .lostRequest)

    // The push is lost, so that only the replay gives anything.
    await #expect(throws: SyncError.self) {
      try await pair.second.synchronize(
        account: account, replayFromStart: true, TestRuntime.Steps(before: { records.add($0) }))
    }

    let seen = records.records
    #expect(!seen.contains(.named("n1")) && seen.contains(.named("n0")))
    #expect(try await pair.second.minutes("n1") == 99)
  }

  @Test(arguments: JournalForm.allCases)
  func `a replay never deletes`(form: JournalForm) async throws {
    let pair = try await pairWithRecords(form, 3)
    try await pair.first.save("n2", nil)
    try await pair.settle()
    // Kept here on purpose, against what the Hub says.
    try await pair.second.store.put([.named("n2"): 5])

    _ = try await replay(pair.second)

    #expect(try await pair.second.minutes("n2") == 5)
  }
}
