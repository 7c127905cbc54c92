/// Why there is no answer.
public enum HTTPClientError: Error, Equatable, Sendable {
  /// Nothing listens there, the name is unknown, or there is no way there: offline, as a rule.
  ///
  /// The request was not sent.
  case cannotConnect
  /// The certificate was not accepted, or the other side does not speak TLS.
  ///
  /// The request was not sent; later calls fail in the same way until the server is put right.
  case tlsFailed
  /// No answer in time. The request may have been carried out.
  case timedOut
  /// The connection ended before the answer was complete. The request may have been carried out.
  case connectionLost
  /// The answer is larger than the client takes.
  case responseTooLarge
  /// What came is not HTTP.
  case malformedResponse
  /// The request holds what HTTP cannot carry, was not sent, and never can be.
  ///
  /// As there are: a line break in a header, a path that does not begin with `/`, a body for GET.
  case invalidRequest
  /// The task was cancelled.
  case cancelled

  /// The name in logs; never renamed, never reused.
  public var code: String {
    switch self {
    case .cannotConnect: "http_client.cannot_connect"
    case .tlsFailed: "http_client.tls_failed"
    case .timedOut: "http_client.timed_out"
    case .connectionLost: "http_client.connection_lost"
    case .responseTooLarge: "http_client.response_too_large"
    case .malformedResponse: "http_client.malformed_response"
    case .invalidRequest: "http_client.invalid_request"
    case .cancelled: "http_client.cancelled"
    }
  }
}
