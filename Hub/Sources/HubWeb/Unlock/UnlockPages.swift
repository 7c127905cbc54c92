import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/unlock`: where a person types the words, for as long as this page of their browser lives.
///
/// The Hub gives the form and the script; what is typed never comes back to it.
/// Source: docs/protocol/sealed.md, "In a browser".
struct UnlockPages: Sendable {
  static let path: PagePath = "/unlock"

  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [.person(.get, Self.path.text, summary: "Read sealed details in this browser.", respond: show)]
  }

  private func show(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let view = UnlockView(
        domains: try await parts.sealed.sealedDomains(of: session.account.number),
        hub: parts.identity.identity.id, account: session.account.id)
      return Page.own("Unlock what you wrote", of: session, on: site, width: .column) {
        // For the pages that the script puts into this one.
        OfflineNotice(words: parts.words(of: session)).html
        view.html
      }.response()
    } catch { return parts.problem(error) }
  }
}
