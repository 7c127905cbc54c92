import HubContracts
import WebInterface

/// The Unlock page's content.
struct UnlockView {
  /// The domains whose details are sealed.
  let domains: [Domain]
  let hub: HubID
  let account: AccountID

  var html: HTML {
    domains.isEmpty
      ? card("Nothing is sealed yet") {
        p(
          """
          Titles and notes stay on the device until its app seals them for your other devices. Where the \
          app is, its verb “seal” makes the words for that.
          """)
      }
      : HTML([trust, words])
  }

  private var trust: HTML {
    notice(.caution, "This trusts the script that this Hub serves") {
      p(
        """
        The script opens your details in this browser and sends nothing. A Hub in bad hands could serve \
        another one, and learn your words. Unlock here only if you trust whoever runs this Hub; an app’s \
        own page shows its details without that trust.
        """)
    }
  }

  private var words: HTML {
    panel {
      form(
        .get, to: UnlockPages.path, .data("unlock", domains.map(\.rawValue).joined(separator: " ")),
        .data("hub", hub.description), .data("account", account.description), .hidden
      ) {
        div(notice(.bad, span(.id("unlock-problem"))), .hidden)
        field("Your 24 words", "words", .unsentLines(4)) {
          $0.hint = """
            They stay in this page’s memory. It is locked again when you sign out, open the page anew or \
            leave it alone for ten minutes.
            """
        }
        formActions { button("Unlock", .primary, icon: .key) }
      }
      p(
        """
        This browser cannot open details here: it needs scripts, the Hub under its own name with TLS or \
        on this machine, and a browser of 2026 or later.
        """, .id("unlock-unable"))
    }
  }
}

/// What stands above the days of an account with sealed details: how to unlock them, or what is open and
/// how to search it.
struct UnlockBar {
  let domains: [Domain]
  /// The account's IANA time zone, for the days of what is found.
  let timeZone: String

  var html: HTML {
    if domains.isEmpty { return .empty }
    return div(.class("stack"), .data("sealed", timeZone)) {
      div(.data("when", "locked")) {
        row {
          span("What you wrote is sealed.", .class("quiet-text"))
          buttonLink("Unlock with the words", to: UnlockPages.path, .quiet, icon: .lock)
        }
      }
      div(.class("stack"), .data("when", "unlocked"), .hidden) {
        row {
          span(.class("quiet-text"), .role("status"), .data("count"))
          buttonLink("Lock", to: UnlockPages.path, .quiet, icon: .lock)
        }
        field("Search what you wrote", "search", .search) { $0.isRequired = false }
        div(.data("found"), .hidden)
      }
    }
  }
}

/// An empty line that the script fills with what the person called these records.
struct OpenedWords {
  let domain: Domain
  /// The one that is shown, then others that name it, such as a completion's habit.
  let records: [RecordID]
  let version: Version

  var html: HTML {
    p(
      .class("timeline-words"),
      .data("detail", records.map { "\(domain.rawValue)/\($0)" }.joined(separator: " ")),
      .data("version", String(version.number)), .hidden)
  }
}

/// An empty line that the script fills with what was written last in a domain.
struct NewestOpenedWords {
  let domain: Domain

  var html: HTML { p(.class("timeline-words"), .data("newest", domain.rawValue), .hidden) }
}
