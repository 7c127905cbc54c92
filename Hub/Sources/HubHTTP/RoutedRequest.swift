import HubCore
import ToolboxHTTP
import WebInterface

/// A request that reached its route: the caller is known, and the body is of a kind and size that
/// the route takes.
public struct RoutedRequest: Sendable {
  public var request: HTTPRequest
  /// What the `{name}` segments of the route's path matched, percent-decoded.
  public let parameters: [String: String]
  public let caller: Caller
  /// Also in the answer's `Hub-Request-Id`, for finding its line in the log.
  public let requestID: String
  /// The one of the Hub's own origins that the client used.
  public let origin: SiteOrigin

  /// Tells who looks at an account's pages that something of it is another now.
  ///
  /// For a route that learns only by itself whose account it is; for every other the router does it.
  public let touched: @Sendable (AccountNumber) -> Void

  /// What an unknown path gets, to the byte: for a page that is not there now (SIGN-02).
  public let notFound: HTTPResponse

  /// Where attempts are counted.
  public var network: NetworkPrefix { NetworkPrefix(peer: request.peer) }
}
