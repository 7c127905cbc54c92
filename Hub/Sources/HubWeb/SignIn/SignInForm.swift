import WebInterface

/// The sign-in form, with what was wrong with the last answer.
struct SignInForm {
  enum Problem: Equatable {
    /// Whatever was wrong: nobody learns which (SES-51).
    case refused
    case wait(seconds: Int)
    case busy
  }

  let target: SignInTarget
  var name = ""
  /// Whether browsers use passkeys at the name by which the Hub is open.
  var hasPasskeys = false
  /// Nobody can sign in yet; the printed link makes the owner.
  var hasNoOwner = false
  var problem: Problem?

  var html: HTML {
    HTML([
      message,
      form(to: "/signin") {
        target.hiddenInputs
        field("Name", "name") {
          $0.value = name
          $0.attributes = [
            // "webauthn" lets the browser offer passkeys here.
            .autocomplete("username webauthn"), .when(name.isEmpty, .autofocus),
          ]
        }
        field("Password", "password", .password) {
          $0.attributes = [.when(!name.isEmpty, .autofocus)]
          if problem == .refused {
            $0.error = "Name, password and code do not belong together."
          }
        }
        field("Code of your authenticator", ProofFields.factor, .oneTimeCode) {
          $0.isRequired = false
          $0.hint = "Only if you have set one up. A recovery code does as well."
        }
        formActions {
          button("Sign in")
          buttonLink("Password lost?", to: "/recover", .quiet)
        }
      },
      hasPasskeys ? PasskeyButton(purpose: "signin", target: target).html : .empty,
    ])
  }

  private var message: HTML {
    switch problem {
    case .wait(let seconds):
      notice(.caution, "Too many tries") {
        p("Wait \(WaitWords.text(seconds: seconds)), then try again. Nothing is locked.")
      }
    case .busy:
      notice(.caution, "The Hub is busy") { p("Your password was not looked at. Try again.") }
    case .refused: .empty
    case nil:
      if hasNoOwner {
        notice(.accent, "This Hub has no owner yet") {
          p("Open the set-up link that it printed where it was started.")
        }
      } else if case .connect = target {
        p("Sign in to connect your app.", .class("quiet-text"))
      } else {
        HTML.empty
      }
    }
  }
}

/// How long to wait, in words.
enum WaitWords {
  static func text(seconds: Int) -> String {
    seconds < 90
      ? CountWords.text(seconds, "second", "seconds")
      : CountWords.text((seconds + 59) / 60, "minute", "minutes")
  }
}
