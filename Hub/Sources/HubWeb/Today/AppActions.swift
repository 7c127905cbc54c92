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
  let words: DateWords
  let nowMilliseconds: Int64
  let newID: @Sendable () -> ActionID

  @HTMLBuilder var html: HTML {
    let offered = Self.offered.filter(offers)
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
    ActionName(.setline, "openSession"), ActionName(.live, "addItem"),
  ]

  /// Whether the card may have a form for it.
  func offers(_ name: ActionName) -> Bool {
    performed.contains(name) && product.domains.contains(name.domain)
      && name.contract?.risk == .low
  }

  /// One press, with all that it says given; nothing where it is not offered.
  func button(
    _ title: HTML, for name: ActionName, _ values: [(name: String, value: String)]
  ) -> HTML {
    guard offers(name) else { return .empty }
    return actionButton(
      title, .quiet, to: path(of: name),
      values: [("id", newID().description), (ActionReturn.field, ActionReturn.today.rawValue)]
        + values)
  }

  private func path(of name: ActionName) -> PagePath {
    "/actions/\(name.domain.rawValue)/\(name.action)"
  }

  private var last: AskedAction? {
    recent.first { action in
      guard product.domains.contains(action.name.domain) else { return false }
      let words = words(for: action)
      let rest = action.endedAtMilliseconds ?? action.life.expiresAtMilliseconds
      return words.isUnderWay || words.state == .proposed
        || nowMilliseconds - rest < Self.shownMilliseconds
    }
  }

  /// Whether the app has done something of it within `minutes`, which was not taken back since.
  func hasDoneSomething(within minutes: Range<Minute>) -> Bool {
    recent.contains { action in
      guard product.domains.contains(action.name.domain), let ended = action.endedAtMilliseconds,
        minutes.contains(Minute(containingMilliseconds: ended))
      else { return false }
      switch action.life.state {
      case .applied, .undoRequested, .undoRefused: return true
      case .proposed, .queued, .leased, .declined, .cancelled, .rejected, .expired, .undone:
        return false
      }
    }
  }

  private func form(for name: ActionName) -> HTML {
    WebInterface.form(to: path(of: name), .class("action", "row")) {
      hiddenInput("id", newID().description)
      hiddenInput(ActionReturn.field, ActionReturn.today.rawValue)
      fields(of: name)
      WebInterface.button(HTML(ActionWords.title(of: name)), .plain, icon: icon(of: name))
    }
  }

  private func fields(of name: ActionName) -> HTML {
    switch name.action {
    case "startFocus": minutes
    case "addItem": sort
    default: .empty
    }
  }

  private var sort: HTML {
    let sorts = LiveItemFacts.Category.allCases.map {
      Field.Option($0.rawValue, LiveItemWords.sort($0))
    }
    return HTML([
      field("Sort", "category", .choice(sorts)) {
        $0.value = LiveItemFacts.Category.other.rawValue
      },
      field("Day", "targetDay", .date) { $0.isRequired = false },
    ])
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
    case "addItem": .plus
    default: .focus
    }
  }

  private func words(for action: AskedAction) -> ActionWords {
    ActionWords(action: action, words: words, nowMilliseconds: nowMilliseconds)
  }

  private func state(of action: AskedAction) -> HTML {
    let words = words(for: action)
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
