import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing

/// Edits of one record on two devices (docs/protocol/sync.md, §6).
@Suite struct ConflictTests {
  private func pairThatShares(_ form: JournalForm) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 1)
    try await pair.settle()
    return pair
  }

  @Test(arguments: JournalForm.allCases, [true, false])
  func `the later edit wins on both devices and the other is kept`(
    form: JournalForm, isFirstLater: Bool
  ) async throws {
    let pair = try await pairThatShares(form)
    let (early, late) = isFirstLater ? (pair.second, pair.first) : (pair.first, pair.second)
    pair.pass()
    try await early.save("a", 10)
    pair.pass()
    try await late.save("a", 20)

    try await pair.settle()

    #expect(try await early.minutes("a") == 20)
    #expect(try await late.minutes("a") == 20)
    let kept = try await pair.first.conflicts() + pair.second.conflicts()
    #expect(kept.count == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `a delete beats an older edit`(form: JournalForm) async throws {
    let pair = try await pairThatShares(form)
    pair.pass()
    try await pair.first.save("a", 10)
    pair.pass()
    try await pair.second.save("a", nil)

    try await pair.settle()

    #expect(try await pair.first.minutes("a") == nil)
    #expect(try await pair.second.minutes("a") == nil)
  }

  @Test(arguments: JournalForm.allCases)
  func `an edit newer than a delete brings the record back`(form: JournalForm) async throws {
    let pair = try await pairThatShares(form)
    pair.pass()
    try await pair.first.save("a", nil)
    pair.pass()
    try await pair.second.save("a", 33)

    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 33)
    #expect(try await pair.second.minutes("a") == 33)
  }

  @Test(arguments: JournalForm.allCases)
  func `the same edit on both devices is no conflict`(form: JournalForm) async throws {
    let pair = try await pairThatShares(form)
    pair.pass()
    try await pair.first.save("a", 15)
    try await pair.second.save("a", 15)

    try await pair.settle()

    #expect(try await pair.first.conflicts().isEmpty)
    #expect(try await pair.second.conflicts().isEmpty)
  }

  @Test(arguments: JournalForm.allCases)
  func `on a tie the Hub's version wins`(form: JournalForm) async throws {
    let pair = try await pairThatShares(form)
    pair.pass()
    try await pair.first.save("a", 10)
    try await pair.second.save("a", 20)

    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 10)
    #expect(try await pair.second.minutes("a") == 10)
  }

  @Test(arguments: JournalForm.allCases)
  func `a clock that is set back does not make an edit older than what it follows`(
    form: JournalForm
  ) async throws {
    let pair = try await pairThatShares(form)
    pair.pass()
    try await pair.first.save("a", 10)
    try await pair.settle()
    let seen = try #require(pair.hub.feed(of: pair.ada, .anchor).first?.modifiedAt)
    pair.pass(milliseconds: -3_600_000)

    try await pair.second.save("a", 50)
    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 50)
    let last = try #require(pair.hub.feed(of: pair.ada, .anchor).first?.modifiedAt)
    #expect(last > seen)
  }

  @Test(arguments: JournalForm.allCases)
  func `a change that arrives while its record is in flight waits for the answer`(form: JournalForm)
    async throws
  {
    let pair = try await pairThatShares(form)
    pair.pass()
    try await pair.first.save("a", 10)
    // The push is lost on its way, so the edit stays in flight and nobody knows.
    pair.first.link.next(nil, nil, nil, .lostRequest)
    await #expect(throws: SyncError.self) { try await pair.first.synchronize() }
    pair.pass()
    try await pair.second.save("a", 20)
    try await pair.second.synchronize()

    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 20)
    #expect(try await pair.first.conflicts().map(\.winner) == [.remote])
    #expect(try await pair.first.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `downloads go on while an upload is stuck`(form: JournalForm) async throws {
    let pair = try await pairThatShares(form)
    try await pair.first.save("stuck", 10)
    try await pair.second.save("b", 20)
    try await pair.second.synchronize()

    for _ in 0..<3 {
      pair.first.link.next(nil, nil, nil, .busy)
      await #expect(throws: SyncError.self) { try await pair.first.synchronize() }
    }

    #expect(try await pair.first.minutes("b") == 20)
    #expect(try await pair.first.runtime.pendingMutationCount() == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `a dismissed conflict is forgotten`(form: JournalForm) async throws {
    let pair = try await pairThatShares(form)
    pair.pass()
    try await pair.first.save("a", 10)
    pair.pass()
    try await pair.second.save("a", 20)
    try await pair.settle()
    let kept = try #require(try await pair.second.conflicts().first)
    #expect(kept.local.operation == .upsert && kept.remote.record == .named("a"))

    let journal = pair.second.store.journal
    let isDismissed = try await pair.second.store.pool.write {
      (transaction) throws(JournalError) in
      try journal.dismissConflict(kept.id, transaction)
    }

    #expect(isDismissed)
    #expect(try await pair.second.conflicts().isEmpty)
  }

  @Test func `of two edits within one second the later wins`() async throws {
    let pair = try await pairThatShares(.attached)
    pair.pass()
    pair.pass(milliseconds: 100)
    try await pair.second.save("a", 10)
    pair.pass(milliseconds: 300)
    try await pair.first.save("a", 20)
    try await pair.second.synchronize()

    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 20)
    #expect(try await pair.second.minutes("a") == 20)
  }

  @Test func `an edit back to what the Hub holds takes the place of one that waits`() async throws {
    let pair = try await pairThatShares(.attached)
    let before = try #require(try await pair.second.minutes("a"))
    pair.pass()
    try await pair.first.save("a", before + 1)
    try await pair.first.save("a", before)

    try await pair.settle()

    #expect(try await pair.second.minutes("a") == before)
    #expect(try await pair.first.minutes("a") == before)
  }
}
