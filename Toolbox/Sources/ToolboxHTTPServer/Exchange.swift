import ToolboxHTTP

/// One connection that libmicrohttpd holds, and what we wait for on it.
final class ServerConnection {
  enum Phase: Equatable {
    /// Between connecting, or the last answer, and the first line of a request.
    case waiting
    case readingHead
    case readingBody
    /// A responder runs; it may take as long as it likes.
    case responding
    /// The answer is on its way.
    case answering
  }

  let handle: OpaquePointer
  let descriptor: Int32
  let peer: String
  /// Handed on to the outlet when the socket is.
  var slot: PeerSlots.Slot?
  var phase = Phase.waiting
  /// Since when the client has been waited for: since the connection was made, the last answer was
  /// given, or the head was complete.
  var waitedForSince: ContinuousClock.Instant?
  /// Whether its socket is shut down, so that it is open only until libmicrohttpd sees that.
  var isGivenUp = false
  /// Whether an answer was given on it before.
  var isKept = false
  var deadline: ContinuousClock.Instant?
  var exchange: Exchange?

  init(handle: OpaquePointer, descriptor: Int32, peer: String, slot: PeerSlots.Slot?) {
    self.handle = handle
    self.descriptor = descriptor
    self.peer = peer
    self.slot = slot
  }
}

/// One request and its answer.
final class Exchange: @unchecked Sendable {
  // Safe because every member is touched on the loop's thread only; the task that answers the
  // request runs there, too, whenever it is not suspended.

  enum Stage {
    case readingHead
    case readingBody
    /// The responder runs. Parked: libmicrohttpd has set the connection aside.
    case responding(isParked: Bool)
    /// The responder was done before the connection had to be parked.
    case ready(HTTPResponse)
    case answered
    /// The socket has gone to an outlet, or nobody is left to answer.
    case released
  }

  let id: UInt64
  /// The request's target as it was sent; libmicrohttpd decodes it in place later.
  let target: [UInt8]
  var stage = Stage.readingHead
  var head: RequestHead?
  var body: [UInt8] = []
  var task: Task<Void, Never>?
  /// Whether the loop's own epoll set holds the socket, to notice that the client leaves.
  var isWatched = false
  /// The connection, until the request is complete or given up; owned by the loop.
  weak var connection: ServerConnection?

  init(id: UInt64, target: [UInt8], connection: ServerConnection) {
    self.id = id
    self.target = target
    self.connection = connection
  }
}
