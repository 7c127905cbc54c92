import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxHTTP
import WebInterface

/// The Hub's front door: from a request to the answer of its route.
///
/// In this order: the name it was called by (421), the route (404, with a credential and without),
/// the credentials (400 for two kinds at once, 401, 403 for another site's page), the body (415, 413),
/// the route itself. What an account's own caller has changed is then told to who looks at its pages.
/// Every answer has a request id, is kept by no cache unless its route says
/// otherwise, and is told to the log once.
public struct HubRouter: Sendable {
  public static let requestIDHeader = "Hub-Request-Id"

  /// What a router is made of.
  public struct Parts: Sendable {
    public var routes: [Route]
    public var identity: IdentityService
    /// Who looks at pages, and is told where something has changed.
    public var feed: ChangeFeed
    public var address: HubAddress
    public var pages: any ProblemPages
    public var log: any HubLog
    public var proxies: TrustedProxies
    public var random: any RandomBytes
    /// The time since any fixed moment, never running backwards; only for the log.
    public var uptime: @Sendable () -> Duration

    public init(
      routes: [Route], identity: IdentityService, feed: ChangeFeed, address: HubAddress,
      pages: any ProblemPages = JSONProblems(), log: any HubLog = NoLog(),
      proxies: TrustedProxies = TrustedProxies(),
      random: any RandomBytes, uptime: @escaping @Sendable () -> Duration
    ) {
      self.routes = routes
      self.identity = identity
      self.feed = feed
      self.address = address
      self.pages = pages
      self.log = log
      self.proxies = proxies
      self.random = random
      self.uptime = uptime
    }
  }

  private let parts: Parts
  private let table: RouteTable
  private let pageHeaders: SecurityHeaders

  /// - Precondition: no two routes have the same method and path.
  public init(_ parts: Parts) {
    self.parts = parts
    table = RouteTable(parts.routes)
    pageHeaders = SecurityHeaders(isOverTLS: parts.address.primary.isTLS)
  }

  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    let start = parts.uptime()
    let requestID = Base64URL.encode(parts.random.bytes(12))
    var request = request
    request.peer = parts.proxies.peer(of: request)
    let match = table.match(request.method, request.path)
    var response = await answer(to: request, match, requestID)
    finish(&response, of: match?.route, requestID)
    parts.log.answered(
      HubLogLine(
        requestID: requestID, method: request.method.rawValue,
        route: match?.route.path ?? "unknown", status: response.status,
        code: response.headers[HTTPResponse.errorHeader], duration: parts.uptime() - start))
    return response
  }

  private func answer(
    to request: HTTPRequest, _ match: RouteTable.Match?, _ requestID: String
  ) async -> HTTPResponse {
    guard let origin = parts.address.origin(of: request) else {
      return problem(
        .wrongHost, "This is not an address of this Hub. It is at \(parts.address.primary.text).",
        isPage: Self.isForBrowser(request))
    }
    guard let match else { return notFound(for: request) }
    let route = match.route
    switch await caller(of: request, at: origin, for: route) {
    case .refused(let response): return response
    case .admitted(let caller):
      if let refusal = route.body.refusal(of: request) { return refusal }
      let response = await route.respond(
        RoutedRequest(
          request: request, parameters: match.parameters, caller: caller, requestID: requestID,
          origin: origin, touched: parts.feed.touched, notFound: notFound(for: request)))
      if route.method != .get, response.status < 400, let account = caller.account {
        parts.feed.touched(account)
      }
      return response
    }
  }

  // MARK: - Who asks

  private enum Admission {
    case admitted(Caller)
    case refused(HTTPResponse)
  }

  private func caller(
    of request: HTTPRequest, at origin: SiteOrigin, for route: Route
  ) async -> Admission {
    let cookie = SessionCookie(at: origin).value(in: request)
    let isPage = route.isPage
    guard cookie == nil || request.headers["Authorization"] == nil else {
      return .refused(
        problem(
          .ambiguousCredentials, "Send a bearer or the session cookie, not both.", isPage: isPage))
    }
    do throws(StorageError) {
      switch route.access {
      case .open: return .admitted(.anyone)
      case .device: return try await device(of: request, isUse: true)
      case .deviceAsking: return try await device(of: request, isUse: false)
      case .agent: return try await agent(of: request)
      case .deviceOrPerson where request.headers["Authorization"] != nil:
        return try await device(of: request, isUse: false)
      case .visitor, .person, .deviceOrPerson:
        if let refusal = crossSiteRefusal(of: request, at: origin, for: route) {
          return .refused(refusal)
        }
        return try await person(of: request, cookie, for: route)
      }
    } catch {
      return .refused(isPage ? page(for: error) : .failure(error))
    }
  }

  private func device(
    of request: HTTPRequest, isUse: Bool
  ) async throws(StorageError) -> Admission {
    guard let bearer = request.bearer else { return .refused(Self.unauthorized) }
    let network = NetworkPrefix(peer: request.peer)
    switch try await parts.identity.device(bearer: bearer, isUse: isUse, from: network) {
    case .session(let session): return .admitted(.device(DeviceCaller(session)))
    case .unknown: return .refused(Self.unauthorized)
    case .documentOwned:
      return .refused(
        .error(
          .documentOwned,
          "This store belongs to another account of this Hub. Nothing was stored."))
    }
  }

  private func agent(of request: HTTPRequest) async throws(StorageError) -> Admission {
    guard let bearer = request.bearer, let agent = try await parts.identity.agent(bearer: bearer)
    else { return .refused(Self.unauthorized) }
    return .admitted(.agent(agent))
  }

  private func person(
    of request: HTTPRequest, _ cookie: String?, for route: Route
  ) async throws(StorageError) -> Admission {
    if let cookie, let session = try await parts.identity.webSession(cookie: cookie) {
      return .admitted(.person(session))
    }
    if route.access == .visitor { return .admitted(.anyone) }
    return .refused(
      route.isPage
        ? parts.pages.signInNeeded(for: request) : .error(.unauthorized, "Sign in first."))
  }

  private func crossSiteRefusal(
    of request: HTTPRequest, at origin: SiteOrigin, for route: Route
  ) -> HTTPResponse? {
    guard CrossSiteGuard(origin: origin).refusal(of: request, for: route.target) != nil else {
      return nil
    }
    return problem(
      .crossSite, "Another site asked for this. Nothing was done; open the Hub itself.",
      isPage: route.isPage)
  }

  // MARK: - Answers

  private static let unauthorized = HTTPResponse.error(
    .unauthorized, "Sign in, then send the same request. Nothing was stored.")

  private func notFound(for request: HTTPRequest) -> HTTPResponse {
    problem(.notFound, "There is nothing here.", isPage: Self.isForBrowser(request))
  }

  private func problem(_ code: HubErrorCode, _ message: String, isPage: Bool) -> HTTPResponse {
    guard isPage else { return .error(code, message) }
    var response = parts.pages.problem(code, message)
    response.headers[HTTPResponse.errorHeader] = code.rawValue
    return response
  }

  private func page(for error: StorageError) -> HTTPResponse {
    let answer = error.answer
    var response = problem(answer.code, answer.message, isPage: true)
    if let seconds = answer.retryAfter { response.headers["Retry-After"] = String(seconds) }
    return response
  }

  /// Whether somebody looks at the answer: a guess, for paths that have no route.
  private static func isForBrowser(_ request: HTTPRequest) -> Bool {
    let isProgramPath = ["/v1/", "/oauth/", "/.well-known/"].contains { request.path.hasPrefix($0) }
    return !isProgramPath && (request.headers["Accept"] ?? "").contains("text/html")
  }

  private func finish(_ response: inout HTTPResponse, of route: Route?, _ requestID: String) {
    response.headers[Self.requestIDHeader] = requestID
    // Every byte of header counts on the way of a sync; the whole set is for what browsers show.
    let isProgram = route.map { !$0.isForBrowser } ?? false
    if isProgram {
      for field in Self.programHeaders.fields where response.headers[field.name] == nil {
        response.headers.add(field.name, field.value)
      }
    } else if response.headers["Cache-Control"]?.hasPrefix("public") != true {
      pageHeaders.add(to: &response)
    }
  }

  private static let programHeaders: HTTPHeaders = [
    "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
  ]
}

extension Route {
  var isForBrowser: Bool {
    switch access {
    case .visitor, .person, .deviceOrPerson: true
    case .open, .device, .deviceAsking, .agent: false
    }
  }

  /// Whether a person sees its answers.
  var isPage: Bool {
    switch target {
    case .page: isForBrowser
    case .values: false
    }
  }
}

extension HTTPRequest {
  /// What stands after exactly `Bearer `; nil for anything else and for two of them.
  var bearer: String? {
    let values = headers.values(of: "Authorization")
    guard values.count == 1, let value = values.first, value.hasPrefix("Bearer ") else {
      return nil
    }
    return String(value.dropFirst("Bearer ".count))
  }
}
