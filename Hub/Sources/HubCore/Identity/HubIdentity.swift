import HubContracts
import ToolboxCrypto

/// Who this Hub is: an Ed25519 key that devices pin when they first meet it (docs/protocol/identity.md, "The Hub").
public struct HubIdentity: Sendable {
  public let id: HubID
  private let key: SigningKey

  public init(key: SigningKey) {
    id = Self.id(of: key.publicKey)
    self.key = key
  }

  static func id(of key: VerifyingKey) -> HubID {
    guard let id = HubID(bytes: Array(SHA256.hash(key.bytes).prefix(16))) else {
      preconditionFailure("a hash has more than 16 bytes")
    }
    return id
  }

  /// What checks this Hub's signatures.
  public var verifyingKey: VerifyingKey { key.publicKey }

  /// As on the wire: base64url of the 32 bytes.
  public var publicKey: String { Base64URL.encode(key.publicKey.bytes) }

  /// What people compare between the Hub's page and an app.
  public var fingerprint: String { key.publicKey.fingerprint }

  /// The signature over `bytes`, base64url; the bytes say themselves what they are for, so that one
  /// kind of statement never passes for another.
  public func signature(over bytes: [UInt8]) -> String {
    Base64URL.encode(key.signature(over: bytes))
  }
}
