import WebInterface

/// The content of `/hub`.
struct StatusPanel {
  let app: AppProfile
  let words: StatusWords
  let writer: TroubleWriter

  var html: HTML {
    stack {
      for text in words.notices { notice(.caution, HTML(text)) }
      if words.status.audit?.alarm != nil || (words.status.audit?.evidence ?? 0) > 0 {
        row { buttonLink("What did not fit", to: "/hub/audit") }
      }
      card(HTML(words.headline)) {
        if !explanation.isEmpty { p(explanation) }
        if !facts.isEmpty { WebInterface.facts(facts) }
        actions
      }
    }
  }

  private var explanation: HTML {
    switch words.status.state {
    case .damaged:
      "The bookkeeping of what was sent and received is damaged. What you recorded is here and kept."
    case .signedOut where !words.isOwned:
      """
      \(app.title) works fully on its own. With a Hub, your other devices get what you record here, \
      and one page shows your day across all your apps. The Hub gets numbers and times, never what \
      you write.
      """
    case .signedOut:
      "You are signed out. Everything recorded here waits and goes on once you have signed in."
    case .approvalNeeded:
      "Nothing is sent before you have said that this account owns what is stored here."
    case .offline, .waiting, .conflicts, .quarantined, .upToDate:
      words.status.failure.map { failure in
        let trouble = writer.trouble(failureCode: failure.code)
        return HTML("\(trouble.what) \(app.title) goes on without it and tries again by itself.")
      } ?? .empty
    }
  }

  private var facts: [(name: HTML, value: HTML)] {
    words.details.map { detail in
      // The account's name was chosen elsewhere.
      (HTML(detail.name), bdi(HTML(detail.value)))
    }
  }

  private var actions: HTML {
    row {
      switch words.status.state {
      case .damaged: commandLine(writer.command("recover"))
      case .signedOut:
        buttonLink(
          words.isOwned ? "Sign in" : "Connect to your Hub", to: "/hub/connect", .primary,
          icon: .link)
      case .approvalNeeded:
        buttonLink("Look and approve", to: "/hub/approve", .primary, icon: .check)
        actionButton("Sign out", .quiet, to: "/hub/sign-out")
      case .offline, .waiting, .conflicts, .quarantined, .upToDate:
        if words.hasMatters {
          buttonLink("Look at it", to: AttentionPanel.path, .primary, icon: .info)
        }
        actionButton("Sync now", words.hasMatters ? .plain : .primary, icon: .sync, to: "/hub/sync")
        actionButton("Sign out", .quiet, to: "/hub/sign-out")
      }
    }
  }
}
