import HubCore
import ToolboxHTTP
import WebInterface

/// One line of the Hub's route table.
///
/// The table is the only way to reach the Hub: the router, the API's description and the tests that
/// try every route with another account's ids are all made from it.
public struct Route: Sendable {
  /// Who may call it; checked by the router before ``respond`` runs.
  public enum Access: Sendable, Equatable {
    /// Anyone; only what is public or guarded by a secret of its own.
    case open
    /// A device with a bearer session, which is thereby used: its document now is the account's.
    case device
    /// A device with a bearer session that only asks about itself.
    case deviceAsking
    /// A browser, signed in or not: no other site's page may make it ask.
    case visitor
    /// A person with a web session in a browser of this origin.
    case person
    /// A device that only reads what is its own app's, or a person with a web session.
    case deviceOrPerson
    /// A program that a person lets look, with a bearer that opens nothing else.
    case agent
  }

  public let method: HTTPMethod
  /// Segments; `{name}` matches one segment, handed over percent-decoded.
  public let path: String
  public let access: Access
  public let body: RequestBody
  /// What a browser gets here; not for ``Access/open`` and devices.
  public let target: CrossSiteGuard.Target
  /// One line for the API's description.
  public let summary: String
  /// For programs; nil where only browsers come, with the Hub's own pages.
  public internal(set) var description: RouteDescription?
  public let respond: @Sendable (RoutedRequest) async -> HTTPResponse

  public init(
    _ method: HTTPMethod, _ path: String, access: Access, body: RequestBody = .none,
    target: CrossSiteGuard.Target = .page, summary: String,
    respond: @escaping @Sendable (RoutedRequest) async -> HTTPResponse
  ) {
    self.method = method
    self.path = path
    self.access = access
    self.body = body
    self.target = target
    self.summary = summary
    self.respond = respond
  }

  /// A route of devices, which is told the device that calls.
  ///
  /// `isUse` is false where a device only asks about its session, which binds nothing.
  public static func device(
    _ method: HTTPMethod, _ path: String, body: RequestBody = .none, isUse: Bool = true,
    summary: String,
    respond: @escaping @Sendable (RoutedRequest, DeviceCaller) async -> HTTPResponse
  ) -> Route {
    let access = isUse ? Access.device : .deviceAsking
    return Route(method, path, access: access, body: body, summary: summary) { request in
      guard case .device(let device) = request.caller else {
        preconditionFailure("the router lets only devices in here")
      }
      return await respond(request, device)
    }
  }

  /// A route of agents, which is told whose they are.
  public static func agent(
    _ method: HTTPMethod, _ path: String, body: RequestBody = .none, summary: String,
    respond: @escaping @Sendable (RoutedRequest, AgentSession) async -> HTTPResponse
  ) -> Route {
    Route(method, path, access: .agent, body: body, summary: summary) { request in
      guard case .agent(let agent) = request.caller else {
        preconditionFailure("the router lets only agents in here")
      }
      return await respond(request, agent)
    }
  }

  /// A route of signed-in people, which is told the session.
  public static func person(
    _ method: HTTPMethod, _ path: String, body: RequestBody = .none,
    target: CrossSiteGuard.Target = .page, summary: String,
    respond: @escaping @Sendable (RoutedRequest, WebSession) async -> HTTPResponse
  ) -> Route {
    Route(method, path, access: .person, body: body, target: target, summary: summary) { request in
      guard case .person(let session) = request.caller else {
        preconditionFailure("the router lets only signed-in people in here")
      }
      return await respond(request, session)
    }
  }
}
