import HubCore
import WebInterface

/// The Account page's content.
struct AccountOverview {
  let events: [SecurityEvent]
  /// When each open invitation was made; nil for everybody but the owner.
  let invitations: [Int64]?
  let words: DateWords
  var hasTooManyInvitations = false

  var html: HTML {
    HTML([invitationCard, SecurityEventList(events: events, words: words).html])
  }

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
      commandLine(link)
      p(
        """
        Whoever opens it first has the account. It works once, for 72 hours, and is not shown \
        again.
        """, .class("quiet-text"))
      formActions { buttonLink("Done", to: "/account", .primary) }
    }
  }
}
