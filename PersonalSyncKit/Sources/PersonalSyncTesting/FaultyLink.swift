import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

/// Stands between a device and its Hub and does what networks do.
public final class FaultyLink: HTTPClient {
  public enum Fault: String, Sendable, CaseIterable {
    /// The Hub never sees the request.
    case lostRequest
    /// The Hub acts on it and the answer is lost.
    case lostReply
    /// The Hub sees it twice; the second answer arrives.
    case deliveredTwice
    /// The Hub sees it only after the next request, when nobody waits for its answer.
    case deliveredLate
    case busy
    case unauthorized
    case garbage
  }

  private struct Delayed: Sendable {
    var request: HTTPRequest
    var origin: HTTPOrigin
  }

  private let hub: any HTTPClient
  private let plan: Locked<[Fault?]>
  private let ofPaths = Locked<[String: Fault]>([:])
  private let delayed = Locked<[Delayed]>([])
  private let sent = Locked<[String: Int]>([:])
  private let observer = Locked<(@Sendable () -> Void)?>(nil)
  private let chance: (@Sendable () -> Fault?)?
  private let interlude: (@Sendable (HTTPRequest) async -> Void)?

  /// A link to `hub`; `chance` is asked for each request that no plan covers.
  ///
  /// `interlude` is what happens elsewhere between the decision to send and the sending.
  public init(
    to hub: any HTTPClient, chance: (@Sendable () -> Fault?)? = nil,
    interlude: (@Sendable (HTTPRequest) async -> Void)? = nil
  ) {
    self.hub = hub
    self.chance = chance
    self.interlude = interlude
    plan = Locked([])
  }

  /// The fates of the next requests, in order; nil lets one through.
  public func next(_ faults: Fault?...) { plan.withLock { $0.append(contentsOf: faults) } }

  /// The fate of each request to one path from now on; nil lets them through again.
  public func always(_ fault: Fault?, at path: String) { ofPaths.withLock { $0[path] = fault } }

  /// Runs `body` before each request.
  public func observe(_ body: (@Sendable () -> Void)?) { observer.withLock { $0 = body } }

  /// Requests that were tried so far.
  public var requests: Int { sent.withLock { $0.values.reduce(0, +) } }

  /// Requests to one path that were tried so far.
  public func requests(to path: String) -> Int { sent.withLock { $0[path] ?? 0 } }

  public func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    sent.withLock { $0[request.path, default: 0] += 1 }
    observer.withLock { $0 }?()
    await interlude?(request)
    let late = delayed.withLock { delayed in
      defer { delayed = [] }
      return delayed
    }
    let answer: Result<HTTPResponse, HTTPClientError>
    do throws(HTTPClientError) { answer = .success(try await deliver(request, to: origin)) } catch {
      answer = .failure(error)
    }
    for one in late { _ = try await hub.send(one.request, to: one.origin) }
    return try answer.get()
  }

  private func deliver(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    switch fate(of: request) {
    case nil: return try await hub.send(request, to: origin)
    case .lostRequest: throw .cannotConnect
    case .lostReply:
      _ = try await hub.send(request, to: origin)
      throw .connectionLost
    case .deliveredTwice:
      _ = try await hub.send(request, to: origin)
      return try await hub.send(request, to: origin)
    case .deliveredLate:
      delayed.withLock { $0.append(Delayed(request: request, origin: origin)) }
      throw .connectionLost
    case .busy: return HTTPResponse(status: 503, headers: ["Retry-After": "1"])
    case .unauthorized: return HTTPResponse(status: 401)
    case .garbage: return HTTPResponse(status: 200, body: .bytes(Array("{\"x\":".utf8)))
    }
  }

  /// What happens to a request: what its path meets, or was planned for it, else what chance says.
  private func fate(of request: HTTPRequest) -> Fault? {
    if let fault = ofPaths.withLock({ $0[request.path] }) { return fault }
    let planned: Fault?? = plan.withLock { plan -> Fault?? in
      guard !plan.isEmpty else { return .none }
      return .some(plan.removeFirst())
    }
    guard let planned else { return chance?() }
    return planned
  }

  public func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    switch fate(of: request) {
    case nil, .deliveredTwice: return try await hub.stream(request, to: origin)
    case .lostRequest: throw .cannotConnect
    case .lostReply, .deliveredLate: throw .connectionLost
    case .busy: return HTTPResponse(status: 503, headers: ["Retry-After": "1"])
    case .unauthorized: return HTTPResponse(status: 401)
    case .garbage: return HTTPResponse(status: 200, body: .bytes(Array("{\"x\":".utf8)))
    }
  }
}
