import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/connect`: a person types the code that an app shows, sees what asks, and decides.
///
/// Source: docs/protocol/identity.md, "Connecting an app"; SIGN-20…22.
struct ConnectPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(.get, "/connect", summary: "The form for an app's code.", respond: show),
      .person(
        .post, "/connect", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Show the app whose code this is.", respond: look),
      .person(
        .post, "/connect/decision", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Approve or deny the app of a code.", respond: decide),
    ]
  }

  /// The form; where an app's link brought the code along, the question whether it is the app's.
  ///
  /// A code in an address is shown and not looked up: somebody else may have sent the link.
  private func show(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    let code = UserCode(typed: PostedForm(queryOf: routed.request)["code"])
    return page(of: session, CodeForm(commands: parts.commands, linkedCode: code)).response()
  }

  /// Shows what asks, so that a person can decide; decides nothing.
  private func look(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    let typed = PostedForm(routed.request)["code"]
    do throws(StorageError) {
      switch try await parts.identity.grant(typedCode: typed, by: session, from: routed.network) {
      case .found(let grant):
        return page(of: session, try await review(of: grant, for: session, routed)).response()
      case .unknown: return unknownCode(typed, session)
      case .wait(let seconds): return waiting(seconds, typed, session)
      }
    } catch { return parts.problem(error) }
  }

  private func decide(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    let posted = PostedForm(routed.request)
    do throws(StorageError) {
      switch posted["decision"] {
      case "approve": return try await approve(posted, routed, session)
      case "deny": return try await deny(posted, routed, session)
      default: return .seeOther("/connect")
      }
    } catch { return parts.problem(error) }
  }

  // MARK: - Deciding

  private func approve(
    _ posted: PostedForm, _ routed: RoutedRequest, _ session: WebSession
  ) async throws(StorageError) -> HTTPResponse {
    let typed = posted["code"]
    // Looked at before, because an approved grant is no longer there to be named.
    let grant: DeviceGrant
    switch try await parts.identity.grant(typedCode: typed, by: session, from: routed.network) {
    case .found(let found): grant = found
    case .unknown: return unknownCode(typed, session)
    case .wait(let seconds): return waiting(seconds, typed, session)
    }
    let answer = try await parts.identity.approve(
      typedCode: typed, deviceName: posted["deviceName"], proof: posted.proof,
      by: session, from: routed.network)
    var review = try await review(of: grant, for: session, routed)
    review.deviceName = posted["deviceName"]
    switch answer {
    case .approved:
      return page(of: session, ConnectResult.approved(grant, review.deviceName, parts.commands))
        .response()
    case .documentOwned:
      return page(of: session, ConnectResult.documentOwned(grant)).response(status: 409)
    case .unknownCode: return unknownCode(typed, session)
    case .wait(let seconds):
      review.problem = .wait(seconds: seconds)
      return page(of: session, review).response(status: 429).retrying(after: seconds)
    case .busy:
      review.problem = .busy
      return page(of: session, review).response(status: 503).retrying(after: 2)
    case .invalidDeviceName(let problem): review.problem = .deviceName(problem)
    case .needsPassword: review.proof?.problem = .missing
    case .wrongPassword: review.proof?.problem = .refused
    }
    return page(of: session, review).response(status: 422)
  }

  private func deny(
    _ posted: PostedForm, _ routed: RoutedRequest, _ session: WebSession
  ) async throws(StorageError) -> HTTPResponse {
    let typed = posted["code"]
    switch try await parts.identity.deny(typedCode: typed, by: session, from: routed.network) {
    case .denied: return page(of: session, ConnectResult.denied).response()
    case .unknownCode: return unknownCode(typed, session)
    case .wait(let seconds): return waiting(seconds, typed, session)
    }
  }

  // MARK: - Pages

  private func review(
    of grant: DeviceGrant, for session: WebSession, _ routed: RoutedRequest
  ) async throws(StorageError) -> GrantReview {
    GrantReview(
      grant: grant, accountName: session.account.name,
      proof: try await parts.proofFields(
        for: session, hint: "Once more, because this is for good."),
      fingerprint: parts.identity.identity.fingerprint,
      browserNetwork: NetworkWords(routed.network.kept),
      words: DateWords(
        parts.today.clock(of: session.account), nowMilliseconds: parts.clock.nowMilliseconds),
      nowMilliseconds: parts.clock.nowMilliseconds, path: "/connect/decision",
      carried: [("code", grant.userCode.description)])
  }

  private func unknownCode(_ typed: String, _ session: WebSession) -> HTTPResponse {
    var form = CodeForm(commands: parts.commands, typed: typed)
    form.problem = .unknown
    return page(of: session, form).response(status: 422)
  }

  private func waiting(_ seconds: Int, _ typed: String, _ session: WebSession) -> HTTPResponse {
    var form = CodeForm(commands: parts.commands, typed: typed)
    form.problem = .wait(seconds: seconds)
    return page(of: session, form).response(status: 429).retrying(after: seconds)
  }

  private func page(of session: WebSession, _ step: some ConnectStep) -> Page {
    Page(step.title, on: site, width: .narrow, lead: step.lead) { panel { step.html } }
  }
}

/// One page on the way of connecting an app.
protocol ConnectStep {
  var title: String { get }
  var lead: HTML { get }
  var html: HTML { get }
}
