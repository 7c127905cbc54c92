import HubContracts
import ToolboxCrypto

/// Why a wrapped key gives no domain key; another wrap may.
public enum WrapFault: Error, Equatable, Sendable, CaseIterable {
  /// Bytes of another form.
  case malformed
  /// For another device, epoch or scope, or changed since.
  case notOurs
  /// It opens, and the key is not the one that the directory names.
  case wrongKey

  public var code: String {
    switch self {
    case .malformed: "wrap.malformed"
    case .notOurs: "wrap.not_ours"
    case .wrongKey: "wrap.wrong_key"
    }
  }
}

/// A domain key that one device can take out, and nobody else.
///
/// Source: docs/protocol/sealed.md, "5.2 Wrapping a domain key".
public struct WrappedKey: Sendable, Equatable {
  private static let format = Array("HSW1".utf8)
  private static let byteCount =
    format.count + 4 + AgreementKey.byteCount + DomainKey.byteCount + AESGCM.tagByteCount
  // The wrapping key is used once, because the sender's pair is new each time.
  private static let nonce = [UInt8](repeating: 0, count: AESGCM.nonceByteCount)

  public let epoch: KeyEpoch
  private let sender: [UInt8]
  private let body: [UInt8]

  /// Wraps a key for a device of a directory that has been checked.
  ///
  /// Nil where the device's key is one with which no secret can be agreed on.
  public init?(_ key: DomainKey, for card: DeviceCard, random: some RandomBytes) {
    guard let pair = AgreementKey(secret: .random(AgreementKey.byteCount, random)),
      let shared = pair.sharedSecret(with: card.agreement)
    else { return nil }
    let context = Self.context(
      key.scope, key.epoch, card.device, sender: pair.publicKey, agreement: card.agreement)
    var plain = key.secret.copied()
    defer { plain.wipe() }
    epoch = key.epoch
    sender = pair.publicKey
    body = AESGCM.seal(
      plain, key: HKDF.derive(AESGCM.keyByteCount, from: shared, info: context),
      nonce: Self.nonce, associated: context)
  }

  public init(bytes: [UInt8]) throws(WrapFault) {
    var reader = FrameReader(bytes)
    guard bytes.count == Self.byteCount, reader.take(Self.format.count) == Self.format,
      let epoch = reader.number(UInt32.self).flatMap({ KeyEpoch($0) }),
      let sender = reader.take(AgreementKey.byteCount)
    else { throw .malformed }
    self.epoch = epoch
    self.sender = sender
    body = Array(reader.rest)
  }

  public var bytes: [UInt8] { Self.format + epoch.number.bigEndianBytes + sender + body }

  /// The key, if it is for this device and the one that its directory names for the epoch.
  public func open(
    with keys: DeviceKeys, from directory: DeviceDirectory
  ) throws(WrapFault) -> DomainKey {
    let context = Self.context(
      directory.scope, epoch, keys.device, sender: sender, agreement: keys.agreement.publicKey)
    guard let shared = keys.agreement.sharedSecret(with: sender),
      var plain = AESGCM.open(
        body[...], key: HKDF.derive(AESGCM.keyByteCount, from: shared, info: context),
        nonce: Self.nonce, associated: context)
    else { throw .notOurs }
    defer { plain.wipe() }
    guard let key = DomainKey(scope: directory.scope, epoch: epoch, secret: SecretBytes(plain)),
      key.id == directory.keyID(of: epoch)
    else { throw .wrongKey }
    return key
  }

  private static func context(
    _ scope: SealingScope, _ epoch: KeyEpoch, _ device: DeviceID, sender: [UInt8],
    agreement: [UInt8]
  ) -> [UInt8] {
    var frame = Frame("hub sealed v1 wrap", of: scope)
    frame.append(epoch.number.bigEndianBytes)
    frame.append(device.bytes)
    frame.append(sender)
    frame.append(agreement)
    return frame.bytes
  }
}
