import HubContracts
import ToolboxCrypto

/// A Hub that a service trusts to ask, by its key.
///
/// The owner of the service compares the key with what `hub services` prints; it is never taken from
/// a request.
public struct PinnedHub: Sendable, Equatable {
  public let id: HubID
  public let key: VerifyingKey

  public init(key: VerifyingKey) {
    guard let id = HubID(bytes: Array(SHA256.hash(key.bytes).prefix(16))) else {
      preconditionFailure("a hash has more than 16 bytes")
    }
    self.id = id
    self.key = key
  }

  /// The Hub of a key as it is printed, base64url; nil for anything else.
  public init?(key text: String) {
    guard let key = Base64URL.decode(text).flatMap(VerifyingKey.init(bytes:)) else { return nil }
    self.init(key: key)
  }
}
