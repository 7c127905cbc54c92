import HubContracts
import HubCore
import HubHTTP
import HubTesting
import HubWeb
import Testing
import ToolboxCommandLine
import ToolboxCrypto
import ToolboxHTTP
import WebInterface

@testable import HubProgram

/// Every route of the Hub is called with marks in all that a client chooses, and none of them is in
/// the log.
@Suite struct LogCanaryTests {
  static let mark = "cAnArY"
  /// A network that is documentation's own, so that it is nowhere by chance.
  static let peer = "203.0.113.77"

  struct StillClock: WallClock { let nowMilliseconds: Int64 = 1_796_000_000_000 }

  /// Somebody who calls, and how.
  struct Visit {
    var headers: HTTPHeaders
    var secret: String?
  }

  let routes: [Route]
  let door: FrontDoor

  init() throws {
    var made: [Route] = []
    let origin = try #require(SiteOrigin("http://hub.localhost:8765"))
    door = try FrontDoor.serving(
      at: origin.text, pages: HubProblemPages(address: HubAddress(origin))
    ) { hub, address in
      let parts = HubPages.Parts(
        identity: hub.service, storage: hub.database, feed: hub.feed, clock: hub.clock,
        address: address, zones: TimeZones())
      made = HubRoutes.all(parts, sync: hub.sync, streams: StreamLimits())
      return made
    }
    routes = made
  }

  /// Nobody, a device, a person and an agent; each with a secret of its own.
  func visits() async throws -> [Visit] {
    let hub = door.identity
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest(Self.mark)
    let device = try await hub.connect(owner)
    let agent = try await hub.service.makeAgent(
      named: Self.mark, Set(AgentScope.allCases), by: owner.session, from: TestIdentity.home)
    guard case .made(let bearer) = agent else { throw Unexpected.answer }
    let cookie = SessionCookie(at: door.address.primary).name
    return [
      Visit(headers: ["Authorization": "Bearer \(Self.mark)"]),
      Visit(headers: ["Authorization": "Bearer \(device.bearer.text)"], secret: device.bearer.text),
      Visit(headers: ["Authorization": "Bearer \(bearer.text)"], secret: bearer.text),
      Visit(headers: ["Cookie": "\(cookie)=\(guest.token.text)"], secret: guest.token.text),
    ]
  }

  /// Whether it may end its caller's own session, and so comes after the others.
  static func ends(_ route: Route) -> Bool {
    route.method == .delete || route.path.contains(/revoke|signout|\/all|\/end|delete/)
  }

  func call(_ route: Route, _ visit: Visit) async -> HTTPResponse {
    var headers = visit.headers
    headers["X-Forwarded-For"] = Self.mark
    headers["User-Agent"] = Self.mark
    headers["Sec-Fetch-Site"] = "same-origin"
    let body: String
    switch route.body {
    case .form, .jsonOrForm:
      headers["Content-Type"] = "application/x-www-form-urlencoded"
      body = "name=\(Self.mark)&code=\(Self.mark)"
    case .json, .none:
      headers["Content-Type"] = "application/json"
      body = #"{"name":"\#(Self.mark)"}"#
    }
    let path = route.path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("{") ? Self.mark : String($0) }.joined(separator: "/")
    return await door.send(
      route.method, "\(path)?\(Self.mark)=\(Self.mark)", headers: headers, body: body,
      peer: Self.peer)
  }

  @Test
  func `what a client chose is in no line of the log, of either form, and no metric (ISO-31)`()
    async throws
  {
    let visits = try await visits()

    for route in routes.sorted(by: { !Self.ends($0) && Self.ends($1) }) {
      for visit in visits { _ = await call(route, visit) }
    }
    _ = await door.send(.get, "/\(Self.mark)", peer: Self.peer)

    let lines = door.log.lines
    #expect(lines.count == routes.count * visits.count + 1)
    #expect(Set(lines.map(\.route)) == Set(routes.map(\.path) + ["unknown"]))
    // The marks came in: a Hub that knows nobody would have nothing to hide.
    let entered = Set(lines.filter { $0.status != 401 }.map(\.route))
    #expect(entered.isSuperset(of: routes.map(\.path)))
    for form in LogForm.allCases {
      let log = AnswerLog(console: ScriptedConsole(), clock: StillClock(), form: form)
      let text = lines.map(log.written).joined(separator: "\n")
      #expect(!text.contains("withheld"))
      for secret in [Self.mark, Self.peer] + visits.compactMap(\.secret) {
        #expect(!text.contains(secret))
      }
    }
    let counts = RequestCounts()
    for line in lines { counts.answered(line) }
    var metrics = MetricsText()
    HubMetrics.write(counts.snapshot, to: &metrics)
    #expect(!metrics.text.contains(Self.mark) && !metrics.text.contains(Self.peer))
  }
}
