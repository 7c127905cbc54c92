import CLinux
import CMicrohttpd
import Glibc
import ToolboxHTTP

/// What libmicrohttpd asks and tells, always on the loop's thread and inside `MHD_run`.
extension ServerLoop {
  /// Starts libmicrohttpd without threads; the loop calls it when there is something to do.
  ///
  /// The memory holds the head, one 64 byte entry per field, a copy of the cookies and later the
  /// answer's head. Heads that outgrow it are refused by libmicrohttpd itself, with its own page.
  func startDaemon(listening: Int32) -> OpaquePointer? {
    let callbacks = mhd_shim_callbacks(
      handle_request: handleRequest, accept: acceptConnection,
      notify_connection: connectionChanged, notify_completed: requestCompleted,
      log_uri: requestLineRead)
    return mhd_shim_start(
      listening, callbacks, Unmanaged.passUnretained(self).toOpaque(),
      2 * limits.headBytesMax + 4_096,
      // Above our own limit, which ``accepts(_:)`` keeps: at its own, libmicrohttpd stops listening.
      UInt32(clamping: connectionsMax + 2 * Self.givenUpMax))
  }

  // MARK: Connections

  fileprivate func accepts(_ address: UnsafePointer<sockaddr>) -> Bool {
    guard openCount < connectionsMax || giveUpWaiting() else { return false }
    return !peers.isBounded || peers.hasRoom(for: SocketAddress.numericHost(of: address))
  }

  fileprivate func opened(_ handle: OpaquePointer) -> ServerConnection {
    let peer = mhd_shim_peer(handle).map { SocketAddress.numericHost(of: $0) } ?? ""
    let connection = ServerConnection(
      handle: handle, descriptor: mhd_shim_socket(handle), peer: peer,
      slot: peers.take(for: peer))
    connections[ObjectIdentifier(connection)] = connection
    enter(.waiting, connection)
    return connection
  }

  fileprivate func closed(_ connection: ServerConnection) {
    connections[ObjectIdentifier(connection)] = nil
    if connection.isGivenUp { givenUpCount -= 1 } else if connection.isKept { keptCount -= 1 }
    hasClosed = true
  }

  private func enter(_ phase: ServerConnection.Phase, _ connection: ServerConnection) {
    connection.phase = phase
    switch phase {
    case .waiting, .readingBody: connection.waitedForSince = now
    // A head belongs to the wait before it: who sends it slowly has not stopped being waited for.
    case .readingHead, .responding, .answering: break
    }
    let time: Duration? =
      switch phase {
      case .waiting: connection.isKept ? limits.idleDeadline : limits.headDeadline
      // On a new connection the time began when it was opened.
      case .readingHead: connection.isKept ? limits.headDeadline : nil
      case .readingBody: limits.bodyDeadline
      case .responding: nil
      case .answering: limits.answerDeadline
      }
    if phase != .readingHead || time != nil { connection.deadline = time.map { now + $0 } }
    expect(by: connection.deadline)
  }

  /// Ends a connection whose client has let a deadline pass.
  ///
  /// Nothing of an answer has been sent while a request is read, so 408 is all the client gets.
  func cut(_ connection: ServerConnection) {
    let isReading = connection.phase == .readingHead || connection.phase == .readingBody
    if isReading || (connection.phase == .waiting && !connection.isKept) {
      let bytes = refusalBytes(.requestTimeout)
      bytes.withUnsafeBytes { bytes in
        _ = send(
          connection.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
    }
    connection.deadline = nil
    shutdown(connection.descriptor, Int32(SHUT_RDWR))
  }

  /// While draining, a connection without a request has nothing left to wait for.
  func closeIfIdle(_ connection: ServerConnection) {
    guard isDraining, connection.phase == .waiting else { return }
    connection.deadline = nil
    shutdown(connection.descriptor, Int32(SHUT_RDWR))
  }

  // MARK: Reading a request

  /// So much room is made for a body that was only announced, and for all of it once more has come.
  private static let trustedBodyBytes = 65_536

  fileprivate func began(_ connection: ServerConnection, target: UnsafePointer<CChar>) {
    let bytes = UnsafeRawBufferPointer(start: target, count: strlen(target))
    connection.exchange = Exchange(id: nextID(), target: Array(bytes), connection: connection)
    enter(.readingHead, connection)
    // libmicrohttpd would now take the query apart, at 64 bytes of its memory an argument, and hang
    // where that does not suffice. We read queries from our copy, so it gets to see an empty one.
    if let mark = strchr(target, Int32(UInt8(ascii: "?"))) { mark.advanced(by: 1).pointee = 0 }
  }

  /// - Returns: what libmicrohttpd is to do; `.NO` closes its side of the connection.
  fileprivate func handle(
    _ connection: ServerConnection, line: RequestLine, upload: UnsafeRawBufferPointer
  ) -> MHD_Result {
    guard let exchange = connection.exchange else { return .NO }
    switch exchange.stage {
    case .readingHead:
      do {
        exchange.head = try readHead(exchange, connection, line)
      } catch {
        return refuse(connection, exchange, error)
      }
      exchange.stage = .readingBody
      enter(.readingBody, connection)
      return .YES
    case .readingBody where upload.isEmpty:
      return respond(to: exchange, connection)
    case .readingBody:
      guard exchange.body.count + upload.count <= limits.bodyBytesMax else {
        return refuse(connection, exchange, .payloadTooLarge(bytesMax: limits.bodyBytesMax))
      }
      makeRoom(for: upload.count, beside: connection)
      // Once and for all, because growing by doubling copies a body as often as reading it does.
      if exchange.body.count + upload.count > Self.trustedBodyBytes {
        exchange.body.reserveCapacity(exchange.head?.bodyByteCount ?? 0)
      }
      exchange.body.append(contentsOf: upload)
      arrivingBytes += upload.count
      return .YES
    case .responding, .ready, .answered, .released:
      return .NO
    }
  }

  private func readHead(
    _ exchange: Exchange, _ connection: ServerConnection, _ line: RequestLine
  ) throws(EdgeRefusal) -> RequestHead {
    var reader = RequestHeadReader(
      method: line.method, target: exchange.target, targetAddress: line.targetAddress,
      version: line.version, limits: limits)
    withUnsafeMutablePointer(to: &reader) { reader in
      _ = MHD_get_connection_values_n(connection.handle, .HEADER_KIND, addField, reader)
    }
    let head = try reader.finish(size: mhd_shim_head_size(connection.handle))
    exchange.body.reserveCapacity(min(head.bodyByteCount, Self.trustedBodyBytes))
    return head
  }

  // MARK: Answering

  private func respond(to exchange: Exchange, _ connection: ServerConnection) -> MHD_Result {
    guard let head = exchange.head else { return .NO }
    let request = HTTPRequest(
      method: head.method, path: head.path, query: head.query, headers: head.headers,
      body: exchange.body, peer: connection.peer)
    dropBody(of: exchange)
    exchange.stage = .responding(isParked: false)
    enter(.responding, connection)
    exchange.task = beginTask { [self] in
      await deliver(respond(request), for: exchange)
    }
    // Most responders are done without waiting for anything. Their answers go out at once, which
    // spares libmicrohttpd setting the connection aside and taking it up again.
    runJobs()
    switch exchange.stage {
    case .ready(let response):
      return queue(response, for: exchange, connection)
    case .responding:
      park(exchange, connection)
      return .YES
    case .readingHead, .readingBody, .answered, .released:
      return .NO
    }
  }

  /// Takes a responder's answer, and sees a stream through to its end.
  private func deliver(_ response: HTTPResponse, for exchange: Exchange) async {
    guard case .responding(let isParked) = exchange.stage,
      let connection = exchange.connection, let head = exchange.head
    else { return }
    var response = response
    if case .stream(let chunks) = response.body {
      if head.method != .head, response.status != 204, response.status != 304,
        let answer = AnswerHead(response, defaults: limits.defaultHeaders)
      {
        let outlet = takeOver(connection, streaming: exchange)
        exchange.stage = .released
        if isParked { unpark(exchange, connection) }
        guard let outlet else { return }
        // In a task of its own: this one keeps the room of the responder's deepest call until it ends, and
        // of a stream nothing but its chunks is needed any more.
        exchange.head = nil
        exchange.task = beginTask { [self] in
          await stream(chunks, head: answer, to: outlet, isChunked: head.knowsChunks)
        }
        return
      }
      response.body = .bytes([])
    }
    guard isParked else {
      exchange.stage = .ready(response)
      return
    }
    if queue(response, for: exchange, connection) == .NO { exchange.stage = .released }
    unpark(exchange, connection)
  }

  private func stream(
    _ chunks: AsyncStream<[UInt8]>, head: AnswerHead, to outlet: Outlet, isChunked: Bool
  ) async {
    var framing = [HTTPHeaders.Field(name: "Connection", value: "close")]
    if isChunked { framing.append(.init(name: "Transfer-Encoding", value: "chunked")) }
    outlet.write(head.bytes(framing: framing), now: now)
    for await chunk in chunks where !chunk.isEmpty {
      outlet.write(isChunked ? Self.framed(chunk) : chunk, now: now)
      expect(by: outlet.deadline)
      await outlet.room()
      if outlet.stage == .closed { return }
    }
    if isChunked { outlet.write(Array("0\r\n\r\n".utf8), now: now) }
    outlet.end(now: now)
    expect(by: outlet.deadline)
  }

  private static func framed(_ chunk: [UInt8]) -> [UInt8] {
    var bytes = Array("\(String(chunk.count, radix: 16))\r\n".utf8)
    bytes.reserveCapacity(bytes.count + chunk.count + 2)
    bytes += chunk
    bytes += [13, 10]
    return bytes
  }

  /// Hands a complete answer to libmicrohttpd.
  private func queue(
    _ response: HTTPResponse, for exchange: Exchange, _ connection: ServerConnection
  ) -> MHD_Result {
    guard let head = AnswerHead(response, defaults: limits.defaultHeaders) else {
      return queue(EdgeRefusal.invalidAnswer.response, for: exchange, connection)
    }
    exchange.stage = .answered
    enter(.answering, connection)
    let answer = (response.bytes ?? []).withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let answer else { return .NO }
    defer { MHD_destroy_response(answer) }
    for field in head.fields where MHD_add_response_header(answer, field.name, field.value) != .YES
    {
      return .NO
    }
    if head.closes || isDraining {
      MHD_add_response_header(answer, "Connection", "close")
    }
    return MHD_queue_response(connection.handle, UInt32(head.status), answer)
  }

  // MARK: Refusing

  /// Says why, then lets the client finish sending before the socket is closed.
  private func refuse(
    _ connection: ServerConnection, _ exchange: Exchange, _ refusal: EdgeRefusal
  ) -> MHD_Result {
    exchange.stage = .released
    dropBody(of: exchange)
    if let outlet = takeOver(connection, streaming: nil) {
      outlet.write(refusalBytes(refusal), now: now)
      expect(by: outlet.deadline)
    }
    return .NO
  }

  private func refusalBytes(_ refusal: EdgeRefusal) -> [UInt8] {
    let body = refusal.body
    let head = AnswerHead(refusal.response, defaults: limits.defaultHeaders)
    let framing: [HTTPHeaders.Field] = [
      .init(name: "Content-Length", value: "\(body.count)"),
      .init(name: "Connection", value: "close"),
    ]
    return (head?.bytes(framing: framing) ?? []) + body
  }

  /// The request is over, by an answer or by the connection's end.
  fileprivate func ended(_ connection: ServerConnection) {
    if let exchange = connection.exchange {
      if case .responding = exchange.stage {
        exchange.stage = .released
        exchange.task?.cancel()
      }
      dropBody(of: exchange)
      connection.exchange = nil
    }
    keep(connection)
    enter(.waiting, connection)
    closeIfIdle(connection)
  }
}

/// Where libmicrohttpd has left the parts of a request line.
private struct RequestLine {
  let method: UnsafeRawBufferPointer
  let targetAddress: UInt
  let version: UnsafeRawBufferPointer
}

// MARK: - Callbacks

// C calls these with the loop as the first argument; functions and not closures, since a closure
// could inherit an isolation.

private func loop(_ context: UnsafeMutableRawPointer?) -> ServerLoop? {
  context.map { Unmanaged<ServerLoop>.fromOpaque($0).takeUnretainedValue() }
}

private func connection(of handle: OpaquePointer?) -> ServerConnection? {
  mhd_shim_socket_context(handle).map {
    Unmanaged<ServerConnection>.fromOpaque($0).takeUnretainedValue()
  }
}

private func acceptConnection(
  _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t
) -> MHD_Result {
  guard let loop = loop(context), let address else { return .NO }
  return loop.accepts(address) ? .YES : .NO
}

private func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ change: MHD_ConnectionNotificationCode
) {
  guard let loop = loop(context), let handle, let socketContext else { return }
  switch change {
  case .CONNECTION_NOTIFY_STARTED:
    socketContext.pointee = Unmanaged.passRetained(loop.opened(handle)).toOpaque()
  case .CONNECTION_NOTIFY_CLOSED:
    guard let pointer = socketContext.pointee else { return }
    loop.closed(Unmanaged<ServerConnection>.fromOpaque(pointer).takeRetainedValue())
  @unknown default:
    return
  }
}

private func requestLineRead(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let loop = loop(context), let target, let connection = connection(of: handle) else {
    return nil
  }
  loop.began(connection, target: target)
  return nil
}

private func handleRequest(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ target: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?, _ uploadSize: UnsafeMutablePointer<Int>?,
  _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let loop = loop(context), let connection = connection(of: handle),
    let target, let method, let version, let uploadSize
  else { return .NO }
  let line = RequestLine(
    method: UnsafeRawBufferPointer(start: method, count: strlen(method)),
    targetAddress: UInt(bitPattern: target),
    version: UnsafeRawBufferPointer(start: version, count: strlen(version)))
  let bytes = UnsafeRawBufferPointer(start: upload, count: upload == nil ? 0 : uploadSize.pointee)
  uploadSize.pointee = 0
  return loop.handle(connection, line: line, upload: bytes)
}

private func requestCompleted(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ reason: MHD_RequestTerminationCode
) {
  guard let loop = loop(context), let connection = connection(of: handle) else { return }
  loop.ended(connection)
}

private func addField(
  _ reader: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
  _ nameSize: Int, _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
  guard let reader, let name, let value else { return .NO }
  reader.assumingMemoryBound(to: RequestHeadReader.self).pointee.add(
    name: UnsafeRawBufferPointer(start: name, count: nameSize),
    value: UnsafeRawBufferPointer(start: value, count: valueSize))
  return .YES
}
