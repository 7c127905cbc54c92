import ToolboxHTTP

/// Where to listen and what to bear from clients.
public struct HTTPServerConfiguration: Sendable {
  /// A numeric address, or `localhost` for 127.0.0.1; `0.0.0.0` or `::` for every interface.
  public var host = "127.0.0.1"
  /// 0: any free port.
  public var port: UInt16 = 0
  /// Threads that serve connections, each with its share of them.
  public var loops = 2
  /// The largest body that is read, in bytes.
  ///
  /// A longer one is refused with 413: at once where its length is announced, otherwise as soon as
  /// it is passed.
  public var bodyBytesMax = 1_048_576
  /// The most that bodies which are still arriving may hold together, in bytes.
  ///
  /// Beyond it, those that have been arriving for longest are given up: honest ones take
  /// milliseconds.
  public var arrivingBytesMax = 33_554_432
  /// The largest request line with header fields, in bytes; a longer one is refused with 431.
  public var headBytesMax = 8_192
  /// Connections open at once, streams included.
  ///
  /// For one more, those are given up that have waited longest for a request, or for the rest of
  /// one. Where all are being answered, the new one is closed.
  public var connectionsMax = 10_000
  /// Of them, those that were answered and are kept for another request.
  ///
  /// Each holds 4 KiB and twice ``headBytesMax`` of memory, however idle. For one more, those are
  /// given up that have waited longest: their clients open another when they need it.
  public var keptConnectionsMax = 2_000
  /// Connections open at once from one address; others are closed at once.
  ///
  /// Nil: no such bound, as behind a reverse proxy, where all come from one address.
  public var connectionsPerAddressMax: Int?
  /// How long a client may take from connecting, or from the first line of a later request, until
  /// its head is complete.
  public var headDeadline: Duration = .seconds(10)
  /// How long a client may take to send a body, from the end of the head.
  public var bodyDeadline: Duration = .seconds(30)
  /// How long a kept-alive connection may wait for its next request.
  public var idleDeadline: Duration = .seconds(75)
  /// How long a client may take to receive a complete answer, or to take any byte of a stream.
  public var answerDeadline: Duration = .seconds(60)
  /// Header fields of every answer, refusals included, unless the answer sets the same name.
  public var defaultHeaders: HTTPHeaders = [:]

  public init() {}

  func checked() -> Self {
    precondition(loops > 0, "a server needs at least one loop")
    precondition(bodyBytesMax >= 0 && headBytesMax >= 256, "limits are too small to read a request")
    precondition(arrivingBytesMax >= loops * bodyBytesMax, "each loop needs room for a body")
    precondition(
      min(connectionsMax, keptConnectionsMax) >= loops, "each loop needs at least one connection")
    precondition((connectionsPerAddressMax ?? 1) > 0, "an address needs at least one connection")
    for deadline in [headDeadline, bodyDeadline, idleDeadline, answerDeadline] {
      precondition(deadline > .zero, "a deadline must leave some time")
    }
    precondition(
      defaultHeaders.fields.allSatisfy(\.isSendable), "a default header could not be sent")
    return self
  }
}
