import HubContracts
import Testing

@testable import PersonalSyncKit

/// The comparison with the whole feed as a pass decides it (docs/protocol/sync.md, §7).
@Suite struct PassMachineReconcileTests {
  private let restored = ReconcileReason.restored(Epoch(7))

  /// A machine whose first pull found that the store has to be compared.
  private func comparing(_ reason: ReconcileReason = .expired) -> PassMachine {
    var machine = PassMachine()
    _ = machine.handle(.begin)
    _ = machine.handle(.mustReconcile(reason))
    _ = machine.handle(.reconcileBegun)
    return machine
  }

  private func report(_ action: PassMachine.Action) -> PassReport? {
    guard case .finish(let report) = action else { return nil }
    return report
  }

  @Test func `what was never answered is sent before anything is read, and what is left is swept`()
  {
    var machine = PassMachine()

    #expect(machine.handle(.begin) == .pull)
    #expect(machine.handle(.mustReconcile(.expired)) == .beginReconcile(.expired))
    #expect(machine.handle(.reconcileBegun) == .freezeUnanswered(limit: 100))
    #expect(machine.handle(.frozen(count: 2)) == .push)
    #expect(
      machine.handle(.answered(AnswerCounts(acknowledged: 2))) == .freezeUnanswered(limit: 100))
    #expect(machine.handle(.frozen(count: 0)) == .readWhole)
    #expect(machine.handle(.read(ApplyCounts(applied: 500), hasMore: true)) == .readWhole)
    #expect(machine.handle(.read(ApplyCounts(), hasMore: false)) == .sweep)
    #expect(machine.handle(.swept(SweepCounts(trashed: 1), hasMore: true)) == .sweep)
    #expect(machine.handle(.swept(SweepCounts(offered: 2), hasMore: false)) == .pull)
    _ = machine.handle(.applied(ApplyCounts(), hasMore: false))
    _ = machine.handle(.released(ApplyCounts(), hasMore: false))
    let report = report(machine.handle(.prepared(waiting: 0)))

    #expect(report?.pushed == 2 && report?.pulled == 500)
    #expect(report?.trashed == 1 && report?.offered == 2 && report?.isReconcileComplete == true)
  }

  @Test func `a comparison that an earlier pass began is gone on with, not begun`() {
    var machine = PassMachine(isReconciling: true)

    #expect(machine.handle(.begin) == .freezeUnanswered(limit: 100))
    #expect(machine.handle(.frozen(count: 0)) == .readWhole)
  }

  @Test func `a conflict in what is sent again is settled with what is read, not with a pull`() {
    var machine = comparing()
    _ = machine.handle(.frozen(count: 1))

    #expect(machine.handle(.answered(AnswerCounts(conflicts: 1))) == .freezeUnanswered(limit: 100))
    #expect(machine.handle(.frozen(count: 0)) == .readWhole)
  }

  @Test func `answers that another process has recorded do not keep a comparison from reading`() {
    var machine = comparing()
    _ = machine.handle(.frozen(count: 1))

    #expect(machine.handle(.answered(AnswerCounts())) == .readWhole)
  }

  @Test func `what is sent again and refused as a whole is halved, and one alone is quarantined`() {
    var machine = comparing()
    let refusal = PassMachine.Event.refusedWhole(code: "payload_too_large")
    _ = machine.handle(.frozen(count: 4))

    #expect(machine.handle(refusal) == .freezeUnanswered(limit: 2))
    _ = machine.handle(.frozen(count: 1))
    #expect(machine.handle(refusal) == .quarantine(code: "payload_too_large"))
    #expect(machine.handle(.quarantined) == .freezeUnanswered(limit: 100))
  }

  @Test
  func `after a hundred pages the feed is left alone, edits are sent, and the report says so`() {
    var machine = comparing()
    _ = machine.handle(.frozen(count: 0))

    // That the Hub said it has to be compared took one of the hundred requests.
    for _ in 2..<SyncLimits.replayPagesMax {
      #expect(machine.handle(.read(ApplyCounts(applied: 500), hasMore: true)) == .readWhole)
    }
    #expect(machine.handle(.read(ApplyCounts(applied: 500), hasMore: true)) == .release)
    #expect(machine.handle(.released(ApplyCounts(), hasMore: false)) == .prepare)
    #expect(machine.handle(.prepared(waiting: 1)) == .freeze(limit: 100))
    _ = machine.handle(.frozen(count: 1))
    // A conflict would be settled by a pull, which must not come before the comparison has ended.
    #expect(machine.handle(.answered(AnswerCounts(conflicts: 1))) == .release)
    let next = machine.handle(.released(ApplyCounts(), hasMore: false))
    #expect(next == .freeze(limit: 100))
    let report = report(machine.handle(.frozen(count: 0)))

    #expect(report?.isReconcileComplete == false && report?.pulled == 49_500)
  }

  @Test func `a Hub that is restored while it is read is compared anew`() {
    var machine = comparing()
    _ = machine.handle(.frozen(count: 0))
    _ = machine.handle(.read(ApplyCounts(), hasMore: true))

    #expect(machine.handle(.mustReconcile(restored)) == .beginReconcile(restored))
    #expect(machine.handle(.reconcileBegun) == .freezeUnanswered(limit: 100))
  }

  @Test func `a Hub that never stops asking for a comparison does not keep a device from sending`()
  {
    var machine = comparing()

    for _ in 2..<SyncLimits.replayPagesMax {
      _ = machine.handle(.frozen(count: 0))
      #expect(machine.handle(.mustReconcile(.expired)) == .beginReconcile(.expired))
      _ = machine.handle(.reconcileBegun)
    }
    _ = machine.handle(.frozen(count: 0))

    #expect(machine.handle(.mustReconcile(.expired)) == .release)
  }

  @Test func `a replay that finds the cursor expired gives way to the comparison`() {
    var machine = PassMachine(isReplaying: true)

    #expect(machine.handle(.begin) == .replay)
    #expect(machine.handle(.mustReconcile(restored)) == .beginReconcile(restored))
  }

  @Test func `O8 a store that reads no feed compares after an answer in a new epoch, then sends`() {
    var machine = PassMachine(isImporting: false)
    _ = machine.handle(.begin)
    _ = machine.handle(.released(ApplyCounts(), hasMore: false))
    _ = machine.handle(.prepared(waiting: 1))
    _ = machine.handle(.frozen(count: 1))

    let answer = PassMachine.Event.answeredByRestored(AnswerCounts(acknowledged: 1), Epoch(7))
    #expect(machine.handle(answer) == .beginReconcile(restored))
    #expect(machine.handle(.reconcileBegun) == .freezeUnanswered(limit: 100))
    #expect(machine.handle(.frozen(count: 0)) == .readWhole)
    #expect(machine.handle(.read(ApplyCounts(), hasMore: false)) == .sweep)
    #expect(machine.handle(.swept(SweepCounts(offered: 3), hasMore: false)) == .release)
    #expect(machine.handle(.released(ApplyCounts(), hasMore: false)) == .prepare)
    #expect(machine.handle(.prepared(waiting: 3)) == .freeze(limit: 100))
    _ = machine.handle(.frozen(count: 3))
    let report = report(machine.handle(.answered(AnswerCounts(acknowledged: 3))))

    #expect(report?.pushed == 4 && report?.offered == 3)
  }

  @Test func `O8 a store that reads no feed goes on with a comparison that was left unfinished`() {
    var machine = PassMachine(isImporting: false, isReconciling: true)

    #expect(machine.handle(.begin) == .freezeUnanswered(limit: 100))
  }
}
