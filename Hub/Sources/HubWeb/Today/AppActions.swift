import HubContracts
import HubCore
import WebInterface

/// What a person can have an app do from its card, and what became of the last of it.
///
/// Only what the account's connected apps say that they perform, and only of low risk. Each form has an
/// id of its own, so that a second press of the same page asks for nothing more (ACT-03).
struct AppActions: Sendable {
  /// So long the last action stays on the card after it has come to rest.
  private static let shownMilliseconds = 10 * Milliseconds.minute

  let product: Product
  let performed: Set<ActionName>
  /// The newest first.
  let recent: [AskedAction]
  let nowMilliseconds: Int64
  let newID: @Sendable () -> ActionID

  @HTMLBuilder var html: HTML {
    let offered = Self.offered.filter { performed.contains($0) && isOwn($0) }
    if !offered.isEmpty {
      div(.class("card-actions")) {
        for name in offered { form(for: name) }
      }
    }
    if let last { state(of: last) }
  }

  /// Those that a card has a form for.
  private static let offered = [
    ActionName(.anchor, "startFocus"), ActionName(.anchor, "finishFocus"),
    ActionName(.setline, "openSession"),
  ]

  private func isOwn(_ name: ActionName) -> Bool {
    product.domains.contains(name.domain) && name.contract?.risk == .low
  }

  private var last: AskedAction? {
    recent.first { action in
      guard product.domains.contains(action.name.domain) else { return false }
      let words = ActionWords(action: action, nowMilliseconds: nowMilliseconds)
      let rest = action.endedAtMilliseconds ?? action.life.expiresAtMilliseconds
      return words.isUnderWay || words.state == .proposed
        || nowMilliseconds - rest < Self.shownMilliseconds
    }
  }

  private func form(for name: ActionName) -> HTML {
    WebInterface.form(
      to: "/actions/\(name.domain.rawValue)/\(name.action)", .class("action", "row")
    ) {
      hiddenInput("id", newID().description)
      hiddenInput(ActionReturn.field, ActionReturn.today.rawValue)
      if name.action == "startFocus" { minutes }
      button(HTML(ActionWords.title(of: name)), .plain, icon: icon(of: name))
    }
  }

  private var minutes: HTML {
    let lengths = [15, 25, 45, 60, 90].map { Field.Option(String($0), "\($0) minutes") }
    return field("Minutes", "minutes", .choice(lengths + [Field.Option("0", "Open end")])) {
      $0.value = "25"
    }
  }

  private func icon(of name: ActionName) -> Icon {
    switch name.action {
    case "startFocus": .play
    case "finishFocus": .stop
    default: .focus
    }
  }

  private func state(of action: AskedAction) -> HTML {
    let words = ActionWords(action: action, nowMilliseconds: nowMilliseconds)
    return div(.class("action-state"), .when(words.isUnderWay, .data("pending"))) {
      row {
        span(words.title)
        words.badge
        words.buttons(back: .today)
        link("All activity", to: "/activity")
      }
      if !words.reason.isEmpty { p(words.reason, .class("quiet-text")) }
    }
  }
}
