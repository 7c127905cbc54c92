import HubCore
import ToolboxCrypto
import WebInterface

/// The account's passkeys, and how to make one.
struct PasskeyCard {
  let passkeys: [StoredPasskey]
  /// Whether browsers make passkeys for the name by which the Hub is open.
  let isPossible: Bool
  /// The Hub's first name, where they can be made if at all.
  let primary: SiteOrigin
  let words: DateWords

  var html: HTML {
    card("Passkeys", id: "passkeys") {
      if passkeys.isEmpty {
        p(
          """
          A passkey signs you in with your phone, your computer's lock or a security key, in place \
          of password and code.
          """)
      } else {
        ul(.class("stack", "plain-list")) {
          for passkey in passkeys { li { row { entry(of: passkey) } } }
        }
        if passkeys.count == 1, let only = passkeys.first, !only.canBackUp {
          p("It is on one device only. Make a second one, for the day when that is lost.")
        }
      }
      isPossible ? offer : whyNot
    }
  }

  @HTMLBuilder private func entry(of passkey: StoredPasskey) -> HTML {
    span {
      bdi(passkey.name)
      ", used "
      words.html(milliseconds: passkey.usedAtMilliseconds)
    }
    actionButton(
      "Remove\(visuallyHidden(" \(passkey.name)"))", .quiet, to: "/account/passkeys/remove",
      values: [("passkey", Base64URL.encode(passkey.id))])
  }

  private var offer: HTML {
    form(to: "/account", .data("passkey", "create"), .hidden) {
      field("What do you call it?", "name") {
        $0.hint = "Such as “Phone” or “Blue key”."
        $0.attributes = [.autocomplete("off"), .maxlength(DisplayName.charactersMax)]
      }
      formActions { button("Add a passkey", .plain, icon: .key) }
      PasskeyProblem.html
    }
  }

  private var whyNot: HTML {
    p(.class("quiet-text")) {
      if primary.nameForPasskeys == nil {
        """
        Browsers make no passkeys for \(primary.authority): they need a name with TLS. Password and \
        code work everywhere.
        """
      } else {
        "Browsers make them only at the Hub's own name, \(primary.text)."
      }
    }
  }
}

/// Where `passkey.js` says that it did not work.
enum PasskeyProblem {
  static var html: HTML {
    p(
      """
      That did not work: the passkey was not taken, or nobody confirmed in time. Try again, or use \
      your password.
      """, .class("field-error"), .role("alert"), .data("problem"), .hidden)
  }
}

/// The button for who has a passkey; shown by the script where the browser can use one.
struct PasskeyButton {
  /// "signin" or "verify": the path that the script asks.
  let purpose: String
  let target: SignInTarget

  var html: HTML {
    form(to: "/signin", .data("passkey", purpose), .hidden) {
      target.hiddenInputs
      formActions { button("Use a passkey", .plain, icon: .key) }
      PasskeyProblem.html
    }
  }
}
