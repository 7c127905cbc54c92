import ToolboxHTTP

/// What a client bears from servers.
public struct CurlClientConfiguration: Sendable {
  /// From the call until the connection stands, TLS included; ``HTTPClientError/cannotConnect``
  /// when it passes.
  public var connectTimeout: Duration = .seconds(10)
  /// From the call until the last byte; streams have ``streamIdleTimeout`` instead.
  public var wholeTimeout: Duration = .seconds(60)
  /// How long a stream may be silent, in whole seconds; servers send heartbeats more often.
  public var streamIdleTimeout: Duration = .seconds(60)
  /// The largest body that ``CurlClient/send(_:to:)`` returns, in bytes.
  public var responseBytesMax = 8_388_608
  /// Sent with each request that does not name another.
  public var userAgent = "PersonalSyncKit/1"

  public init() {}
}

/// A client on libcurl: one thread for all its transfers (docs/decisions/0002).
///
/// Connections are kept and used again. Proxies are taken from the environment, but never for this
/// machine's own names. `localhost` and names under it mean this machine without asking any
/// resolver. Transfers that still run when the client is let go are cancelled; a stream keeps the
/// thread for as long as it lives.
public final class CurlClient: HTTPClient {
  private let owner: CurlLoopOwner

  public init(configuration: CurlClientConfiguration = CurlClientConfiguration()) {
    owner = CurlLoopOwner(loop: CurlLoop(configuration: configuration))
  }

  public func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    try await perform(CurlTransfer(request, to: origin, streams: false))
  }

  public func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    let transfer = try CurlTransfer(request, to: origin, streams: true)
    var response = try await perform(transfer)
    response.body = .stream(CurlBodyReader(transfer: transfer, owner: owner).chunks)
    return response
  }

  private func perform(
    _ transfer: CurlTransfer
  ) async throws(HTTPClientError) -> HTTPResponse {
    let loop = owner.loop
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.start(transfer, continuation)
      }
    } onCancel: {
      loop.cancel(transfer)
    }
    return try result.get()
  }
}

/// Ends the thread when neither the client nor a stream needs it any more.
final class CurlLoopOwner: Sendable {
  let loop: CurlLoop

  init(loop: CurlLoop) {
    self.loop = loop
  }

  deinit { loop.stop() }
}
