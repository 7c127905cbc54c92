import HubContracts
import ToolboxCrypto

/// Decides whether a request comes from a Hub that this service trusts, is meant for it, and is new.
///
/// Source: docs/protocol/service-binding.md, "What a service checks".
public struct RequestVerifier: Sendable {
  private let hubs: [PinnedHub]
  private let audience: String
  private let nonces: any NonceStore
  private let nowMilliseconds: @Sendable () -> Int64

  /// - `hubs`: More than one only while a service moves from one to another.
  /// - `audience`: The service's own origin, written as the Hub's settings have it.
  /// - `nowMilliseconds`: Since 1970, UTC.
  public init(
    hubs: [PinnedHub], audience: String, nonces: any NonceStore,
    nowMilliseconds: @escaping @Sendable () -> Int64
  ) {
    self.hubs = hubs
    self.audience = audience
    self.nonces = nonces
    self.nowMilliseconds = nowMilliseconds
  }

  /// The request, which from then on has been used.
  ///
  /// Bytes are looked at only once their signature is right.
  /// - `signature`: The one value of `Hub-Signature`; nil where there is none or more than one.
  /// - `target`: The path that it was sent to.
  public func verify(
    _ body: [UInt8], signature: String?, sentTo target: String
  ) async throws(ServiceRefusal) -> ServiceRequest {
    guard body.count <= ServiceLimits.requestBytesMax else { throw .tooLarge }
    guard let signature = signature.flatMap(Base64URL.decode),
      let hub = hubs.first(where: { $0.key.isValid(signature, over: body) })
    else { throw .badSignature }
    let request = try ServiceRequest.read(body)
    guard request.ask.target == target else { throw .malformed }
    guard request.hub == hub.id else { throw .badSignature }
    guard request.audience == audience else { throw .wrongAudience }
    let now = nowMilliseconds()
    let (time, skew) = (request.timeMilliseconds, ServiceLimits.clockMilliseconds)
    guard (now - skew...now + skew).contains(time) else { throw .stale }
    // Beyond its time it is refused for that, so the nonce need not be known any longer.
    guard try await nonces.take(request.nonce, at: now, keptUntil: time + 2 * skew) else {
      throw .replayed
    }
    return request
  }
}
