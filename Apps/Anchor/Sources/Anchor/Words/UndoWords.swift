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
        guard case .habit(let change) = change else { return nil }
        return (change.after ?? change.before)?.words.name
      }
    }
    guard let title = titles.first(where: { !$0.isEmpty }) else { return "" }
    return " of \"\(title)\""
  }
}
