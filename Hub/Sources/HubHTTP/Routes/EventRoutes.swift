import HubContracts
import HubCore
import ToolboxHTTP

/// The Hub's streams: `/v1/sync/events` tells a device at once that others have changed something, or
/// ask something; `/live` tells a page that it is old.
///
/// A stream holds its session, one small watch and nothing of the records. Both kinds share the room
/// that ``StreamLimits`` gives.
/// Source: docs/protocol/sync.md, "Events".
public struct EventRoutes: Sendable {
  private let sync: SyncService
  private let actions: ActionService
  private let identity: IdentityService
  private let slots: StreamSlots

  public init(
    sync: SyncService, actions: ActionService, identity: IdentityService,
    limits: StreamLimits = StreamLimits()
  ) {
    self.sync = sync
    self.actions = actions
    self.identity = identity
    slots = StreamSlots(limits)
  }

  public var routes: [Route] {
    [
      .device(
        .get, "/v1/sync/events", summary: "How far the app's feeds have come, as they move.",
        respond: events
      ).described(Self.eventsDescription),
      .person(
        .get, "/live", target: .values, summary: "That a page's account has changed, as it does.",
        respond: live),
    ]
  }

  /// Streams the heads of the app's own domains: first those of now, then those that move.
  ///
  /// Replies:
  /// - 200: server-sent events without an end. It ends with the session, at once where this Hub ended
  ///   that for somebody, else within 12 s; and when the Hub ends.
  /// - 400: `Last-Event-ID` is not a whole number.
  /// - 503: too many streams are open; come again after `Retry-After`.
  private func events(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    guard let last = Self.lastCursor(in: routed.request) else {
      return .error(.invalidRequest, "Last-Event-ID is not a whole number from 0 to 2^63-2.")
    }
    guard let slot = slots.take(for: device.session, of: device.account) else {
      return Self.tooMany
    }
    // Watched before it is read: what moves in between is then told, not missed.
    let watch = sync.feed.watch(device.account, device.domains)
    do throws(StorageError) {
      let heads = try await sync.heads(device.domains, of: device.account)
      for head in heads where last.map({ head.cursor > $0 }) ?? true { watch.offer(head) }
      for domain in try await actions.domainsThatWait(for: device.deviceSession) {
        watch.offer(actionIn: domain)
      }
    } catch { return .failure(error) }
    // Its first word, too, only to a session that still lives now that it would be told of its end.
    watch.beat()
    return Self.streaming(
      watch.chunks(holding: slot) { [identity] heads in
        // Also where the feed never rests: whoever was signed out is told nothing more.
        if watch.takeBeat(), await !identity.mayGoOn(device) { return nil }
        return EventWords.chunk(heads, actionsIn: watch.takeActions())
      })
  }

  /// Streams the word that something of the account is another now: never what, and to a browser only.
  ///
  /// Replies:
  /// - 200: server-sent events without an end. It ends with the session, at once where the Hub ended
  ///   that for somebody, else within 12 s; and when the Hub ends.
  /// - 503: too many streams are open; the page asks by itself from time to time.
  private func live(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let slot = slots.take(for: session.id, of: session.account.number) else {
      return Self.tooMany
    }
    let watch = sync.feed.watchPages(of: session.account.number)
    // The answer begins at once, so that the page knows that it is told.
    watch.beat()
    return Self.streaming(
      watch.chunks(holding: slot) { [identity] _ in
        let isTouched = watch.takeTouch()
        // Before each word, because what touched the account may have been the end of this session.
        guard await identity.mayGoOn(session) else { return nil }
        return isTouched ? EventWords.changed : EventWords.heartbeat
      })
  }

  private static let tooMany = HTTPResponse.error(
    .tooManyStreams, "Too many streams are open. Close one, or come again later.",
    retryAfter: StreamLimits.retryAfterSeconds)

  private static func streaming(_ chunks: AsyncStream<[UInt8]>) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store",
        // Asks a proxy to hand on each event when it comes.
        "X-Accel-Buffering": "no",
      ],
      body: .stream(chunks))
  }

  /// Nil for what is no cursor; nil inside where none was sent.
  private static func lastCursor(in request: HTTPRequest) -> Cursor?? {
    guard let text = request.headers["Last-Event-ID"] else { return .some(nil) }
    return Cursor(digits: text).map { .some($0) }
  }
}

// Whether a stream may go on; one that cannot be asked for goes on until the next time.
extension IdentityService {
  fileprivate func mayGoOn(_ device: DeviceCaller) async -> Bool {
    do throws(StorageError) { return try await isLive(device.session, of: device.account) } catch {
      return true
    }
  }

  fileprivate func mayGoOn(_ session: WebSession) async -> Bool {
    do throws(StorageError) {
      return try await isLive(web: session.id, of: session.account)
    } catch { return true }
  }
}

extension FeedWatch {
  /// One chunk for each element of the watch, until `chunk` has none.
  ///
  /// Asked for the next only when the one before has been taken, so that what changes meanwhile is one
  /// chunk. `slot` is free again once the stream is let go.
  fileprivate func chunks(
    holding slot: StreamSlots.Slot, _ chunk: @escaping @Sendable ([FeedHead]) async -> [UInt8]?
  ) -> AsyncStream<[UInt8]> {
    AsyncStream {
      defer { withExtendedLifetime(slot) {} }
      guard let heads = await self.next() else { return nil }
      return await chunk(heads)
    }
  }
}

/// What streams say, as server-sent events.
enum EventWords {
  /// Long enough that no client takes the stream for stalled, and repeats when to come again.
  static let heartbeat = Array(": all is quiet\nretry: 2000\n\n".utf8)
  /// To a page: nothing in it depends on the account.
  static let changed = Array("event: changed\ndata: -\n\n".utf8)

  /// To a device: the newest heads, and the domains in which an action waits.
  static func chunk(_ heads: [FeedHead], actionsIn domains: [Domain]) -> [UInt8] {
    if heads.isEmpty, domains.isEmpty { return heartbeat }
    return heads.sorted { $0.cursor < $1.cursor }.reduce(into: []) { $0 += event($1) }
      + domains.reduce(into: []) { $0 += event(actionsIn: $1) }
  }

  /// Without an id, so that a stream is taken up again at its feed's place.
  private static func event(actionsIn domain: Domain) -> [UInt8] {
    Array("event: actions\ndata: {\"domain\":\"\(domain.rawValue)\"}\n\n".utf8)
  }

  private static func event(_ head: FeedHead) -> [UInt8] {
    var bytes = Array("id: \(head.cursor)\nevent: head\ndata: ".utf8)
    bytes += head.json
    bytes += Array("\n\n".utf8)
    return bytes
  }
}
