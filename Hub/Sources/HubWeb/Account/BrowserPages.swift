import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/account/browsers…` and `/account/time-zone`: where the person is signed in, and where the days
/// begin.
struct BrowserPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(
        .post, "/account/browsers/{session}/end", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Sign one of the person's browsers out.", respond: end),
      .person(
        .post, "/account/browsers/end-others", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Sign every other browser of the person out.", respond: endOthers),
      .person(
        .post, "/account/time-zone", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Change where the account's days begin.", respond: setTimeZone),
    ]
  }

  private func end(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let id = routed.parameters["session"].flatMap(SessionID.init) else {
      return routed.notFound
    }
    do throws(StorageError) {
      let answer = try await parts.identity.endWebSession(
        id, by: session, from: routed.network)
      return response(to: answer, routed)
    } catch { return parts.problem(error) }
  }

  private func endOthers(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let answer = try await parts.identity.endOtherWebSessions(
        by: session, from: routed.network)
      return response(to: answer, routed)
    } catch { return parts.problem(error) }
  }

  private func response(to answer: GuardedAnswer, _ routed: RoutedRequest) -> HTTPResponse {
    switch answer {
    case .done: .seeOther("/account")
    case .needsVerification: .verify(for: .account)
    case .unknown: routed.notFound
    }
  }

  private func setTimeZone(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let isKnown = try await parts.identity.setTimeZone(
        PostedForm(routed.request)["timeZone"], of: session.account)
      return isKnown
        ? .seeOther("/account")
        : HubProblemPages(address: parts.address)
          .problem(.invalidRequest, "There is no such time zone here. Nothing was changed.")
    } catch { return parts.problem(error) }
  }
}
