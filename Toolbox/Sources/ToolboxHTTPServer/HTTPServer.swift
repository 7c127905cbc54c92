import ToolboxHTTP

/// Answers one request.
///
/// Called on the thread of the connection's loop and resumed there after every `await`, so it must
/// not block: work that blocks belongs to an actor with a thread of its own. Its task is cancelled
/// when the client leaves; what it then returns is dropped.
///
/// A streamed body ends its connection when it ends. Chunks are taken from the `AsyncStream` only
/// as fast as the client reads them, so give the stream a buffering policy with a bound. When the
/// client leaves, iteration is cancelled and the stream's `onTermination` is called. A client that
/// closes its sending side counts as gone. One whose machine vanishes is noticed only when bytes
/// sent to it stay unread, so an otherwise silent stream needs a heartbeat.
public typealias HTTPResponder = @Sendable (HTTPRequest) async -> HTTPResponse

/// A server that accepts connections from its start until it is drained.
///
/// Every engine keeps the same contract, which `HTTPServerConformance` in the tests spells out:
/// - Requests of one connection are answered one after another, in order.
/// - Every answer with a complete body carries `Content-Length`; an answer to `HEAD` has no body.
/// - `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` are the engine's: what a
///   responder sets under these names is left out, but for `Connection: close`, which is obeyed.
/// - A status outside 200…599, or a header that could not be sent as one line, is a mistake of the
///   responder's: it is answered 500 `invalid_answer`, never sent. A header without a value is left
///   out.
/// - Bytes that are not one clear request never reach the responder. They are refused, and the
///   connection is closed, since what follows them cannot be trusted.
public protocol HTTPServer: Sendable {
  /// The port that is listened on; the one the system chose where the configuration said 0.
  var port: UInt16 { get }

  /// Stops accepting, lets running requests finish, then closes everything.
  ///
  /// On return no connection is open and the port is free. New connections are refused from the
  /// beginning of the call. Requests and streams that still run when `duration` has passed are
  /// cancelled and their connections cut; endless streams should be ended by their owner first.
  /// Safe to call twice: the second call waits for the same end.
  func drain(within duration: Duration) async
}
