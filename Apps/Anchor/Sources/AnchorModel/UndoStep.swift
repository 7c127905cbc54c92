/// How one action is taken back.
///
/// The store keeps a step with the action itself, in one transaction.
public struct UndoStep: Equatable, Sendable {
  /// What the person did; for the sentence on the screen.
  public enum Action: String, Equatable, Sendable, CaseIterable {
    case start, pause, resume, done, log, edit, delete, importFile
    case addHabit, editHabit, archiveHabit, resumeHabit, checkIn, skip, clearCheckIn
    case addBlock, editBlock, completeBlock, skipBlock, reopenBlock, removeBlock, rollOver, copyDay
    case addTemplate, editTemplate, removeTemplate, review
  }

  public enum Effect: Equatable, Sendable {
    /// What the action changed; see ``UndoStep/inverse(of:current:active:now:)``.
    case sessions([SessionChange])
    /// See ``ItemChange/inverse(of:)``.
    case items([ItemChange])
    /// Too many to list: whatever session of this batch is still in the store is removed.
    case batch(ImportBatchID)
  }

  public let action: Action
  public let effect: Effect

  public init(_ action: Action, changes: [SessionChange]) {
    self.action = action
    self.effect = .sessions(changes)
  }

  public init(_ action: Action, items changes: [ItemChange]) {
    self.action = action
    self.effect = .items(changes)
  }

  public init(importing batch: ImportBatchID) {
    action = .importFile
    effect = .batch(batch)
  }

  /// The changes that take `changes` back, the last one first.
  ///
  /// - Parameters:
  ///   - changes: what the action did.
  ///   - current: gives what the store holds of a session now.
  ///   - active: the session that runs or is paused now.
  ///   - now: for plans that were met since.
  /// - Returns: changes to write in one transaction; their own inverse does the action again.
  /// - Throws: ``UndoRefusal/changedSince`` where a session is no longer as the action left it
  ///   (a plan met since then is not a change); ``UndoRefusal/anotherIsActive(_:)`` where a session
  ///   would be active again beside `active`.
  public static func inverse(
    of changes: [SessionChange], current: (SessionID) -> FocusSession?, active: FocusSession?,
    now: Instant
  ) throws(UndoRefusal) -> [SessionChange] {
    var inverse: [SessionChange] = []
    for change in changes.reversed() {
      let held = current(change.id)
      guard held == change.after || held == change.after?.settled(at: now) else {
        throw .changedSince
      }
      inverse.append(change.takenBack(from: held))
    }
    if let active, !changes.contains(where: { $0.id == active.id }),
      inverse.contains(where: { $0.after?.isActive ?? false })
    {
      throw .anotherIsActive(active.id)
    }
    return inverse
  }
}

/// Why a step cannot be taken back; nothing was changed.
public enum UndoRefusal: Error, Equatable, Sendable {
  case nothingToUndo
  /// What the action wrote was changed after it, here or on another device.
  case changedSince
  /// Only one session can be active; the person can end this one and undo again.
  case anotherIsActive(SessionID)

  /// The name in logs and in `--json` output; never renamed, never reused.
  public var code: String {
    switch self {
    case .nothingToUndo: "anchor.nothing_to_undo"
    case .changedSince: "anchor.changed_since"
    case .anotherIsActive: "anchor.another_is_active"
    }
  }
}
