import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/directory`: every product that there is or was, and what the account has of it here.
struct DirectoryPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [.person(.get, "/directory", summary: "Every product, for a person.", respond: page)]
  }

  private func page(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let devices = try await parts.identity.deviceSessions(of: session.account.number)
      let view = DirectoryView(
        products: try await parts.directory.products(of: session.account, devices: devices),
        services: await parts.today.services(of: session.account, devices: devices),
        account: session.account, words: parts.words(of: session), appPages: parts.appPages)
      let bar = try await parts.unlockBar(of: session)
      return Page.own(
        "Directory", of: session, on: site, at: "/directory", lead: view.lead
      ) {
        OfflineNotice(words: view.words).html
        bar
        live("directory", view.html)
      }.response()
    } catch { return parts.problem(error) }
  }
}
