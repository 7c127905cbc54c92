import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/recover`: sets a new password with a recovery code, or with a link from the Hub's machine
/// (SIGN-06).
struct RecoveryPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      Route(.get, "/recover", access: .visitor, summary: "The form for who lost the password.") {
        _ in page(RecoveryFields()).response()
      },
      Route(
        .post, "/recover", access: .visitor, body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Set a new password with a recovery code.", respond: recover),
    ]
  }

  private func recover(_ routed: RoutedRequest) async -> HTTPResponse {
    let posted = PostedForm(routed.request)
    var fields = RecoveryFields(code: SetupFields.code(from: posted["code"]))
    do throws(StorageError) {
      let answer = try await parts.identity.recover(
        RecoveryForm(
          code: fields.code, password: posted["password"],
          repeatedPassword: posted["repeatedPassword"]),
        from: routed.network)
      switch answer {
      case .recovered(let person):
        routed.touched(person.session.account.number)
        var response = HTTPResponse.seeOther("/account")
        SessionCookie(at: routed.origin).set(person.token, on: &response)
        parts.markKnown(person.session.account, at: routed.origin, on: &response)
        return response
      case .unknownCode: fields.problem = .unknownCode
      case .invalid(let problems): fields.problem = .password(problems)
      case .wait(let seconds):
        fields.problem = .wait(seconds: seconds)
        return page(fields).response(status: 429).retrying(after: seconds)
      case .busy:
        fields.problem = .busy
        return page(fields).response(status: 503).retrying(after: 2)
      }
      return page(fields).response(status: 422)
    } catch { return parts.problem(error) }
  }

  private func page(_ fields: RecoveryFields) -> Page {
    Page("Set a new password", on: site, width: .narrow) { panel { fields.html } }
  }
}

/// The form for who lost the password, with what was wrong with the last answer.
struct RecoveryFields {
  enum Problem: Equatable {
    case unknownCode
    case password([SetupProblem])
    case wait(seconds: Int)
    case busy
  }

  var code = ""
  var problem: Problem?

  var html: HTML {
    HTML([
      message,
      form(to: "/recover", .data("setup")) {
        field("Recovery code", "code") {
          $0.value = code
          $0.hint = "One of those that you printed. Each works once."
          $0.attributes = [.autocomplete("off"), .when(code.isEmpty, .autofocus)]
          if problem == .unknownCode {
            $0.error = "This code is not good here, or no longer."
          }
        }
        NewPasswordFields(problems: passwordProblems).html
        formActions {
          button("Set the password")
          buttonLink("Back", to: "/signin")
        }
      },
      p(
        """
        Every browser and app of yours is signed out with it, and recovery codes that you still \
        have no longer work: make new ones then. Without a code: whoever runs the Hub can make a \
        link for you, with \(WebInterface.code("hub recover")) and your name. Such a link also \
        removes your authenticator and your passkeys.
        """, .class("quiet-text")),
    ])
  }

  private var passwordProblems: [SetupProblem] {
    if case .password(let problems) = problem { problems } else { [] }
  }

  private var message: HTML {
    switch problem {
    case .wait(let seconds):
      notice(.caution, "Too many tries") {
        p("Wait \(WaitWords.text(seconds: seconds)), then try again. Nothing is locked.")
      }
    case .busy:
      notice(.caution, "The Hub is busy") { p("Nothing was changed. Send the form again.") }
    case .unknownCode, .password, nil: .empty
    }
  }
}
