import WebInterface

/// The content of `/hub`.
struct StatusPanel {
  let app: AppProfile
  let standing: SyncStanding
  let writer: TroubleWriter

  var html: HTML {
    stack {
      for text in standing.notices { notice(.caution, HTML(text)) }
      card(HTML(standing.headline)) {
        if !explanation.isEmpty { p(explanation) }
        if !facts.isEmpty { WebInterface.facts(facts) }
        actions
      }
    }
  }

  private var explanation: HTML {
    switch standing.connection {
    case .notConnected:
      """
      \(app.title) works fully on its own. With a Hub, your other devices get what you record here, \
      and one page shows your day across all your apps. The Hub gets numbers and times, never what \
      you write.
      """
    case .signInNeeded:
      "You are signed out. Everything recorded here waits and goes on once you have signed in."
    case .approvalNeeded:
      "Nothing is sent before you have said that this account owns what is stored here."
    case .connected:
      standing.failure.map { failure in
        let trouble = writer.trouble(failureCode: failure.code)
        return HTML("\(trouble.what) \(app.title) goes on without it and tries again by itself.")
      } ?? .empty
    }
  }

  private var facts: [(name: HTML, value: HTML)] {
    standing.details.map { detail in
      // The account's name was chosen elsewhere.
      (HTML(detail.name), bdi(HTML(detail.value)))
    }
  }

  private var actions: HTML {
    row {
      switch standing.connection {
      case .notConnected:
        buttonLink("Connect to your Hub", to: "/hub/connect", .primary, icon: .link)
      case .signInNeeded: buttonLink("Sign in", to: "/hub/connect", .primary, icon: .link)
      case .approvalNeeded:
        buttonLink("Look and approve", to: "/hub/approve", .primary, icon: .check)
        actionButton("Sign out", .quiet, to: "/hub/sign-out")
      case .connected:
        actionButton("Sync now", .primary, icon: .sync, to: "/hub/sync")
        actionButton("Sign out", .quiet, to: "/hub/sign-out")
      }
    }
  }
}
