import HubContracts
import HubHTTP
import ToolboxHTTP
import ToolboxLocks

/// What the server calls: the router, once there is one.
///
/// The router must know the Hub's names, and so its port, which the system may choose only when the
/// server listens.
final class Doorway: Sendable {
  private let router = Locked<HubRouter?>(nil)

  func open(_ router: HubRouter) { self.router.withLock { $0 = router } }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard let router = router.withLock({ $0 }) else {
      return .error(.busy, "The Hub is starting.", retryAfter: 1)
    }
    return await router.respond(to: request)
  }
}
