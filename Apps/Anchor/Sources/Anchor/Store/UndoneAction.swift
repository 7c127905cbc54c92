import AnchorModel

/// What an undo took back.
struct UndoneAction: Sendable, Equatable {
  let action: UndoStep.Action
  /// What was written, the last change first.
  let changes: [SessionChange]
}
