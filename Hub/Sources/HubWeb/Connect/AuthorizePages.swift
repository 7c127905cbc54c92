import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/oauth/authorize`: an app beside the browser asks, the person looks at it as on `/connect`, and
/// the browser goes back to the app with a code.
///
/// Source: docs/protocol/identity.md, "Through a browser beside the app".
struct AuthorizePages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(
        .get, "/oauth/authorize", summary: "Show the app that asks through this browser.",
        respond: show),
      .person(
        .post, "/oauth/authorize", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Approve or deny the app, and go back to it.", respond: decide),
    ]
  }

  /// What a request is about, once it is checked.
  private struct Asked {
    let parameters: AuthorizationParameters
    let request: AuthorizationRequest
    let state: String
  }

  private func asked(_ form: PostedForm) -> Asked? {
    guard let parameters = AuthorizationParameters({ form[$0] }), let state = parameters.state,
      let request = parameters.request(site: { parts.appPages[$0.name]?.text })
    else { return nil }
    return Asked(parameters: parameters, request: request, state: state)
  }

  private func show(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let asked = asked(PostedForm(queryOf: routed.request)) else { return notUnderstood }
    do throws(StorageError) {
      return page(try await review(of: asked, for: session, routed)).response()
    } catch { return parts.problem(error) }
  }

  private func decide(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    let posted = PostedForm(routed.request)
    guard let asked = asked(posted) else { return notUnderstood }
    guard posted["decision"] == "approve" else {
      return goBack(to: asked, [("error", "access_denied")], title: "Refused")
    }
    do throws(StorageError) {
      let answer = try await parts.identity.authorize(
        asked.request, deviceName: posted["deviceName"], proof: posted.proof, by: session,
        from: routed.network)
      var review = try await review(of: asked, for: session, routed)
      review.deviceName = posted["deviceName"]
      switch answer {
      case .approved(let code):
        return goBack(to: asked, [("code", code.text)], title: "Approved")
      case .documentOwned:
        return page(ConnectResult.documentOwned(review.grant)).response(status: 409)
      case .wait(let seconds):
        review.problem = .wait(seconds: seconds)
        return page(review).response(status: 429).retrying(after: seconds)
      case .busy:
        review.problem = .busy
        return page(review).response(status: 503).retrying(after: 2)
      case .invalidDeviceName(let problem): review.problem = .deviceName(problem)
      case .needsPassword: review.proof?.problem = .missing
      case .wrongPassword: review.proof?.problem = .refused
      }
      return page(review).response(status: 422)
    } catch { return parts.problem(error) }
  }

  /// Leads the browser to the app's callback.
  ///
  /// By a page and not by a redirect: the policy of our forms lets none lead to another site.
  private func goBack(
    to asked: Asked, _ result: [(String, String)], title: String
  ) -> HTTPResponse {
    guard let origin = SiteOrigin(asked.request.callback.origin) else { return notUnderstood }
    let values = result + [("state", asked.state), ("iss", parts.address.primary.text)]
    let path = values.reduce("/callback" as PagePath) { $0.query($1.0, $1.1) }
    let app = asked.request.wish.client.title
    var response = Page(title, on: site, width: .narrow) {
      panel {
        p("\(app) goes on by itself. If nothing happens, go back to it.")
        formActions { buttonLink("Back to \(app)", to: path, at: origin, .primary) }
      }
    }.response()
    response.headers["Refresh"] = "0; url=\(origin.text)\(path.text)"
    return response
  }

  private func review(
    of asked: Asked, for session: WebSession, _ routed: RoutedRequest
  ) async throws(StorageError) -> GrantReview {
    let now = parts.clock.nowMilliseconds
    let wish = asked.request.wish
    let grant = DeviceGrant(
      // Stands in for the code that nobody has to compare: the app is beside the browser.
      userCode: UserCode.none, client: wish.client.name, document: wish.document,
      platform: wish.platform, unownedRecords: wish.unownedRecords, requestedAtMilliseconds: now,
      network: routed.network.kept)
    return GrantReview(
      grant: grant, accountName: session.account.name,
      proof: try await parts.proofFields(
        for: session, hint: "Once more, because this is for good."),
      fingerprint: parts.identity.identity.fingerprint,
      browserNetwork: NetworkWords(routed.network.kept), words: parts.words(of: session),
      nowMilliseconds: now, path: "/oauth/authorize", carried: asked.parameters.fields,
      callback: asked.request.callback)
  }

  private func page(_ step: some ConnectStep) -> Page {
    Page(step.title, on: site, width: .narrow, lead: step.lead) { panel { step.html } }
  }

  /// Nothing is sent to a callback that was not understood.
  private var notUnderstood: HTTPResponse {
    HubProblemPages(address: parts.address).problem(
      .invalidRequest, "An app sent you here with something that this Hub does not understand.")
  }
}
