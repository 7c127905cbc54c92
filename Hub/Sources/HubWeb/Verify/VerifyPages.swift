import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/verify`: asks a signed-in person for the password again, before what needs it fresh (SES-10).
struct VerifyPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(.get, "/verify", summary: "Ask for the password again.", respond: show),
      .person(
        .post, "/verify", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Make the session fresh for ten minutes.", respond: verify),
    ]
  }

  private func show(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    let target = SignInTarget(PostedForm(queryOf: routed.request))
    if parts.identity.isFresh(session) { return .seeOther(target.path) }
    do throws(StorageError) {
      return page(try await form(for: target, of: session, routed)).response()
    } catch { return parts.problem(error) }
  }

  private func verify(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    let posted = PostedForm(routed.request)
    do throws(StorageError) {
      var form = try await form(for: SignInTarget(posted), of: session, routed)
      switch try await parts.identity.confirm(posted.proof, of: session, from: routed.network) {
      case .confirmed: return .seeOther(form.target.path)
      case .refused:
        form.problem = .refused
        return page(form).response(status: 422)
      case .wait(let seconds):
        form.problem = .wait(seconds: seconds)
        return page(form).response(status: 429).retrying(after: seconds)
      case .busy:
        form.problem = .busy
        return page(form).response(status: 503).retrying(after: 2)
      }
    } catch { return parts.problem(error) }
  }

  private func form(
    for target: SignInTarget, of session: WebSession, _ routed: RoutedRequest
  ) async throws(StorageError) -> VerifyForm {
    let standing = try await parts.identity.standing(of: session.account)
    let hasPasskeys = standing.passkeys > 0 && parts.relyingParty(of: routed) != nil
    return VerifyForm(
      target: target, needsCode: standing.hasCodeGenerator, hasPasskeys: hasPasskeys)
  }

  private func page(_ form: VerifyForm) -> Page {
    Page("Is it you?", on: site, width: .narrow) { panel { form.html } }
  }
}

/// The question for the password, with what was wrong with the last answer.
struct VerifyForm {
  let target: SignInTarget
  let needsCode: Bool
  let hasPasskeys: Bool
  var problem: SignInForm.Problem?

  var html: HTML {
    HTML([
      message,
      form(to: "/verify") {
        target.hiddenInputs
        ProofFields(
          needsCode: needsCode,
          hint: "Once more, because of what comes next. Then not for ten minutes.",
          problem: problem == .refused ? .refused : nil, isFocused: true
        ).html
        formActions {
          button("Go on")
          buttonLink("Back", to: target.wayBack)
        }
      },
      hasPasskeys ? PasskeyButton(purpose: "verify", target: target).html : .empty,
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
    case .refused, nil: .empty
    }
  }
}

extension HTTPResponse {
  /// Leads to the question for the password, and from there to `target`.
  static func verify(for target: SignInTarget) -> HTTPResponse { .seeOther(target.verifyPath) }
}
