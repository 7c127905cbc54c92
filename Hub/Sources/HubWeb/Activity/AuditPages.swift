import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/activity/audit`: the account's audit chain, and verifying it (LOG-06).
struct AuditPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(.get, "/activity/audit", summary: "The account's audit chain.", respond: show),
      .person(
        .post, "/activity/audit", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Verify the account's audit chain.", respond: verify),
    ]
  }

  private func show(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    await page(of: session, after: nil)
  }

  private func verify(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let account = session.account
      return await page(
        of: session, after: try await parts.audit.verify(account.number, named: account.id))
    } catch { return parts.problem(error) }
  }

  private func page(of session: WebSession, after report: AuditReport?) async -> HTTPResponse {
    do throws(StorageError) {
      let card = AuditCard(
        overview: try await parts.audit.overview(of: session.account, eventCountMax: 50),
        words: parts.words(of: session), report: report)
      return Page.own("On record", of: session, on: site, at: "/activity", width: .column) {
        card.html
      }.response()
    } catch { return parts.problem(error) }
  }
}
