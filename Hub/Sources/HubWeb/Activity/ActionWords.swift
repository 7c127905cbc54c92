import HubContracts
import HubCore
import WebInterface

/// An action as a person reads it.
struct ActionWords {
  let action: AskedAction
  let words: DateWords
  let nowMilliseconds: Int64

  var state: ActionState { action.state(at: nowMilliseconds) }

  private var product: Product? { Fleet.owner(of: action.name.domain) }
  private var app: String { product?.title ?? action.name.domain.rawValue }
  var brand: Brand? { product.flatMap { Brand(rawValue: $0.name) } }

  /// What was asked, such as "Start focus, 25 minutes".
  var title: HTML {
    let detail = ParameterWords(proposal: action.proposal, words: words).html
    return detail.isEmpty
      ? HTML(Self.title(of: action.name)) : "\(Self.title(of: action.name)), \(detail)"
  }

  static func title(of name: ActionName) -> String {
    switch name.action {
    case "startFocus": "Start focus"
    case "finishFocus": "Finish focus"
    case "checkInHabit": "Check a habit in"
    case "logWater": "Log water"
    case "logQuickEnergy": "Log energy"
    case "repeatEntry": "Repeat an entry"
    case "recordActivity": "Record an activity"
    case "openSession": "Open the next session"
    case "recordInteraction": "Record an interaction"
    case "setFollowUp": "Set a follow-up"
    case "setStatus": "Set a status"
    case "setTargetDay": "Set a day"
    case "addItem": "Add an item"
    case "exportLocal": "Export on the device"
    case "forgetHubData": "Have the Hub forget"
    case "takeBack": "Take back"
    default: name.action
    }
  }

  /// Where it stands, in a word or two.
  var badge: HTML {
    switch state {
    case .proposed: WebInterface.badge("Waits for you", .caution)
    case .queued: WebInterface.badge("Waits for \(app)", .accent)
    case .leased: WebInterface.badge("\(app) is at it", .accent)
    case .applied: WebInterface.badge("Done", .good)
    case .declined: WebInterface.badge("Declined")
    case .cancelled: WebInterface.badge("Cancelled")
    case .rejected: WebInterface.badge("Not done", .bad)
    case .expired: WebInterface.badge("Too late", .caution)
    case .undoRequested: WebInterface.badge("Being taken back", .accent)
    case .undone: WebInterface.badge("Taken back")
    case .undoRefused: WebInterface.badge("Not taken back", .caution)
    }
  }

  /// Why it did not go as asked; empty where it did.
  var reason: HTML {
    switch (state, action.outcome.refusal) {
    case (.proposed, _) where action.proposer.agent != nil:
      "An agent proposes this. Nothing is done before you approve it."
    case (.expired, _): "\(app) did not come for it in time. Nothing was done."
    case (.undoRefused, .changedSince):
      "It was changed since, and a later change is not thrown away. Change it in \(app)."
    case (.undoRefused, .notFound):
      "\(app) has taken it back already, or does not know it any more."
    case (.undoRefused, .expired): "\(app) did not come for it in time. What it did stands."
    case (.undoRefused, _): "\(app) could not take it back as things stand."
    case (.rejected, .alreadyDone): "There was nothing left to do."
    case (.rejected, .notFound): "\(app) does not have what this was about."
    case (.rejected, .changedSince): "What this was about has changed since."
    case (.rejected, .declined): "Declined in \(app)."
    case (.rejected, .failed): "\(app) could not save it. Nothing was done; try again."
    case (.rejected, _): "\(app) does not allow it as things stand."
    default: .empty
    }
  }

  /// Whether something is about to happen to it by itself.
  var isUnderWay: Bool {
    switch state {
    case .queued, .leased, .undoRequested: true
    case .proposed, .applied, .declined, .cancelled, .rejected, .expired, .undone, .undoRefused:
      false
    }
  }

  /// What the person can do with it now; each works without scripts.
  @HTMLBuilder func buttons(back: ActionReturn) -> HTML {
    let title = Self.title(of: action.name)
    let id = action.id.description
    switch state {
    case .proposed:
      post("Approve", .primary, .check, to: "/activity/\(id)/approve", title, back)
      post("Decline", .plain, nil, to: "/activity/\(id)/decline", title, back)
    case .queued: post("Cancel", .quiet, nil, to: "/activity/\(id)/cancel", title, back)
    // Whoever had it has not said what became of it.
    case .leased where action.life.leaseEndsAtMilliseconds <= nowMilliseconds:
      post("Cancel", .quiet, nil, to: "/activity/\(id)/cancel", title, back)
    case .applied where action.canBeUndone:
      post("Undo", .quiet, .undo, to: "/activity/\(id)/undo", title, back)
    case .leased, .applied, .declined, .cancelled, .rejected, .expired, .undoRequested, .undone,
      .undoRefused:
      HTML.empty
    }
  }

  private func post(
    _ word: String, _ weight: ButtonWeight, _ icon: Icon?, to path: PagePath, _ title: String,
    _ back: ActionReturn
  ) -> HTML {
    actionButton(
      "\(word)\(visuallyHidden(" \(title)"))", weight, icon: icon, to: path,
      values: [(ActionReturn.field, back.rawValue)])
  }
}

/// The page on which a button stands, and to which its form leads back.
enum ActionReturn: String {
  case today, activity

  static let field = "back"

  /// Activity for anything else that a form could say.
  init(_ form: PostedForm) { self = ActionReturn(rawValue: form[Self.field]) ?? .activity }

  var path: PagePath {
    switch self {
    case .today: "/"
    case .activity: "/activity"
    }
  }
}
