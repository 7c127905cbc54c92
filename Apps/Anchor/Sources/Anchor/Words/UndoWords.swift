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
        json.member("sessions", undone.changes.count)
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
    }
  }

  private var detail: String {
    if undone.action == .importFile {
      let count = undone.changes.count
      return ", \(count) \(count == 1 ? "session" : "sessions")"
    }
    let titles = undone.changes.compactMap { ($0.after ?? $0.before)?.words.title }
    guard let title = titles.first(where: { !$0.isEmpty }) else { return "" }
    return " of \"\(title)\""
  }
}
