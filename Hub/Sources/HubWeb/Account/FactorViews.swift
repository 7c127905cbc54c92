import HubCore
import ToolboxQRCode
import WebInterface

/// The form for a new password.
struct PasswordForm {
  var problems: [SetupProblem] = []
  var isBusy = false

  var html: HTML {
    HTML([
      isBusy
        ? notice(.caution, "The Hub is busy") { p("Nothing was changed. Send the form again.") }
        : .empty,
      form(to: "/account/password") {
        NewPasswordFields(problems: problems).html
        formActions {
          button("Change it")
          buttonLink("Back", to: "/account")
        }
      },
      p(
        "Your other browsers are signed out with it. Your apps stay connected.",
        .class("quiet-text")),
    ])
  }
}

/// What was just changed about signing in.
enum FactorChanged {
  case password
  case generator

  var html: HTML {
    stack {
      switch self {
      case .password:
        notice(.good, "From now on the new password counts") {
          p("Your other browsers were signed out. Your apps stay connected.")
        }
      case .generator:
        notice(.good, "From now on signing in asks for a code") {
          p("Your other browsers were signed out. Your apps stay connected.")
        }
        p("Make recovery codes too, if you have none: without phone and codes nobody gets in.")
      }
      formActions { buttonLink("Go to your account", to: "/account", .primary) }
    }
  }
}

/// The account's authenticator: none, one that waits for its first code, or one in use.
struct AuthenticatorView {
  enum State: Equatable {
    case none
    case waiting(link: String, secret: String)
    case inUse
  }

  enum Problem: Equatable {
    case wrongCode
    case wait(seconds: Int)
  }

  let state: State
  var problem: Problem?

  var html: HTML {
    switch state {
    case .none:
      stack {
        p(
          """
          An authenticator app shows six digits that change every 30 seconds. Signing in then asks \
          for them, so that your password alone is not enough.
          """)
        form(to: "/account/authenticator") {
          formActions {
            button("Set one up")
            buttonLink("Back", to: "/account")
          }
        }
      }
    case .waiting(let link, let secret): waiting(link, secret)
    case .inUse:
      stack {
        p("Signing in asks for a code of your authenticator. Without it, your password is enough.")
        form(to: "/account/authenticator/remove") {
          formActions {
            button("Remove it", .danger)
            buttonLink("Keep it", to: "/account")
          }
        }
      }
    }
  }

  private func waiting(_ link: String, _ secret: String) -> HTML {
    HTML([
      problemNotice, p("Read this with your authenticator app:"), picture(of: link),
      disclosure("I cannot read it") {
        p("Type this secret into the app: codes by time, SHA-1, six digits, 30 seconds.")
        copyableLine(secret)
      },
      form(to: "/account/authenticator/confirm") {
        field("The code that it shows now", ProofFields.factor, .oneTimeCode) {
          $0.attributes = [.autofocus, .maxlength(9)]
          if problem == .wrongCode {
            $0.error = "This is not its code now. Is the phone's clock right?"
          }
        }
        formActions {
          button("Use it from now on")
          buttonLink("Back", to: "/account")
        }
      },
    ])
  }

  private var problemNotice: HTML {
    guard case .wait(let seconds) = problem else { return .empty }
    return notice(.caution, "Too many tries") {
      p("Wait \(WaitWords.text(seconds: seconds)), then try again.")
    }
  }

  private func picture(of link: String) -> HTML {
    guard let code = QRCode(link) else {
      preconditionFailure("a name of 40 characters and a host fit into a QR code")
    }
    return qrCode("The secret for your authenticator app", side: code.side, isDark: code.isDark)
  }
}

/// New recovery codes, which are shown this once.
struct RecoveryCodesView {
  let codes: [String]
  let account: String
  let host: String

  var html: HTML {
    stack {
      p(
        """
        Print these or write them down, and keep them apart from your phone. Each works once: in \
        place of an authenticator's code, or to set a new password.
        """)
      codeList("Recovery codes", codes)
      copyButton(codes.joined(separator: "\n"))
      p("For \(bdi(account)) at \(host). Older codes no longer work.", .class("quiet-text"))
      formActions { buttonLink("I have them", to: "/account", .primary) }
    }
  }
}
