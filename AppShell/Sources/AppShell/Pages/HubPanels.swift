import HubContracts
import PersonalSyncKit
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

/// The form for a Hub's address.
struct ConnectForm {
  let app: AppProfile
  let address: String
  let trouble: Trouble?

  var html: HTML {
    panel {
      if let trouble { notice(.bad, HTML(trouble.what)) { p(trouble.remedy) } }
      form(to: "/hub/connect") {
        field("Where your Hub is", "address") {
          $0.value = address
          $0.hint = "Such as https://hub.example.org or http://hub.localhost:8765"
          $0.attributes = [.autofocus, .autocomplete("url"), .inputmode("url")]
        }
        disclosure("My Hub has no encryption") {
          field("Speak to it without encryption", "plain", .checkbox) {
            $0.isRequired = false
            $0.hint =
              "Only in a network of your own that you trust. This machine needs no such leave."
          }
        }
        formActions {
          button("Continue")
          buttonLink("Cancel", to: "/hub")
        }
      }
    }
  }
}

/// The code, while the person is at the Hub's page.
struct WaitingPanel {
  let prompt: DevicePrompt

  var html: HTML {
    panel {
      userCode("Code of this device", prompt.userCode)
      p("Open your Hub's page and approve there if it shows this code.")
      if let (site, path) = target {
        buttonLink("Open my Hub's page", to: path, at: site, .primary, icon: .link)
      } else {
        p(code(prompt.verificationURIComplete))
      }
      p(
        "This page goes on by itself. The code lasts \(prompt.expiresInSeconds / 60) minutes.",
        .class("quiet-text"))
      actionButton("Stop", .quiet, to: "/hub/connect/stop")
    }
  }

  /// The link that the Hub named, taken apart, so that it can be nothing but a page over HTTP.
  private var target: (SiteOrigin, PagePath)? {
    let text = prompt.verificationURIComplete
    guard let scheme = text.firstRange(of: "://"),
      let slash = text[scheme.upperBound...].firstIndex(of: "/"),
      let site = SiteOrigin(String(text[..<slash])),
      let path = PagePath(received: String(text[slash...]))
    else { return nil }
    return (site, path)
  }
}

/// The question before an account becomes the owner of a store.
struct ApprovalForm {
  let app: AppProfile
  let question: ApprovalQuestion
  let hasChanged: Bool

  var html: HTML {
    let words = ApprovalWords(question, app)
    return panel {
      if hasChanged {
        notice(.caution, "Something changed since you looked") { p("Please look again.") }
      }
      facts(words.facts.map { (HTML($0.name), bdi(HTML($0.value))) })
      p(
        "The fingerprint has to be the one that your Hub's page shows.",
        .class("quiet-text"))
      p(words.adoption)
      notice(.caution, "This is permanent") {
        p("A store never changes its owner. Another account takes another store.")
      }
      form(to: "/hub/approve") {
        hiddenInput("seen", Self.seen(question))
        field(
          "I understand that \(question.account.name) will own this store for ever", "understood",
          .checkbox)
        formActions {
          button("Approve")
          buttonLink("Not now", to: "/hub")
        }
      }
    }
  }

  /// What the person was shown, so that they approve nothing else.
  static func seen(_ question: ApprovalQuestion) -> String {
    let account = question.account
    return [
      account.hub.description, account.account.description, String(account.generation),
      String(question.records), String(question.waiting),
    ].joined(separator: "/")
  }
}
