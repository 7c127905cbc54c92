import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/signin`, `/signout`, `/signed-out`.
struct SignInPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      Route(.get, "/signin", access: .visitor, summary: "The sign-in form.", respond: show),
      Route(
        .post, "/signin", access: .visitor, body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Sign a browser in.", respond: signIn),
      .person(.post, "/signout", summary: "End the browser's session.", respond: signOut),
      Route(
        .get, "/signed-out", access: .visitor, summary: "What a person sees after signing out.",
        respond: signedOut),
    ]
  }

  private func show(_ routed: RoutedRequest) async -> HTTPResponse {
    let target = SignInTarget(PostedForm(queryOf: routed.request))
    if case .person = routed.caller { return .seeOther(target.path) }
    do throws(StorageError) {
      return page(
        SignInForm(
          target: target, hasPasskeys: parts.relyingParty(of: routed) != nil,
          hasNoOwner: try await parts.identity.isSetupOpen())
      ).response()
    } catch { return parts.problem(error) }
  }

  /// Signs in and leads on to the page that was wanted.
  ///
  /// An unknown name and a wrong password are answered alike, to the byte (SES-51).
  private func signIn(_ routed: RoutedRequest) async -> HTTPResponse {
    let posted = PostedForm(routed.request)
    let target = SignInTarget(posted)
    let cookie = SessionCookie(at: routed.origin)
    var form = SignInForm(
      target: target, name: posted["name"], hasPasskeys: parts.relyingParty(of: routed) != nil)
    do throws(StorageError) {
      let answer = try await parts.identity.signIn(
        name: form.name, with: posted.proof,
        replacing: cookie.token(in: routed.request),
        known: KnownBrowserCookie(at: routed.origin).mark(in: routed.request),
        from: routed.network)
      switch answer {
      case .signedIn(let signedIn):
        // Of too many browsers the one that was idle longest is signed out.
        routed.touched(signedIn.session.account.number)
        var response = HTTPResponse.seeOther(
          try await parts.landing(of: signedIn.session.account, wanting: target))
        cookie.set(signedIn.token, on: &response)
        parts.markKnown(signedIn.session.account, at: routed.origin, on: &response)
        return response
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

  private func signOut(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      try await parts.identity.signOut(session)
      var response = HTTPResponse.seeOther("/signed-out")
      SessionCookie(at: routed.origin).clear(on: &response)
      return response
    } catch { return parts.problem(error) }
  }

  private func signedOut(_ routed: RoutedRequest) async -> HTTPResponse {
    if case .person = routed.caller { return .seeOther("/") }
    return Page("Signed out", on: site, width: .narrow) {
      panel {
        p("This browser has forgotten you. Your apps stay connected and go on as before.")
        formActions { buttonLink("Sign in again", to: "/signin", .primary) }
      }
    }.response()
  }

  private func page(_ form: SignInForm) -> Page {
    Page("Sign in", on: site, width: .narrow) { panel { form.html } }
  }
}
