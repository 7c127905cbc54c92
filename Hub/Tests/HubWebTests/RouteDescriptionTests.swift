import HubCore
import HubHTTP
import HubTesting
import HubWeb
import Testing
import WebInterface

/// Which routes of the Hub a developer finds in the API's description.
@Suite struct RouteDescriptionTests {
  let routes: [Route]

  init() throws {
    let hub = try TestIdentity()
    let origin = try #require(SiteOrigin("http://hub.localhost:8765"))
    let parts = HubPages.Parts(
      identity: hub.service, storage: hub.database, feed: hub.feed, clock: hub.clock,
      address: HubAddress(origin), zones: TimeZones())
    routes = HubRoutes.all(parts, sync: hub.sync, streams: StreamLimits())
  }

  /// Whether programs call it; the pages' own files and scripts are not for them, and agents have a
  /// protocol that describes itself.
  private static func isForPrograms(_ route: Route) -> Bool {
    switch route.access {
    case .device, .deviceAsking, .deviceOrPerson: true
    case .open: !route.path.hasPrefix(StaticAssets.prefix)
    case .visitor, .person: route.path.hasPrefix("/v1/")
    case .agent: false
    }
  }

  @Test func `every route that programs call is described, and no other`() {
    for route in routes {
      #expect(
        (route.description != nil) == Self.isForPrograms(route),
        "\(route.method.rawValue) \(route.path)")
    }
  }

  @Test func `a path's open segments are its described parameters`() {
    for route in routes {
      guard let description = route.description else { continue }
      let named = description.parameters.filter { $0.place == .path }.map { "{\($0.name)}" }
      let open = route.path.split(separator: "/").map(String.init).filter { $0.hasPrefix("{") }
      #expect(named == open, "\(route.path)")
    }
  }

  @Test func `a body is described where the route reads one`() {
    for route in routes {
      guard let description = route.description else { continue }
      #expect((description.request == nil) == (route.body == .none), "\(route.path)")
    }
  }
}
