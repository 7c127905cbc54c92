import HubContracts
import HubCore
import WebInterface

/// The Activity page's content: what was asked of the apps, the newest first.
struct ActivityView {
  let actions: [AskedAction]
  let hasMore: Bool
  /// Whether these are the newest.
  let isFirst: Bool
  let devices: [DeviceSession]
  let agents: [Agent]
  let words: DateWords
  let nowMilliseconds: Int64
  /// What came of the person's last press; nil where there is nothing to say.
  var problem: ActivityProblem?

  var html: HTML {
    HTML([
      problem?.html ?? .empty,
      card("Asked of your apps", id: "actions") {
        if actions.isEmpty { nothing } else { list }
        if hasMore || !isFirst { pages }
      },
    ])
  }

  private var nothing: HTML {
    emptyState(.activity, isFirst ? "Nothing asked yet" : "Nothing before this") {
      p(
        """
        What you have your apps do from Today stands here: who asked, what became of it, and the \
        way to take it back.
        """)
      row { buttonLink("Go to Today", to: "/", .primary, icon: .today) }
    }
  }

  private var list: HTML {
    ol(.class("stack", "plain-list")) { for action in actions { li(item(action)) } }
  }

  private func item(_ action: AskedAction) -> HTML {
    let said = ActionWords(action: action, words: words, nowMilliseconds: nowMilliseconds)
    return div(
      .class("action-item"), .id("action-\(action.id.description)"),
      .when(said.isUnderWay, .data("pending"))
    ) {
      row {
        if let brand = said.brand { brand.mark }
        strong(said.title)
        said.badge
      }
      p(.class("quiet-text")) {
        "Asked by \(proposer(of: action)) \(words.html(milliseconds: action.proposedAtMilliseconds))"
        performer(of: action)
      }
      if !said.reason.isEmpty { p(said.reason) }
      row { said.buttons(back: .activity) }
    }
  }

  private func proposer(of action: AskedAction) -> HTML {
    switch action.proposer {
    case .person: return "you"
    case .agent(let id):
      guard let agent = agents.first(where: { $0.id == id }) else { return "an agent" }
      return "the agent \(bdi(agent.name))"
    case .app(let session, let client):
      let app = Fleet.product(named: client)?.title ?? client
      guard let device = devices.first(where: { $0.id == session }) else { return HTML(app) }
      return "\(app) on \(bdi(device.deviceName))"
    }
  }

  /// On which device it was done, where it is still connected.
  private func performer(of action: AskedAction) -> HTML {
    guard let document = action.outcome.document, action.outcome.refusal == nil,
      let ended = action.endedAtMilliseconds
    else { return "." }
    let at = words.time(Minute(containingMilliseconds: ended))
    let done = action.life.state == .undone ? "taken back" : "done"
    guard let device = devices.first(where: { $0.document == document }) else {
      return "; \(done) at \(at) by a device that is no longer connected."
    }
    return HTML(["; \(done) at \(at) on ", bdi(device.deviceName), "."])
  }

  private var pages: HTML {
    row {
      if !isFirst { buttonLink("Newest", to: "/activity") }
      if hasMore, let last = actions.last {
        buttonLink(
          "Older", to: ("/activity" as PagePath).query("before", String(last.position)))
      }
    }
  }
}

/// Why a press on the Activity page did nothing.
enum ActivityProblem: String {
  case over, held
  case noInverse = "no-inverse"
  case invalid
  case tooMany = "too-many"

  static let field = "problem"

  init(_ refusal: ActionLife.Refusal) {
    switch refusal {
    case .over, .leaseLost: self = .over
    case .held, .notYet: self = .held
    }
  }

  var html: HTML {
    switch self {
    case .over:
      notice(.caution, "That is over") { p("The action had ended before. See where it stands.") }
    case .held:
      notice(.caution, "The app has it now") {
        p("It cannot be cancelled while an app is at it. Look again in a minute.")
      }
    case .noInverse:
      notice(.caution, "No way back from here") {
        p("The app gave none for this action. Change it in the app itself.")
      }
    case .invalid:
      notice(.caution, "That was not understood") {
        p("Nothing was asked of the app. Go back to Today and try again.")
      }
    case .tooMany:
      notice(.caution, "Too much at once") {
        p("Many actions wait or were asked for lately. Wait a minute, then try again.")
      }
    }
  }
}
