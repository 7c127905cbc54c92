import ToolboxHTTP

/// Sends requests to a server and gives back what it answered.
///
/// Never follows a redirect, keeps no cookie and no cache, and sends nothing that is not in the
/// request, so that a bearer reaches the origin it was meant for and no other.
public protocol HTTPClient: Sendable {
  /// The whole answer, its body bounded. Cancelling the task ends the transfer.
  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse

  /// An answer whose body comes as a stream while the server sends it.
  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse
}

/// Why there is no answer. Whether the server acted on the request is not known, except after
/// ``cannotConnect`` and ``tlsFailed``, where it saw nothing.
public enum HTTPClientError: Error, Equatable, Sendable {
  case cannotConnect
  case timedOut
  /// The server could not prove who it is.
  case tlsFailed
  case responseTooLarge
  case malformedResponse
  /// The connection ended in the middle.
  case connectionLost
  case cancelled

  /// The name in logs and on screens; never renamed, never reused.
  public var code: String {
    switch self {
    case .cannotConnect: "http_client.cannot_connect"
    case .timedOut: "http_client.timed_out"
    case .tlsFailed: "http_client.tls_failed"
    case .responseTooLarge: "http_client.response_too_large"
    case .malformedResponse: "http_client.malformed_response"
    case .connectionLost: "http_client.connection_lost"
    case .cancelled: "http_client.cancelled"
    }
  }
}
