import HubCore
import ToolboxHTTP

/// One line of the Hub's route table.
///
/// The table is the only way to reach the Hub: the router, the API's description and the tests that
/// try every route with another account's ids are all made from it.
public struct Route: Sendable {
  /// Who may call it; checked by the router before ``respond`` runs.
  public enum Access: Sendable, Equatable {
    /// Anyone; only what is public or guarded by a secret of its own.
    case open
    /// A device with a bearer session.
    case device
    /// A person with a web session in a browser of this origin.
    case person
  }

  public let method: HTTPMethod
  /// Segments; `{name}` matches one segment, handed over percent-decoded.
  public let path: String
  public let access: Access
  /// One line for the API's description.
  public let summary: String
  public let respond: @Sendable (RoutedRequest) async -> HTTPResponse

  public init(
    _ method: HTTPMethod, _ path: String, access: Access, summary: String,
    respond: @escaping @Sendable (RoutedRequest) async -> HTTPResponse
  ) {
    self.method = method
    self.path = path
    self.access = access
    self.summary = summary
    self.respond = respond
  }
}
