import HubCore
import WebInterface

/// The Account page's content.
struct AccountOverview {
  let session: WebSession
  let standing: FactorStanding
  let passkeys: PasskeyCard
  let agents: AgentCard
  let browsers: [ListedWebSession]
  let zones: [WebInterface.Field.OptionGroup]
  let events: [SecurityEvent]
  /// When each open invitation was made; nil for everybody but the owner.
  let invitations: [Int64]?
  let words: DateWords
  var hasTooManyInvitations = false

  var html: HTML {
    HTML([
      signingIn, passkeys.html, browserCard, agents.html, zoneCard, invitationCard,
      SecurityEventList(events: events, words: words).html, leavingCard,
    ])
  }

  // MARK: - Signing in

  private var signingIn: HTML {
    card("How you sign in", id: "factors") {
      facts([
        ("Password", "set"),
        (
          "Authenticator",
          standing.hasCodeGenerator ? "asked for its code at sign-in" : "none"
        ),
        ("Recovery codes", recoveryCodes),
      ])
      row {
        buttonLink("Change password", to: "/account/password")
        buttonLink(
          standing.hasCodeGenerator ? "Remove authenticator" : "Set up authenticator",
          to: "/account/authenticator")
        actionButton(
          standing.recoveryCodes == 0 ? "Make recovery codes" : "Make new recovery codes",
          to: "/account/recovery-codes")
      }
      if standing.recoveryCodes == 0 {
        p(
          """
          Without recovery codes, a lost password can be replaced only where the Hub runs.
          """, .class("quiet-text"))
      }
    }
  }

  private var recoveryCodes: HTML {
    standing.recoveryCodes == 0
      ? "none" : "\(CountWords.text(standing.recoveryCodes, "code", "codes")) left"
  }

  // MARK: - Browsers

  private var browserCard: HTML {
    card("Your browsers", id: "browsers") {
      ul(.class("stack", "plain-list")) {
        for browser in browsers { li { row { entry(of: browser) } } }
      }
      if browsers.count > 1 {
        row { actionButton("Sign out all others", .quiet, to: "/account/browsers/end-others") }
      }
    }
  }

  @HTMLBuilder private func entry(of browser: ListedWebSession) -> HTML {
    let isThis = browser.id == session.id
    span {
      NetworkWords(browser.network).text
      ", signed in "
      words.html(milliseconds: browser.signedInAtMilliseconds)
    }
    if isThis {
      badge("This browser", .accent)
    } else {
      actionButton(
        "Sign out\(visuallyHidden(" the browser of \(NetworkWords(browser.network).text)"))",
        .quiet,
        to: "/account/browsers/\(browser.id.description)/end")
    }
  }

  // MARK: - Time zone

  private var zoneCard: HTML {
    card("Your days", id: "time-zone") {
      form(to: "/account/time-zone") {
        field("Time zone", "timeZone", .groupedChoice(zones)) {
          $0.value = session.account.timeZone
          $0.hint = "Your days begin at its midnight, on all of your devices."
        }
        formActions { button("Save", .plain) }
      }
    }
  }

  // MARK: - Taking all along

  private var leavingCard: HTML {
    card("What is yours", id: "leaving") {
      p(
        """
        Everything that this Hub keeps for you, as one signed file that any tool can open and another \
        Hub can take.
        """)
      row {
        actionButton("Export everything", to: "/account/export")
        buttonLink("Delete the account", to: "/account/delete", .quiet)
      }
    }
  }

  // MARK: - Others

  private var invitationCard: HTML {
    guard let invitations else { return .empty }
    return card("Others on this Hub", id: "invitations") {
      if hasTooManyInvitations {
        notice(.caution, "So many links are open already") {
          p("Withdraw them, or wait until they are over.")
        }
      }
      p(
        """
        Each person has an account of their own: nobody sees what another keeps. Who gets your \
        link chooses name and password.
        """)
      if !invitations.isEmpty {
        p(.class("quiet-text")) {
          CountWords.text(invitations.count, "link is", "links are")
          " open, the newest made "
          invitations.first.map { words.html(milliseconds: $0) } ?? .empty
          ". Each lasts 72 hours and works once."
        }
      }
      row {
        actionButton("Invite somebody", to: "/account/invite")
        if !invitations.isEmpty {
          actionButton("Withdraw open links", .quiet, to: "/account/invitations/withdraw")
        }
      }
    }
  }
}

/// A new invitation's link, which is shown this once.
struct InvitationLink {
  let link: String

  var html: HTML {
    stack {
      p("Send this to one person, by a way that only they read:")
      copyableLine(link)
      p(
        """
        Whoever opens it first has the account. It works once, for 72 hours, and is not shown \
        again.
        """, .class("quiet-text"))
      formActions { buttonLink("Done", to: "/account", .primary) }
    }
  }
}
