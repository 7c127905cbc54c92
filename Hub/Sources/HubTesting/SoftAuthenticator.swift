import HubCore
import ToolboxCrypto

/// A passkey in software, and whatever can be wrong with what it and its browser say.
public struct SoftAuthenticator: Sendable {
  public static let hub = RelyingParty(id: "hub.localhost", origin: "http://hub.localhost:8765")

  /// Bits of the authenticator's flags.
  public enum Flag {
    public static let present: UInt8 = 0x01
    public static let verified: UInt8 = 0x04
    public static let canBackUp: UInt8 = 0x08
    public static let backedUp: UInt8 = 0x10
    public static let credential: UInt8 = 0x40
    public static let extensions: UInt8 = 0x80
  }

  public var key: SigningKey
  public var id: [UInt8]
  public var user: [UInt8] = []
  public var flags = Flag.present | Flag.verified
  public var signCount: UInt32 = 0
  public var host = Self.hub.id
  public var origin = Self.hub.origin
  /// Further members of the browser's own text, each with a comma before it.
  public var moreClientData = ""
  public var kind: (create: String, get: String) = ("webauthn.create", "webauthn.get")
  public var format = "none"
  /// Bytes behind everything that the authenticator says.
  public var tail: [UInt8] = []
  /// In place of the key in COSE.
  public var coseKey: [UInt8]?

  public init(random: some RandomBytes) {
    guard let key = SigningKey(seed: random.bytes(SigningKey.seedByteCount)) else {
      preconditionFailure("32 bytes make a key")
    }
    self.key = key
    id = random.bytes(16)
  }

  /// Answers an offer, and remembers whom the passkey is of.
  public mutating func register(_ offer: PasskeyOffer) -> PasskeyRegistration {
    user = offer.user
    return registration(of: offer.challenge)
  }

  public func registration(of challenge: [UInt8]) -> PasskeyRegistration {
    let data = said(flags | Flag.credential) + credential + tail
    let attestation =
      [0xA3] + text("fmt") + text(format) + text("attStmt") + [0xA0] + text("authData")
      + bytes(data)
    return PasskeyRegistration(
      clientData: clientData(kind.create, challenge), attestation: attestation)
  }

  public func assertion(of challenge: [UInt8]) -> PasskeyAssertion {
    let clientData = clientData(kind.get, challenge)
    let data = said(flags) + tail
    return PasskeyAssertion(
      id: id, clientData: clientData, authenticatorData: data,
      signature: key.signature(over: data + SHA256.hash(clientData)), user: user)
  }

  private func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
    Array(
      """
      {"type":"\(type)","challenge":"\(Base64URL.encode(challenge))","origin":"\(origin)",\
      "crossOrigin":false\(moreClientData)}
      """.utf8)
  }

  private func said(_ flags: UInt8) -> [UInt8] {
    SHA256.hash(Array(host.utf8)) + [flags]
      + (0..<4).map { UInt8(truncatingIfNeeded: signCount >> UInt32(24 - 8 * $0)) }
  }

  private var credential: [UInt8] {
    [UInt8](repeating: 0, count: 16) + [UInt8(id.count >> 8), UInt8(id.count & 0xFF)] + id
      + (coseKey ?? Self.cose(key.publicKey.bytes))
  }

  /// An Ed25519 key: {1: 1, 3: -8, -1: 6, -2: bytes}.
  public static func cose(_ key: [UInt8]) -> [UInt8] {
    [0xA4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, UInt8(key.count)] + key
  }

  private func text(_ text: String) -> [UInt8] { [0x60 | UInt8(text.utf8.count)] + text.utf8 }

  private func bytes(_ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count
    let head: [UInt8] =
      count < 256 ? [0x58, UInt8(count)] : [0x59, UInt8(count >> 8), UInt8(count & 0xFF)]
    return head + bytes
  }
}
