import HubContracts
import PersonalSyncKit

/// What the small app beside a JSON file does when it is asked to, as ``NoteStore`` does.
extension DetachedNoteStore {
  /// `before` runs ahead of each effect and may throw; `clock` stamps what is queued.
  public func actions(
    clock: any SyncClock, before: @escaping @Sendable () throws -> Void = {}
  ) -> PerformedElsewhere {
    PerformedElsewhere()
      .performing(StartFocus.self) { call in
        if let done = try await file.receipt(of: call.id) { return done.result }
        try before()
        let minutes = call.parameters.minutes
        guard minutes > 0 else { return .rejected(.notPossible) }
        let note = RecordID.named(call.id.description)
        let inverse = InverseAction.takeBack(
          in: .anchor, requiring: ActionPrecondition(note, Version(Int64(minutes))))
        return try await save(
          note, minutes, doing: call.id, .applied(refs: [note], inverse: inverse), clock)
      }
      .performing(.takeBack, in: .anchor) { call in
        if let done = try await file.receipt(of: call.id) { return done.result }
        guard let required = call.precondition else { return .rejected(.notPossible) }
        guard let held = await file.notes[required.ref] else { return .rejected(.notFound) }
        guard held == required.version.number else { return .rejected(.changedSince) }
        return try await save(
          required.ref, nil, doing: call.id, .applied(refs: [required.ref], inverse: nil), clock)
      }
      .performing(.forgetHubData, in: .anchor) { _ in .applied(refs: [], inverse: nil) }
  }

  /// The effect with its result in one save; then it is queued, which ``catchUp(nowMilliseconds:)`` makes
  /// good after a crash.
  private func save(
    _ note: RecordID, _ minutes: Int?, doing id: ActionID, _ result: ActionResult,
    _ clock: any SyncClock
  ) async throws -> ActionResult {
    let change = NoteStore.change(note, minutes)
    if minutes == nil { try await detached.willDelete(change) }
    try await file.put([note: minutes], doing: id, ActionReceipt(fence: 1, result))
    try await detached.enqueue(change, nowMilliseconds: clock.nowMilliseconds)
    return result
  }
}
