import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxSQLite
import ToolboxSQLiteTesting

@testable import PersonalSyncKit

/// What other apps said of their days, as a store reads and keeps it (docs/protocol/sharing.md).
@Suite struct SharingTests {
  static let today = Day(number: 20_787)
  private static let days = today...today.adding(7)

  @Test(arguments: JournalForm.allCases)
  func `what is shared is kept, and answers offline with when it was read`(form: JournalForm)
    async throws
  {
    let pair = try await Self.sharing(form)
    let readAt = pair.clock.nowMilliseconds

    try await pair.first.readShared()
    pair.pass(milliseconds: 86_400_000)
    try pair.first.relaunch()

    let kept = try #require(try await pair.first.sharedDays())
    #expect(kept.readAtMilliseconds == readAt)
    #expect(kept.shared.domains == [.setline, .kith])
    #expect(kept.days(on: Self.today).map(\.domain) == [.setline])
    #expect(kept.days(on: Self.today.adding(1)).isEmpty)
  }

  @Test func `a domain that is shared no more is gone with the next answer`() async throws {
    let pair = try await Self.sharing()
    try await pair.first.readShared()

    pair.hub.share([.readSummaries(.kith)], in: pair.ada)
    try await pair.first.readShared()

    #expect(try await pair.first.sharedDays()?.shared == SharedDays([.kith], []))
  }

  @Test func `when the session ends, nothing of other apps is left in the store`() async throws {
    let pair = try await Self.sharing()
    try await pair.first.readShared()

    try await pair.first.identity.signOut()

    #expect(try await pair.first.sharedDays() == nil)
    #expect(try await pair.first.keptRows() == 0)
  }

  @Test func `when the Hub ends the session, nothing of other apps is left in the store`()
    async throws
  {
    let pair = try await Self.sharing()
    try await pair.first.readShared()

    pair.hub.endSessions(of: pair.ada)
    do { try await pair.first.readShared() } catch {}

    #expect(try await pair.first.keptRows() == 0)
  }

  @Test(arguments: [FaultyLink.Fault.lostReply, .lostRequest, .busy, .unauthorized, .garbage])
  func `a fault on the way leaves the pass what it was, and what was kept as it is`(
    fault: FaultyLink.Fault
  ) async throws {
    let pair = try await Self.sharing()
    try await pair.first.readShared()
    let kept = try await pair.first.sharedDays()
    try await pair.first.save("a", 25)
    pair.hub.share([], in: pair.ada)

    pair.first.link.always(fault, at: SharedDays.path)
    let outcome = try await pair.first.readShared()

    guard case .completed(let report) = outcome else {
      Issue.record("the pass did not reach its end")
      return
    }
    #expect(report.pushed == 1)
    #expect(try await pair.first.sharedDays() == kept)
  }

  @Test func `a Hub that knows no sharing shares nothing`() async throws {
    let pair = try await Self.sharing()
    try await pair.first.readShared()

    pair.hub.knowNoSharing()
    try await pair.first.readShared()

    #expect(try await pair.first.sharedDays()?.shared == .nothing)
  }

  @Test func `the same answer soon after writes nothing`() async throws {
    let pair = try await Self.sharing()
    let readAt = pair.clock.nowMilliseconds
    try await pair.first.readShared()

    pair.pass(milliseconds: KeptSharedDays.freshMilliseconds - 1)
    try await pair.first.readShared()
    #expect(try await pair.first.sharedDays()?.readAtMilliseconds == readAt)

    pair.pass(milliseconds: 1)
    try await pair.first.readShared()
    #expect(
      try await pair.first.sharedDays()?.readAtMilliseconds == pair.clock.nowMilliseconds)
  }

  @Test func `an app that does not ask for days sends no request for them`() async throws {
    let pair = try await Self.sharing()

    try await pair.first.synchronize()

    #expect(pair.first.link.requests(to: SharedDays.path) == 0)
  }

  @Test func `an action of another app is asked for once, and only where it is granted (ACT-05)`()
    async throws
  {
    let pair = try await Self.sharing()
    let id = try #require(ActionID("3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f"))
    let proposal = ActionProposal(id, LogWater(ml: 250, at: Minute(number: 29_933_790)))

    #expect(try await pair.first.propose(proposal) == .notGranted)
    pair.hub.share([.propose(ActionName(.calorie, "logWater"))], in: pair.ada)
    #expect(try await pair.first.propose(proposal) == .asked(.queued))
    #expect(try await pair.first.propose(proposal) == .asked(.queued))

    #expect(pair.hub.state(of: id) == .queued)
    try await pair.first.identity.signOut()
    await #expect { try await pair.first.propose(proposal) } throws: { error in
      guard let error = error as? SyncError, case .signInNeeded = error else { return false }
      return true
    }
  }

  private static func sharing(_ form: JournalForm = .attached) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    var training = SetlineDaySummary()
    training.isPlanned = true
    pair.hub.tell(training, of: today, in: pair.ada)
    pair.hub.tell(training, of: today.adding(-1), in: pair.ada)
    pair.hub.tell(training, of: today, in: pair.bob)
    pair.hub.share([.readSummaries(.setline), .readSummaries(.kith)], in: pair.ada)
    return pair
  }
}

extension TestDevice {
  @discardableResult
  fileprivate func readShared() async throws(SyncError) -> SyncOutcome {
    var steps = TestRuntime.Steps()
    steps.sharing = SharingTests.today...SharingTests.today.adding(7)
    return try await synchronize(steps)
  }

  fileprivate func sharedDays() async throws(JournalError) -> KeptSharedDays? {
    let journal = store.journal
    return try await store.pool.read { (transaction) throws(JournalError) in
      try journal.sharedDays(transaction)
    }
  }

  fileprivate func keptRows() async throws(SQLiteError) -> Int64 {
    try await store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.first(
        "SELECT (SELECT count(*) FROM sync_shared) + (SELECT count(*) FROM sync_shared_day)"
      ) { $0.integer(0) } ?? 0
    }
  }

  fileprivate func propose(_ proposal: ActionProposal) async throws(SyncError) -> ProposalOutcome {
    try await runtime.propose(proposal)
  }
}
