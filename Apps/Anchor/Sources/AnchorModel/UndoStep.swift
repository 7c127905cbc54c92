/// One session written, as the store had it and has it then.
///
/// What an action did and what takes it back are both lists of these.
public enum SessionChange: Equatable, Sendable {
  case added(FocusSession)
  /// Both are the same session (one id).
  case changed(from: FocusSession, to: FocusSession)
  case removed(FocusSession)

  public var id: SessionID {
    switch self {
    case .added(let session), .changed(_, let session), .removed(let session): session.id
    }
  }

  /// What the store holds afterwards; nil where it holds nothing of that id.
  public var after: FocusSession? {
    switch self {
    case .added(let session), .changed(_, let session): session
    case .removed: nil
    }
  }
}

/// How one action is taken back.
///
/// The store keeps a step with the action itself, in one transaction.
public struct UndoStep: Equatable, Sendable {
  /// What the person did; for the sentence on the screen.
  public enum Action: String, Equatable, Sendable, CaseIterable {
    case start, pause, resume, done, log, edit, delete, importFile
  }

  public enum Effect: Equatable, Sendable {
    /// What the action changed; see ``UndoStep/inverse(of:current:active:now:)``.
    case sessions([SessionChange])
    /// Too many to list: whatever session of this batch is still in the store is removed.
    case batch(ImportBatchID)
  }

  public let action: Action
  public let effect: Effect

  public init(_ action: Action, changes: [SessionChange]) {
    self.action = action
    self.effect = .sessions(changes)
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
  /// - Throws: ``UndoRefusal/changedSince(_:)`` where a session is no longer as the action left it
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
        throw .changedSince(change.id)
      }
      inverse.append(Self.takingBack(change, held: held))
    }
    if let active, !changes.contains(where: { $0.id == active.id }),
      inverse.contains(where: { $0.after?.isActive ?? false })
    {
      throw .anotherIsActive(active.id)
    }
    return inverse
  }

  private static func takingBack(_ change: SessionChange, held: FocusSession?) -> SessionChange {
    switch change {
    case .added(let session): .removed(held ?? session)
    case .changed(let old, let new): .changed(from: held ?? new, to: old)
    case .removed(let session): .added(session)
    }
  }
}

/// Why a step cannot be taken back; nothing was changed.
public enum UndoRefusal: Error, Equatable, Sendable {
  case nothingToUndo
  /// The session was changed after the action, here or on another device.
  case changedSince(SessionID)
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
