import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// What the small app does when it is asked to: a note of so many minutes, and its way back.
extension NoteStore {
  /// Starting to focus makes a note that is named by the action, so that a second effect would show.
  ///
  /// Its inverse requires that the note still says so many minutes. `before` runs ahead of the effect
  /// and may throw; `clock` stamps what is queued.
  public func actions(
    clock: any SyncClock, before: @escaping @Sendable () throws -> Void = {}
  ) -> PerformedActions {
    let journal = journal
    return PerformedActions()
      .performing(StartFocus.self) { call, transaction in
        try before()
        guard call.parameters.minutes > 0 else { return .rejected(.notPossible) }
        let note = RecordID.named(call.id.description)
        try Self.write(note, call.parameters.minutes, journal, clock, transaction)
        return .applied(
          refs: [note],
          inverse: .takeBack(
            in: .anchor,
            requiring: ActionPrecondition(note, Version(Int64(call.parameters.minutes)))))
      }
      .performing(.takeBack, in: .anchor) { call, transaction in
        guard let required = call.precondition else { return .rejected(.notPossible) }
        let held = try transaction.first(
          "SELECT minutes FROM note WHERE id = ?", .text(required.ref.description)
        ) { $0.integer(0) }
        guard let held else { return .rejected(.notFound) }
        guard held == required.version.number else { return .rejected(.changedSince) }
        try Self.write(required.ref, nil, journal, clock, transaction)
        return .applied(refs: [required.ref], inverse: nil)
      }
      .performing(.forgetHubData, in: .anchor) { _, _ in .applied(refs: [], inverse: nil) }
  }

  private static func write(
    _ note: RecordID, _ minutes: Int?, _ journal: Journal, _ clock: any SyncClock,
    _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try put(note, minutes, transaction)
    try journal.enqueue(
      change(note, minutes), nowMilliseconds: clock.nowMilliseconds, in: transaction)
  }
}
