import HubCore
import HubHTTP
import ToolboxHTTP
import ToolboxLocks
import WebInterface

/// A whole Hub without a socket: requests go straight to its router.
public final class FrontDoor: Sendable {
  public let identity: TestIdentity
  public let log = KeptLog()
  public let address: HubAddress
  private let router: HubRouter

  /// A Hub at `origin` with the identity routes and those that `more` makes.
  ///
  /// Over `identity` where one is given, else over a new one.
  public convenience init(
    at origin: String = "http://hub.localhost:8765", pages: any ProblemPages = JSONProblems(),
    over identity: TestIdentity? = nil,
    more: (TestIdentity, HubAddress) -> [Route] = { _, _ in [] }
  ) throws {
    try self.init(origin, pages, identity) { identity, address in
      let service = identity.service
      return GeneralRoutes(identity: service).routes
        + SessionRoutes(identity: service, audit: identity.audit).routes
        + DeviceGrantRoutes(identity: service, address: address).routes + more(identity, address)
    }
  }

  /// A Hub at `origin` with exactly the routes that `routes` makes.
  public static func serving(
    at origin: String, pages: any ProblemPages, over identity: TestIdentity? = nil,
    _ routes: (TestIdentity, HubAddress) -> [Route]
  ) throws -> FrontDoor {
    try FrontDoor(origin, pages, identity, routes)
  }

  private init(
    _ origin: String, _ pages: any ProblemPages, _ identity: TestIdentity?,
    _ routes: (TestIdentity, HubAddress) -> [Route]
  ) throws {
    let identity = try identity ?? TestIdentity()
    self.identity = identity
    guard let primary = SiteOrigin(origin) else { throw Unexpected.answer }
    address = HubAddress(primary)
    router = HubRouter(
      HubRouter.Parts(
        routes: routes(identity, address), identity: identity.service, feed: identity.feed,
        address: address, pages: pages, log: log, random: identity.random, uptime: { .zero }))
  }

  /// Answers a request as it is, with this Hub's own `Host` where it has none.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    var request = request
    if request.headers["Host"] == nil { request.headers["Host"] = address.primary.authority }
    return await router.respond(to: request)
  }

  /// Sends a request with the right `Host`, unless `headers` has another.
  public func send(
    _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: String = "",
    peer: String? = "192.0.2.7"
  ) async -> HTTPResponse {
    let parts = target.split(separator: "?", maxSplits: 1)
    var headers = headers
    if headers["Host"] == nil { headers["Host"] = address.primary.authority }
    return await router.respond(
      to: HTTPRequest(
        method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
        headers: headers, body: Array(body.utf8), peer: peer))
  }
}

/// Keeps what the router tells the log.
public final class KeptLog: HubLog {
  private let kept = Locked<[HubLogLine]>([])

  public var lines: [HubLogLine] { kept.withLock { $0 } }

  public func answered(_ line: HubLogLine) { kept.withLock { $0.append(line) } }
}
