import HubContracts
import ToolboxCrypto

/// What seals and opens the details of one domain in one epoch; never printed.
///
/// Source: docs/protocol/sealed.md, "3.2 Domain keys".
public struct DomainKey: Sendable, Equatable, CustomStringConvertible {
  public static let byteCount = 32

  public let scope: SealingScope
  public let epoch: KeyEpoch
  /// For where secrets are kept, and for wrapping.
  public let secret: SecretBytes

  /// A key as it was kept; nil unless there are exactly 32 bytes.
  public init?(scope: SealingScope, epoch: KeyEpoch, secret: SecretBytes) {
    guard secret.count == Self.byteCount else { return nil }
    self.init(scope: scope, epoch: epoch, checked: secret)
  }

  init(scope: SealingScope, epoch: KeyEpoch, checked secret: SecretBytes) {
    self.scope = scope
    self.epoch = epoch
    self.secret = secret
  }

  public var description: String { "DomainKey(redacted)" }

  /// Tells this key from every other, and nothing about it.
  public var id: KeyID {
    KeyID(HKDF.derive(KeyID.byteCount, from: secret, info: Frame("hub sealed v1 key id").bytes))
  }
}

/// A name for a domain key that gives nothing of it away; stands in the directory.
public struct KeyID: Sendable, Hashable {
  public static let byteCount = 32

  public let bytes: [UInt8]

  /// Nil unless there are exactly 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  init(_ derived: SecretBytes) { bytes = derived.copied() }
}
