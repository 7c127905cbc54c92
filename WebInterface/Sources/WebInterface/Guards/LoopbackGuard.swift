import ToolboxHTTP

/// Lets only the person's own browser reach an app's local page.
///
/// Three walls, in this order:
/// 1. `Host` is one of the app's own names, so a foreign name that was made to resolve to this
///    machine finds nothing (421).
/// 2. `Origin` and `Sec-Fetch-Site` are our own, so no other site's page can read or send (403).
/// 3. The browser holds the launch token: the link that `<app> serve` prints hands it over once and
///    a cookie keeps it. Without it there is only a page that says where to find the link (403).
///
/// Pure: the same request gets the same verdict.
public struct LoopbackGuard: Sendable {
  public enum Verdict: Sendable {
    /// Go on and answer the request.
    case admitted
    /// Send this and nothing else.
    case answered(HTTPResponse)
  }

  private let site: Site
  private let origins: [SiteOrigin]
  private let token: LaunchToken
  private let cookieName: String
  private let command: String

  /// - `site`: draws the pages of refusal.
  /// - `name`: the host name under `localhost`, and the command whose `serve` starts the app.
  /// - `port`: where the app listens.
  /// - Precondition: `name` is letters a–z, digits and hyphens.
  public init(site: Site, name: String, port: UInt16, token: LaunchToken) {
    self.site = site
    self.token = token
    command = "\(name) serve"
    // Cookies ignore ports: without it here, two apps on 127.0.0.1 would log each other out.
    cookieName = "\(name)_launch_\(port)"
    origins = ["\(name).localhost", "localhost", "127.0.0.1", "[::1]"].map { host in
      guard let origin = SiteOrigin("http://\(host):\(port)") else {
        preconditionFailure("not a host name or not a port: \(host):\(port)")
      }
      return origin
    }
  }

  /// The one link to print; it holds the token.
  public var launchLink: String { "\(origin.text)/?token=\(token.text)" }

  /// Where the app's page is, without the token.
  public var origin: SiteOrigin { origins[0] }

  public func verdict(on request: HTTPRequest) -> Verdict {
    let hosts = request.headers.values(of: "Host").map { $0.lowercased() }
    guard hosts.count == 1, let host = hosts.first,
      let origin = origins.first(where: { $0.authority == host })
    else { return .answered(wrongHost) }

    let isForeign = request.headers.values(of: "Origin").contains { $0 != origin.text }
    let refusal = CrossSiteGuard(origin: origin).refusal(of: request, for: .page)
    if isForeign || refusal != nil { return .answered(foreignPage) }

    // The page of refusal needs its style sheet, and no asset is a secret.
    if request.path.hasPrefix(StaticAssets.prefix) { return .admitted }

    if request.method == .get, let query = request.query,
      let offered = Self.value(of: "token", in: query)
    {
      return .answered(answer(toLaunch: request, query: query, offered: offered))
    }
    if holdsToken(request) { return .admitted }
    return .answered(isFromAnotherSite(request) ? bounce(request) : tokenNeeded)
  }

  // MARK: - The token

  private func answer(
    toLaunch request: HTTPRequest, query: String, offered: Substring
  ) -> HTTPResponse {
    let isRight = token.matches(offered)
    guard isRight || holdsToken(request) else { return tokenNeeded }
    var response = HTTPResponse(
      status: 303, headers: ["Location": Self.path(of: request, without: "token").text])
    site.headers.add(to: &response)
    if isRight {
      let cookie = HTTPSetCookie(
        name: cookieName, value: token.text, isSecure: false, sameSite: .strict)
      response.headers.add("Set-Cookie", cookie.headerValue)
    }
    return response
  }

  private func holdsToken(_ request: HTTPRequest) -> Bool {
    HTTPCookies(request.headers).values(of: cookieName).contains { token.matches($0) }
  }

  /// The item's value as sent; our tokens need no decoding.
  private static func value(of name: String, in query: String) -> Substring? {
    query.split(separator: "&").first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
  }

  private static func path(of request: HTTPRequest, without name: String) -> PagePath {
    let items = (request.query ?? "").split(separator: "&").filter { !$0.hasPrefix(name + "=") }
    let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
    return PagePath(received: request.path + query) ?? "/"
  }

  // MARK: - Coming from the Hub's page

  private func isFromAnotherSite(_ request: HTTPRequest) -> Bool {
    guard request.method == .get else { return false }
    let from = request.headers["Sec-Fetch-Site"]
    return from == "cross-site" || from == "same-site"
  }

  /// Asks the browser to open the same page again, now from ourselves.
  ///
  /// A strict cookie is not sent when a link on another site is followed, and the Hub is another
  /// site. A page that refreshes itself is the same site, and then the cookie comes. It cannot
  /// go round for ever: the second request says `same-origin`.
  private func bounce(_ request: HTTPRequest) -> HTTPResponse {
    let path = Self.path(of: request, without: "token")
    let page = Page("Opening \(site.brand.name)", on: site, width: .narrow) {
      p(link("Go on to \(site.brand.name)", to: path))
    }
    var response = page.response()
    response.headers.add("Refresh", "0; url=\(path.text)")
    return response
  }

  // MARK: - Refusals

  private var wrongHost: HTTPResponse {
    let page = Page.problem("This is not the address of \(site.brand.name)", on: site) {
      p("Open \(code(origin.text)) instead.")
    }
    return page.response(status: 421)
  }

  private var foreignPage: HTTPResponse {
    let page = Page.problem("Refused: another site asked for this", on: site) {
      p("Only pages of \(site.brand.name) itself may do that. Nothing was changed.")
      p("Open \(link(site.brand.name, to: "/")) and do it there.")
    }
    return page.response(status: 403)
  }

  private var tokenNeeded: HTTPResponse {
    let page = Page.problem("Open \(site.brand.name) with its link", on: site) {
      p("This page shows personal records, so it opens only in a browser that was given the link.")
      p(
        """
        \(site.brand.name) printed its link when it started, in the window of \(code("script/up")), \
        \(code("hub up")) or \(code(command)). Open that link: this browser is then let in \
        until it is quit, and the same link opens it again.
        """)
    }
    return page.response(status: 403)
  }
}
