import ToolboxHTTP

/// Sends requests to servers.
///
/// Every form keeps the same contract: redirects are not followed but returned as they are, no
/// cookie is kept, nothing is cached, and certificates are always checked. Any status is an
/// answer, not an error. Cancelling the task ends the transfer at once with
/// ``HTTPClientError/cancelled``; the server may have carried the request out all the same. So it
/// may after ``HTTPClientError/timedOut`` and ``HTTPClientError/connectionLost``. A request that
/// meets a kept connection that the server has just closed may be sent a second time: whatever is
/// sent must be safe to repeat.
public protocol HTTPClient: Sendable {
  /// Returns the answer with its whole body.
  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse

  /// Returns as soon as the answer's head is there; the body is a stream.
  ///
  /// Chunks have any size and are held back while nobody takes them. The stream ends where the body
  /// ends and also where the connection breaks, so what is streamed must mark its own end. Letting
  /// go of the stream, or cancelling the task that reads it, ends the transfer.
  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse
}
