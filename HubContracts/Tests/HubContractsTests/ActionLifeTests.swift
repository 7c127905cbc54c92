import HubContracts
import Testing

/// What becomes of one action, without a clock and without a disk.
@Suite struct ActionLifeTests {
  private static let desk: SessionID = Sample.identifier("22222222-2222-4222-8222-222222222222")
  private static let phone: SessionID = Sample.identifier("33333333-3333-4333-8333-333333333333")
  private static let minute: Int64 = 60_000

  private static func focus() -> ActionLife { ActionLife(of: StartFocus.action.contract, at: 0) }

  /// What the events, each at its time, are answered.
  private static func answers(
    _ life: inout ActionLife, _ events: (ActionLife.Event, at: Int64)...
  ) -> [ActionLife.Answer] {
    events.map { life.handle($0.0, at: $0.at) }
  }

  @Test func `an action of low risk waits for the app at once, one of more for the person`() {
    let medium = ActionLife(of: SharedAction.exportLocal.contract(in: .anchor), at: 0)

    let byAgent = ActionLife(of: StartFocus.action.contract, at: 0, needsApproval: true)

    #expect(Self.focus().state == .queued && byAgent.state == .proposed)
    #expect(medium.state == .proposed)
  }

  @Test func `of two that ask at once one gets it`() {
    var life = Self.focus()

    let answers = [Self.desk, Self.phone].map { life.handle(.lease($0), at: 1) }

    #expect(answers == [.changed, .refused(.held)])
    #expect(life.holder == Self.desk && life.fence == 1)
  }

  @Test
  func
    `a lost lease is given out again under a higher number, and the late answer is refused (ACT-04)`()
  {
    var life = ActionLife(of: FinishFocus.action.contract, at: 0)
    _ = life.handle(.lease(Self.desk), at: 0)

    let second = life.handle(.lease(Self.phone), at: Self.minute)
    let late = life.handle(.receipt(Self.desk, fence: 1, isApplied: true), at: Self.minute + 1)
    let good = life.handle(.receipt(Self.phone, fence: 2, isApplied: true), at: Self.minute + 2)

    #expect(second == .changed && late == .refused(.leaseLost) && good == .changed)
    #expect(life.state == .applied)
  }

  @Test func `the same answer again changes nothing, and the opposite one is refused (ACT-03)`() {
    var life = Self.focus()
    _ = life.handle(.lease(Self.desk), at: 0)
    _ = life.handle(.receipt(Self.desk, fence: 1, isApplied: true), at: 1)

    let answers = Self.answers(
      &life, (.receipt(Self.desk, fence: 1, isApplied: true), 2),
      (.receipt(Self.desk, fence: 1, isApplied: false), 3))

    #expect(answers == [.same, .refused(.over)])
    #expect(life.state == .applied)
  }

  @Test func `only who holds the lease says what was done, or who follows that session (ACT-04)`() {
    var life = Self.focus()
    _ = life.handle(.lease(Self.desk), at: 0)

    let foreign = life.handle(.receipt(Self.phone, fence: 1, isApplied: true), at: 1)
    let isLeased = life.state == .leased
    life.passLease(to: Self.phone)
    let answers = Self.answers(
      &life, (.receipt(Self.desk, fence: 1, isApplied: true), 2),
      (.receipt(Self.phone, fence: 1, isApplied: true), 3))

    #expect(foreign == .refused(.leaseLost) && isLeased)
    #expect(answers == [.refused(.leaseLost), .changed])
  }

  @Test func `two minutes after the button startFocus is over, and nobody gets it (ACT-08)`() {
    var life = Self.focus()
    let end = 2 * Self.minute

    let isOver = [end - 1, end].map { life.settle(at: $0) }
    let answers = Self.answers(&life, (.lease(Self.desk), end))

    #expect(isOver == [false, true] && life.state == .expired)
    #expect(answers == [.refused(.over)])
  }

  @Test func `what an app did in time counts, however late it says so`() {
    var life = Self.focus()
    _ = life.handle(.lease(Self.desk), at: 2 * Self.minute - 1)
    let hour = 60 * Self.minute

    let isOver = life.settle(at: hour)
    let answers = Self.answers(&life, (.receipt(Self.desk, fence: 1, isApplied: true), hour))

    #expect(isOver && answers == [.changed])
    #expect(life.state == .applied)
  }

  @Test func `what an app may be doing is not cancelled from under it`() {
    var life = ActionLife(of: FinishFocus.action.contract, at: 0)
    _ = life.handle(.lease(Self.desk), at: 0)

    let answers = Self.answers(
      &life, (.cancel, 1), (.cancel, Self.minute), (.cancel, Self.minute))

    #expect(answers == [.refused(.held), .changed, .same])
  }

  @Test
  func
    `an approved action of high risk can be cancelled for ten seconds before an app gets it (ACT-07)`()
  {
    var life = ActionLife(of: SharedAction.forgetHubData.contract(in: .anchor), at: 0)

    let answers = Self.answers(
      &life, (.lease(Self.desk), 1), (.approve, 1_000), (.lease(Self.desk), 10_999),
      (.lease(Self.desk), 11_000))

    #expect(answers == [.refused(.notYet), .changed, .refused(.notYet), .changed])
  }

  @Test func `asking twice to take back is asking once, and its end is final (ACT-12)`() {
    var life = Self.focus()
    let answers = Self.answers(
      &life, (.requestUndo, 0), (.lease(Self.desk), 0),
      (.receipt(Self.desk, fence: 1, isApplied: true), 0),
      (.requestUndo, 1), (.requestUndo, 1), (.undoEnded(isUndone: true), 2), (.requestUndo, 3))

    #expect(
      answers == [.refused(.over), .changed, .changed, .changed, .same, .changed, .same])
    #expect(life.state == .undone)
  }

  /// Every event in every state that can be reached, so that no pair traps and no end is left.
  @Test func `from an end no event leads back to an open state`() {
    let events: [ActionLife.Event] = [
      .approve, .decline, .cancel, .lease(Self.desk), .lease(Self.phone),
      .receipt(Self.desk, fence: 1, isApplied: true),
      .receipt(Self.phone, fence: 1, isApplied: false), .requestUndo, .undoEnded(isUndone: true),
      .undoEnded(isUndone: false),
    ]
    var seen: Set<ActionState> = []
    var edge = [Self.focus(), ActionLife(of: SharedAction.exportLocal.contract(in: .kith), at: 0)]
    for step in 0..<5 {
      var next: [ActionLife] = []
      for life in edge {
        for event in events {
          for time in [0, 3 * Self.minute] {
            var after = life
            _ = after.settle(at: Int64(step) + time)
            _ = after.handle(event, at: Int64(step) + time)
            #expect(life.state.isOpen || !after.state.isOpen, "\(life.state) to \(after.state)")
            if !next.contains(after) { next.append(after) }
          }
        }
      }
      edge = next
      seen.formUnion(edge.map(\.state))
    }

    #expect(seen == Set(ActionState.allCases))
  }
}
