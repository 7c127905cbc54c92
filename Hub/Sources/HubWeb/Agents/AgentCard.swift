import HubCore
import WebInterface

/// The programs that may look at the account, and how to let one.
struct AgentCard {
  let agents: [Agent]
  let words: DateWords
  /// What was wrong with the last try.
  var problem: Problem?

  enum Problem { case name, scope, tooMany }

  var html: HTML {
    card("Agents", id: "agents") {
      p(
        """
        An assistant or a program of your own can look at what these pages show, by the Model \
        Context Protocol. It sees nothing that you do not, and what it proposes waits for your yes.
        """)
      if !agents.isEmpty {
        ul(.class("stack", "plain-list")) {
          for agent in agents { li { row { entry(of: agent) } } }
        }
      }
      problemNotice
      disclosure("Let an agent look") { offer }
    }
  }

  @HTMLBuilder private func entry(of agent: Agent) -> HTML {
    span {
      bdi(agent.name)
      ", may use \(Self.list(agent.scopes)), used "
      words.html(milliseconds: agent.seenAtMilliseconds)
    }
    actionButton(
      "End\(visuallyHidden(" \(agent.name)"))", .quiet,
      to: "/account/agents/\(agent.id.description)/end")
  }

  private static func list(_ scopes: Set<AgentScope>) -> String {
    AgentScope.allCases.filter(scopes.contains).map(\.title).joined(separator: ", ")
  }

  private var problemNotice: HTML {
    switch problem {
    case .name:
      notice(.bad, "The agent needs a name of at most \(DisplayName.charactersMax) characters")
    case .scope: notice(.bad, "Choose what the agent may see")
    case .tooMany: notice(.caution, "So many agents are let in already. End one first.")
    case nil: .empty
    }
  }

  private var offer: HTML {
    form(to: "/account/agents") {
      field("What do you call the agent?", "agentName") {
        $0.hint = "Such as “Assistant on the laptop”."
        $0.attributes = [.autocomplete("off"), .maxlength(DisplayName.charactersMax)]
      }
      for scope in AgentScope.allCases {
        field(scope.title, scope.rawValue, .checkbox) { $0.isRequired = false }
      }
      formActions { button("Let it look", .plain) }
    }
  }
}

extension AgentScope {
  /// The page that shows the same.
  var title: String {
    switch self {
    case .today: "Today"
    case .timeline: "Timeline"
    case .directory: "Directory"
    case .activity: "Activity, and what happened around signing in"
    case .proposeAction: "Propose actions, each for you to approve"
    }
  }
}

/// A new agent's bearer, which is shown this once.
struct AgentBearer {
  let bearer: String
  let address: String

  var html: HTML {
    stack {
      p("Give the agent this address and this key:")
      copyableLine(address)
      copyableLine(bearer)
      p(
        """
        The key is not shown again. Whoever has it sees what you have chosen, until you end the \
        agent or it was not used for 90 days.
        """, .class("quiet-text"))
      formActions { buttonLink("Done", to: "/account", .primary) }
    }
  }
}
