import PersonalSyncKit
import ToolboxHTTP
import WebInterface

/// An app's pages on this machine: the door, the files, the app's own pages and the shell's.
///
/// No socket is needed to ask it. Only the person's own browser gets past the door; a supervisor
/// may ask `/health`, which tells nothing.
package struct LocalSite: Sendable {
  package let site: Site
  package let door: LoopbackGuard
  private let app: AppProfile
  private let connector: Connector
  private let routes: [PageRoute]

  package init(
    _ app: AppProfile, pages: AppPages, connector: Connector, desk: SignInDesk,
    sync: AutomaticSync, token: LaunchToken, port: UInt16
  ) {
    self.app = app
    self.connector = connector
    let hub = HubPages(app: app, connector: connector, desk: desk, sync: sync)
    site = Site(
      app.brand, headers: SecurityHeaders(isOverTLS: false),
      navigation: pages.navigation + [.init("Hub", HubPages.path, .sync)],
      footer: "What you write, only your devices can read.", styleSheets: pages.styleSheets,
      modules: pages.modules)
    door = LoopbackGuard(site: site, name: app.name, port: port, token: token)
    let attention = AttentionPages(app: app, connector: connector, sync: sync)
    routes = pages.routes + hub.routes + attention.routes
  }

  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    if request.path == "/health" { return health(request) }
    if case .answered(let response) = door.verdict(on: request) { return response }
    if let file = site.assets.response(to: request) { return file }
    let fitting = routes.compactMap { route in
      route.parameter(of: request.path).map { (route, $0) }
    }
    if fitting.isEmpty { return notFound }
    guard let (route, parameter) = fitting.first(where: { $0.0.method == method(of: request) })
    else { return wrongMethod(fitting.map(\.0)) }
    let call = PageCall(
      request: request, parameter: parameter, fields: Self.fields(of: request), site: site,
      corner: await corner())
    do throws(Trouble) { return try await route.answer(call) } catch {
      return problem(error)
    }
  }

  // MARK: - Pieces

  /// A browser may ask for the head of a page; the server leaves the body out.
  private func method(of request: HTTPRequest) -> HTTPMethod {
    request.method == .head ? .get : request.method
  }

  private static func fields(of request: HTTPRequest) -> HTTPQuery {
    do throws(HTTPQueryError) {
      return request.method == .post ? try request.decodedForm() : try request.decodedQuery()
    } catch {
      // An unreadable form is an empty one: each of its fields is then asked for again.
      return [:]
    }
  }

  private func health(_ request: HTTPRequest) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ["Content-Type": "text/plain", "Cache-Control": "no-store"],
      body: .bytes(Array("ok\n".utf8)))
  }

  private func corner() async -> HTML {
    do throws(StoreError) {
      let connection = try await connector.connect()
      do throws(ConnectionError) {
        return HubBadge(try await connection.standing()).html
      } catch { return .empty }
    } catch {
      // The page itself will say what is wrong with the store.
      return .empty
    }
  }

  private var notFound: HTTPResponse {
    Page.problem("There is no such page", on: site) {
      p(link("Back to \(app.title)", to: "/"))
    }.response(status: 404)
  }

  private func wrongMethod(_ routes: [PageRoute]) -> HTTPResponse {
    var response = Page.problem("That cannot be done here", on: site) {
      p(link("Back to \(app.title)", to: "/"))
    }.response(status: 405)
    response.headers.add("Allow", routes.map(\.method.rawValue).joined(separator: ", "))
    return response
  }

  private func problem(_ trouble: Trouble) -> HTTPResponse {
    Page.problem(trouble.what, on: site) {
      panel {
        p(trouble.remedy)
        formActions { buttonLink("Back to \(app.title)", to: "/") }
      }
    }.response(status: trouble.pageStatus)
  }
}

extension Trouble {
  /// The HTTP status of a page that says it.
  var pageStatus: Int {
    switch kind {
    case .refused: 409
    case .usage: 422
    case .store: 503
    case .hub: 502
    case .personNeeded: 403
    }
  }
}
