import AnchorModel

/// What an undo took back.
struct UndoneAction: Sendable, Equatable {
  let action: UndoStep.Action
  let inverse: Inverse
}

/// The changes that take a step back, the last one first.
enum Inverse: Sendable, Equatable {
  case sessions([SessionChange])
  case items([ItemChange])
}
