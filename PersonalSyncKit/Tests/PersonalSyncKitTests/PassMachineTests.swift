import HubContracts
import Testing

@testable import PersonalSyncKit

@Suite struct PassMachineTests {
  @Test func `a pass with nothing to do pulls once and finishes`() {
    var machine = PassMachine()

    #expect(machine.handle(.begin) == .pull)
    #expect(machine.handle(.applied(ApplyCounts(), hasMore: false)) == .release)
    #expect(machine.handle(.released(ApplyCounts(), hasMore: false)) == .prepare)
    #expect(machine.handle(.prepared(waiting: 0)) == .finish(PassReport()))
  }

  @Test func `pages are pulled until there are no more, before anything is pushed`() {
    var machine = PassMachine()
    _ = machine.handle(.begin)

    for _ in 0..<5 {
      #expect(machine.handle(.applied(ApplyCounts(applied: 500), hasMore: true)) == .pull)
    }
    #expect(machine.handle(.applied(ApplyCounts(applied: 3), hasMore: false)) == .release)
  }

  @Test func `conflicts are settled in three rounds at most`() {
    var machine = PassMachine()
    _ = machine.handle(.begin)
    _ = machine.handle(.applied(ApplyCounts(), hasMore: false))
    _ = machine.handle(.released(ApplyCounts(), hasMore: false))
    _ = machine.handle(.prepared(waiting: 50))
    let answer = AnswerCounts(acknowledged: 1, conflicts: 1)

    for _ in 0..<2 {
      #expect(machine.handle(.frozen(count: 2)) == .push)
      #expect(machine.handle(.answered(answer)) == .release)
      #expect(machine.handle(.released(ApplyCounts(), hasMore: false)) == .pull)
      #expect(machine.handle(.applied(ApplyCounts(), hasMore: false)) == .release)
      _ = machine.handle(.released(ApplyCounts(), hasMore: false))
    }
    #expect(machine.handle(.frozen(count: 2)) == .push)

    guard case .finish(let report) = machine.handle(.answered(answer)) else {
      Issue.record("goes on for ever")
      return
    }
    #expect(report.pushed == 3)
  }

  @Test func `a push that is refused as a whole is halved down to the one that cannot be taken`() {
    var machine = PassMachine()
    _ = machine.handle(.begin)
    _ = machine.handle(.applied(ApplyCounts(), hasMore: false))
    _ = machine.handle(.released(ApplyCounts(), hasMore: false))
    _ = machine.handle(.prepared(waiting: 3))
    let refusal = PassMachine.Event.refusedWhole(code: "payload_too_large")

    #expect(machine.handle(.frozen(count: 3)) == .push)
    #expect(machine.handle(refusal) == .freeze(limit: 1))
    #expect(machine.handle(.frozen(count: 1)) == .push)
    #expect(machine.handle(refusal) == .quarantine(code: "payload_too_large"))
    #expect(machine.handle(.quarantined) == .freeze(limit: 100))
  }
}

extension PassMachineTests {
  @Test func `a pass ends although a person goes on writing`() {
    var machine = PassMachine()
    _ = machine.handle(.begin)
    _ = machine.handle(.applied(ApplyCounts(), hasMore: false))
    _ = machine.handle(.released(ApplyCounts(), hasMore: false))

    #expect(machine.handle(.prepared(waiting: 150)) == .freeze(limit: 100))
    _ = machine.handle(.frozen(count: 100))
    #expect(machine.handle(.answered(AnswerCounts(acknowledged: 100))) == .freeze(limit: 100))
    _ = machine.handle(.frozen(count: 100))

    guard case .finish(let report) = machine.handle(.answered(AnswerCounts(acknowledged: 100)))
    else {
      Issue.record("goes on")
      return
    }
    #expect(report.pushed == 200)
  }
}

extension PassMachineTests {
  @Test func `a pass ends although every push is refused and a person goes on writing`() {
    var machine = PassMachine()
    _ = machine.handle(.begin)
    _ = machine.handle(.applied(ApplyCounts(), hasMore: false))
    _ = machine.handle(.released(ApplyCounts(), hasMore: false))
    #expect(machine.handle(.prepared(waiting: 1)) == .freeze(limit: 100))
    _ = machine.handle(.frozen(count: 1))
    _ = machine.handle(.refusedWhole(code: "invalid_request"))

    guard case .finish(let report) = machine.handle(.quarantined) else {
      Issue.record("goes on")
      return
    }
    #expect(report.quarantined == 1)
  }

  @Test func `a Hub that always has more does not keep a device from sending`() {
    var machine = PassMachine()
    _ = machine.handle(.begin)

    for _ in 1..<PassMachine.pagesMax {
      #expect(machine.handle(.applied(ApplyCounts(applied: 1), hasMore: true)) == .pull)
    }

    #expect(machine.handle(.applied(ApplyCounts(applied: 1), hasMore: true)) == .release)
  }

  @Test func `R2: a replay stops after a hundred pages and says that it is not complete`() {
    var machine = PassMachine(isReplaying: true)
    #expect(machine.handle(.begin) == .replay)

    for _ in 1..<SyncLimits.replayPagesMax {
      #expect(machine.handle(.replayed(ApplyCounts(applied: 500), hasMore: true)) == .replay)
    }
    #expect(machine.handle(.replayed(ApplyCounts(applied: 500), hasMore: true)) == .pull)
    _ = machine.handle(.applied(ApplyCounts(), hasMore: false))
    _ = machine.handle(.released(ApplyCounts(), hasMore: false))

    guard case .finish(let report) = machine.handle(.prepared(waiting: 0)) else {
      Issue.record("goes on")
      return
    }
    #expect(report.replayed == 50_000 && !report.isReplayComplete)
  }
}

@Suite struct SliceSizerTests {
  @Test func `a slow disk makes slices short and a fast one makes them long, within bounds`() {
    var sizer = SliceSizer(localWrites: 7)

    sizer.took(64_000_000, for: 64, localWrites: 7, at: 0)
    #expect(sizer.count == SliceSizer.countMin)
    for _ in 0..<20 { sizer.took(1_000, for: sizer.count, localWrites: 7, at: 1) }
    #expect(sizer.count == SliceSizer.countMax)
  }

  @Test func `a write of the person's makes slices short at once, and a quiet second long again`() {
    var sizer = SliceSizer(localWrites: 0)
    // A change takes 20 microseconds.
    func slice(localWrites: Int, at now: Int64) -> Int {
      sizer.took(
        Int64(sizer.count) * 20_000, for: sizer.count, localWrites: localWrites, at: now)
      return sizer.count
    }

    let quiet = (0..<5).map { _ in slice(localWrites: 0, at: 0) }.last
    let busy = slice(localWrites: 1, at: 1_000_000)
    let later = slice(localWrites: 1, at: 900_000_000)
    let again = (0..<5).map { _ in slice(localWrites: 1, at: 1_100_000_000) }.last

    #expect(quiet == 200 && busy == 30 && later == 30 && again == 200)
  }
}

@Suite struct SummaryScheduleTests {
  let today = Day(number: 20_000)

  @Test(arguments: [
    (Int64(0), Int64?.none, Int64(0), true), (0, 0, 29 * 60_000, false), (0, 0, 30 * 60_000, true),
    (-1, 0, 1, true), (-400, nil, 0, true), (-401, nil, 0, false), (1, nil, 0, true),
    (2, nil, 0, false), (0, 100, 0, true),
  ])
  func `a summary goes when it may`(
    daysFromToday: Int64, lastSent: Int64?, now: Int64, isDue: Bool
  ) {
    #expect(
      SummarySchedule.isDue(
        today.adding(daysFromToday), today: today, lastSent: lastSent, nowMilliseconds: now)
        == isDue)
  }

  @Test func `O8 a pass that imports nothing never pulls, after a conflict either`() {
    var machine = PassMachine(isImporting: false)

    #expect(machine.handle(.begin) == .release)
    #expect(machine.handle(.released(ApplyCounts(), hasMore: false)) == .prepare)
    #expect(machine.handle(.prepared(waiting: 1)) == .freeze(limit: 100))
    #expect(machine.handle(.frozen(count: 1)) == .push)
    #expect(machine.handle(.answered(AnswerCounts(conflicts: 1))) == .release)
    #expect(
      machine.handle(.released(ApplyCounts(conflicts: 1), hasMore: false)) == .freeze(limit: 100))
  }
}
