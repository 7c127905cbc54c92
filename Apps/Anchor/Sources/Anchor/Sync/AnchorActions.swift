import AnchorModel
import AppShell
import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// What Anchor does when it is asked to from the Hub: by its own rules, in the transaction of the kit.
///
/// Each keeps an undo step as a command does, and names it in the inverse that it gives. So an action is
/// taken back here or from the Hub, once, and not at all where a session was changed since.
struct AnchorActions {
  let store: AnchorStore

  var performed: PerformedActions {
    PerformedActions()
      .performing(StartFocus.self) { call, transaction in
        try start(call.parameters, transaction)
      }
      .performing(FinishFocus.self) { _, transaction in try finish(transaction) }
      .performing(CheckInHabit.self) { call, transaction in
        try checkIn(call.parameters, transaction)
      }
      .performing(.takeBack, in: .anchor) { call, transaction in
        guard let required = call.precondition else { return .rejected(.notPossible) }
        return try takeBack(required, transaction)
      }
  }

  /// A theme becomes a tag; a Hub has no words for a title.
  private func start(
    _ wish: StartFocus, _ transaction: borrowing Transaction
  ) throws -> ActionResult {
    let desk = try desk(transaction)
    let active = try SessionTable.active(transaction)
    let outcome: StartedSession
    do throws(SessionRefusal) {
      let words = try SessionWords(
        title: "", tags: wish.theme.map { [$0.rawValue] } ?? [], notes: "")
      outcome = try FocusSession.start(
        SessionStart(
          id: store.newID(), startedAt: desk.now, plannedSeconds: wish.minutes * 60, words: words),
        ending: active, now: desk.now)
    } catch { return .rejected(.notPossible) }
    return try applied(outcome.started, .start, outcome.changes, desk, transaction)
  }

  /// A plan that was met meanwhile is written down as met, which is what was asked.
  private func finish(_ transaction: borrowing Transaction) throws -> ActionResult {
    let desk = try desk(transaction)
    guard let active = try SessionTable.active(transaction) else {
      return .rejected(.alreadyDone)
    }
    var session = active
    do throws(SessionRefusal) { try session.finish(at: desk.now) } catch {
      return .rejected(.notPossible)
    }
    return try applied(
      session, .done, [.changed(from: active, to: session)], desk, transaction)
  }

  /// A day that is planned again is cleared.
  private func checkIn(
    _ wish: CheckInHabit, _ transaction: borrowing Transaction
  ) throws -> ActionResult {
    let desk = try desk(transaction)
    guard let id = HabitRecord.habitID(of: wish.habit),
      let habit = try HabitTable.find(id, transaction)
    else { return .rejected(.notFound) }
    let day = AnchorModel.Day(wish.day)
    let changes: [ItemChange]
    let action: UndoStep.Action
    do throws(AnchorError) {
      switch wish.status {
      case .done:
        action = .checkIn
        let said = CheckInWish(saying: .done(nil), day: day)
        changes = try AnchorStore.checkIn(habit, said, desk, transaction)
      case .skipped:
        action = .skip
        let said = CheckInWish(saying: .skipped, day: day)
        changes = try AnchorStore.checkIn(habit, said, desk, transaction)
      case .planned:
        action = .clearCheckIn
        changes = try AnchorStore.clear(habit, on: day, transaction)
      }
    } catch {
      guard case .habit = error else { throw error }
      return .rejected(.notPossible)
    }
    if changes.isEmpty { return .rejected(.alreadyDone) }
    try desk.items.write(changes, transaction)
    return try kept(
      UndoStep(action, items: changes),
      of: CheckInRecord.recordID(of: CheckIn.Key(of: id, on: day).id), desk, transaction)
  }

  /// The version names the undo step, of this store alone.
  private func takeBack(
    _ required: ActionPrecondition, _ transaction: borrowing Transaction
  ) throws -> ActionResult {
    let desk = try desk(transaction)
    guard let step = try UndoTable.step(required.version.number, transaction) else {
      return .rejected(.notFound)
    }
    do throws(AnchorError) {
      _ = try AnchorStore.takeBack(step, desk, transaction)
    } catch {
      guard case .undo(let refusal) = error else { throw error }
      return .rejected(Self.reason(of: refusal))
    }
    try UndoTable.remove(required.version.number, transaction)
    return .applied(refs: [required.ref], inverse: nil)
  }

  private func applied(
    _ session: FocusSession, _ action: UndoStep.Action, _ changes: [SessionChange],
    _ desk: Desk, _ transaction: borrowing Transaction
  ) throws -> ActionResult {
    try desk.ledger.write(changes, transaction)
    return try kept(
      UndoStep(action, changes: changes), of: SessionRecord.recordID(of: session.id), desk,
      transaction)
  }

  private func kept(
    _ step: UndoStep, of ref: RecordID, _ desk: Desk, _ transaction: borrowing Transaction
  ) throws -> ActionResult {
    let sequence = try UndoTable.add(step, at: desk.now, transaction)
    return .applied(
      refs: [ref],
      inverse: .takeBack(
        in: .anchor, requiring: ActionPrecondition(ref, Version(sequence))))
  }

  private func desk(_ transaction: borrowing Transaction) throws(StoreError) -> Desk {
    try Desk(store.app, nowMilliseconds: store.nowMilliseconds, transaction)
  }

  private static func reason(of refusal: UndoRefusal) -> ActionRefusal {
    switch refusal {
    case .nothingToUndo: .notFound
    case .changedSince: .changedSince
    case .anotherIsActive: .notPossible
    }
  }
}
