import AnchorModel
import AppShell

/// What was taken back, in words.
struct UndoWords {
  private let undone: UndoneAction

  init(_ undone: UndoneAction) { self.undone = undone }

  var answer: Answer {
    Answer("Taken back: \(Self.name(of: undone.action))\(detail).") { json in
      json.object { json in
        json.member("action", undone.action.rawValue)
        switch undone.inverse {
        case .sessions(let changes): json.member("sessions", changes.count)
        case .items(let changes): json.member("items", changes.count)
        }
      }
    }
  }

  /// What the person did, as the end of "Taken back: …".
  static func name(of action: UndoStep.Action) -> String {
    switch action {
    case .start: "the start"
    case .pause: "the pause"
    case .resume: "the return to work"
    case .done: "the end"
    case .log: "what was written down"
    case .edit: "the change"
    case .delete: "the deletion"
    case .importFile: "the import"
    case .addHabit: "the new habit"
    case .editHabit: "the change of the habit"
    case .archiveHabit: "the rest of the habit"
    case .resumeHabit: "the return of the habit"
    case .checkIn: "the check-in"
    case .skip: "the skip"
    case .clearCheckIn: "what was cleared"
    case .addBlock: "the new block"
    case .editBlock: "the change of the block"
    case .completeBlock: "the end of the block"
    case .skipBlock: "the skip of the block"
    case .reopenBlock: "the opening of the block"
    case .removeBlock: "the removal of the block"
    case .rollOver: "the roll-over"
    case .copyDay: "the copy of the day"
    case .addTemplate: "the new template"
    case .editTemplate: "the change of the template"
    case .removeTemplate: "the removal of the template"
    case .review: "what was said of the day"
    }
  }

  /// What was just done, for the button that takes it back.
  static func offer(of action: UndoStep.Action) -> String {
    switch action {
    case .start: "Started."
    case .pause: "Paused."
    case .resume: "Going on."
    case .done: "Done."
    case .log: "Written down."
    case .edit: "Changed."
    case .delete: "Deleted."
    case .importFile: "Imported."
    case .addHabit: "Added."
    case .editHabit: "Changed."
    case .archiveHabit: "Put to rest."
    case .resumeHabit: "Taken up again."
    case .checkIn: "Checked in."
    case .skip: "Skipped."
    case .clearCheckIn: "Cleared."
    case .addBlock, .addTemplate: "Planned."
    case .editBlock, .editTemplate: "Changed."
    case .completeBlock: "Done."
    case .skipBlock: "Skipped."
    case .reopenBlock: "Open again."
    case .removeBlock, .removeTemplate: "Removed."
    case .rollOver: "Rolled over."
    case .copyDay: "Copied."
    case .review: "Written down."
    }
  }

  private var detail: String {
    let titles: [String]
    switch undone.inverse {
    case .sessions(let changes):
      if undone.action == .importFile {
        return ", \(changes.count) \(changes.count == 1 ? "session" : "sessions")"
      }
      titles = changes.compactMap { ($0.after ?? $0.before)?.words.title }
    case .items(let changes):
      titles = changes.compactMap { change in
        switch change {
        case .habit(let change): (change.after ?? change.before)?.words.name
        case .block(let change): (change.after ?? change.before)?.words.title
        case .template(let change): (change.after ?? change.before)?.words.title
        case .checkIn, .review: nil
        }
      }
    }
    guard let title = titles.first(where: { !$0.isEmpty }) else { return "" }
    return " of \"\(title)\""
  }
}
