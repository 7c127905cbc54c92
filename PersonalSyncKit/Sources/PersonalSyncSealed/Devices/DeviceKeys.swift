import HubContracts
import ToolboxCrypto

/// What a device proves itself and receives keys with, secret halves and all; never printed.
public struct DeviceKeys: Sendable, CustomStringConvertible {
  public let device: DeviceID
  public let signing: SigningKey
  public let agreement: AgreementKey

  public init(device: DeviceID, signing: SigningKey, agreement: AgreementKey) {
    self.device = device
    self.signing = signing
    self.agreement = agreement
  }

  /// Makes new ones for a device.
  public init(device: DeviceID, random: some RandomBytes) {
    var seed = random.bytes(SigningKey.seedByteCount)
    defer { seed.wipe() }
    guard let signing = SigningKey(seed: seed),
      let agreement = AgreementKey(secret: .random(AgreementKey.byteCount, random))
    else { preconditionFailure("32 bytes are a key") }
    self.init(device: device, signing: signing, agreement: agreement)
  }

  public var description: String { "DeviceKeys(\(device), redacted)" }

  /// The halves that others may know.
  public var card: DeviceCard {
    DeviceCard(device: device, signing: signing.publicKey, agreement: agreement.publicKey)
  }
}

/// A device as others know it: its id and public keys.
public struct DeviceCard: Sendable, Hashable {
  static let byteCount = 16 + 32 + AgreementKey.byteCount

  public let device: DeviceID
  public let signing: VerifyingKey
  /// X25519, exactly 32 bytes.
  public let agreement: [UInt8]

  init(device: DeviceID, signing: VerifyingKey, agreement: [UInt8]) {
    precondition(agreement.count == AgreementKey.byteCount, "an X25519 key has 32 bytes")
    self.device = device
    self.signing = signing
    self.agreement = agreement
  }

  /// Nil where the bytes end too early.
  init?(_ reader: inout FrameReader) {
    guard let device = reader.take(16).flatMap({ DeviceID(bytes: $0) }),
      let signing = reader.take(32).flatMap({ VerifyingKey(bytes: $0) }),
      let agreement = reader.take(AgreementKey.byteCount)
    else { return nil }
    self.init(device: device, signing: signing, agreement: agreement)
  }

  var bytes: [UInt8] { device.bytes + signing.bytes + agreement }
}
