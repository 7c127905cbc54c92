import HubContracts
import ToolboxHTTP

/// Who listens at a ``FakeHub``.
struct FakeListener: Sendable {
  var account: AccountID
  var bearer: String
  var stream: AsyncStream<[UInt8]>.Continuation
}

extension FakeHub {
  /// How many streams of events are open.
  public var streamCount: Int { memory.withLock { $0.listeners.count } }

  /// Ends every stream, as a Hub does that is started again.
  public func endStreams() { speak(nil) { _ in true } }

  /// Sends bytes of any kind down every stream.
  public func say(_ text: String) { speak(Array(text.utf8)) { _ in true } }

  /// Sends every stream its heartbeat; those whose session has ended end.
  public func beat() {
    let live = memory.withLock { Set($0.sessions.keys) }
    speak(nil) { !live.contains($0.bearer) }
    speak(Array(": all is quiet\n\n".utf8)) { _ in true }
  }

  func events(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    guard let bearer = Self.bearer(request) else { return Self.refusal(.unauthorized) }
    let (chunks, stream) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingNewest(16))
    let first = memory.withLock { memory in
      memory.lastListener += 1
      memory.listeners[memory.lastListener] = FakeListener(
        account: session.account.id, bearer: bearer, stream: stream)
      return (memory.lastListener, Self.head(of: .anchor, session.account.id, memory))
    }
    stream.onTermination = { [weak self] _ in
      self?.memory.withLock { $0.listeners[first.0] = nil }
    }
    stream.yield(Self.event(first.1))
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/event-stream; charset=utf-8"],
      body: .stream(chunks))
  }

  /// Tells an account's listeners how far its feed has come.
  func tell(_ account: AccountID, of domain: Domain) {
    let head = memory.withLock { Self.head(of: domain, account, $0) }
    speak(Self.event(head)) { $0.account == account }
  }

  /// Tells an account's listeners that an action waits.
  func tellOfAction(_ account: AccountID, _ domain: Domain) {
    speak(Array("event: actions\ndata: {\"domain\":\"\(domain.rawValue)\"}\n\n".utf8)) {
      $0.account == account
    }
  }

  /// Sends a chunk, or the end, to those that fit; outside the lock, because they answer with it.
  private func speak(_ chunk: [UInt8]?, to fits: (FakeListener) -> Bool) {
    for listener in memory.withLock({ Array($0.listeners.values) }) where fits(listener) {
      if let chunk { listener.stream.yield(chunk) } else { listener.stream.finish() }
    }
  }

  private static func head(
    of domain: Domain, _ account: AccountID, _ memory: Memory
  ) -> FeedHead {
    let cursor = memory.feeds[account]?.head(of: domain) ?? .start
    return FeedHead(domain: domain, cursor: cursor, epoch: memory.epoch)
  }

  private static func event(_ head: FeedHead) -> [UInt8] {
    Array("id: \(head.cursor)\nevent: head\ndata: ".utf8) + head.json + Array("\n\n".utf8)
  }
}
