import HubContracts
import HubCore
import HubCore
import HubHTTP
import HubTesting
import HubWeb
import Testing
import ToolboxHTTP
import WebInterface

/// A whole Hub with its pages, without a socket; its clock stands at 2027-01-15T08:00Z.
final class PageDoor: Sendable {
  /// What a browser sends with a form of our own page.
  static let ownForm: HTTPHeaders = [
    "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded",
    "Accept": "text/html",
  ]

  let door: FrontDoor
  let routes: [Route]
  let today: Day

  var hub: TestIdentity { door.identity }

  init(
    origin address: String = "http://hub.localhost:8765", appPages: [String: SiteOrigin] = [:],
    appData: [String: String] = [:], services: (TestIdentity) -> ServiceDesk = { _ in .none }
  ) throws {
    let origin = try #require(SiteOrigin(address))
    today = try #require(Day("2027-01-15"))
    var routes: [Route] = []
    door = try FrontDoor(at: address, pages: HubProblemPages(address: HubAddress(origin))) {
      hub, address in
      let zones = TimeZones()
      let parts = HubPages.Parts(
        identity: hub.service, storage: hub.database, feed: hub.feed, clock: hub.clock,
        address: address, zones: zones, appPages: appPages, appData: appData,
        services: services(hub))
      routes = HubPages(parts).routes
      return routes + AgentRoutes(parts).routes + SyncRoutes(sync: hub.sync).routes
        + LifeRoutes(storage: hub.database, clock: hub.clock, offset: zones.offset).routes
        + SealedRoutes(storage: hub.database).routes
    }
    self.routes = routes
  }

  /// A browser of the person whose session this is; nil for one that is not signed in.
  func browser(_ person: SignedIn? = nil) -> Browser {
    Browser(door: door, cookie: person?.token.text)
  }

  /// A person and a browser, signed in with a password that is no longer fresh.
  func browserAfterAWhile(_ person: SignedIn) -> Browser {
    hub.clock.advance(SessionLifetime.freshMilliseconds)
    return browser(person)
  }
}

/// Opens pages and sends forms as a browser does, with its cookie; follows no redirect by itself.
struct Browser {
  let door: FrontDoor
  var cookie: String?

  /// What a page answered.
  struct Answer {
    let status: Int
    let headers: HTTPHeaders
    let text: String

    var location: String? { headers["Location"] }
  }

  func get(
    _ target: String, headers: HTTPHeaders = ["Sec-Fetch-Site": "none", "Accept": "text/html"]
  ) async -> Answer {
    await send(.get, target, headers)
  }

  /// Sends a form, and keeps the cookie that the answer sets.
  mutating func post(
    _ target: String, _ fields: [(String, String)] = [], headers: HTTPHeaders = PageDoor.ownForm
  ) async -> Answer {
    var form: HTTPQuery = [:]
    form.fields = fields.map { HTTPQuery.Field(name: $0.0, value: $0.1) }
    let answer = await send(.post, target, headers, body: form.encoded)
    let cookies = answer.headers.values(of: "Set-Cookie")
    if let set = cookies.first(where: { $0.hasPrefix("hub_dev=") }) {
      let value = set.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).last ?? ""
      cookie = set.contains("Max-Age=0") ? nil : String(value)
    }
    return answer
  }

  private func send(
    _ method: HTTPMethod, _ target: String, _ headers: HTTPHeaders, body: String = ""
  ) async -> Answer {
    var headers = headers
    if let cookie { headers["Cookie"] = "hub_dev=\(cookie)" }
    let response = await door.send(method, target, headers: headers, body: body)
    return Answer(
      status: response.status, headers: response.headers,
      text: String(decoding: response.bytes ?? [], as: UTF8.self))
  }
}
