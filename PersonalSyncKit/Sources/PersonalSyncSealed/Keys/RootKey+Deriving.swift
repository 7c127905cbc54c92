import HubContracts
import ToolboxCrypto

extension RootKey {
  /// The key of a domain's details in one epoch.
  public func domainKey(_ scope: SealingScope, epoch: KeyEpoch) -> DomainKey {
    let info = Frame("hub sealed v1 domain key", of: scope)
      .appending(epoch.number.bigEndianBytes)
    return DomainKey(
      scope: scope, epoch: epoch,
      checked: HKDF.derive(DomainKey.byteCount, from: secret, info: info.bytes))
  }

  /// What signs in a domain's directory of devices for whoever has the words.
  public func directoryKey(_ scope: SealingScope) -> SigningKey {
    let info = Frame("hub sealed v1 directory key", of: scope)
    var seed = HKDF.derive(SigningKey.seedByteCount, from: secret, info: info.bytes).copied()
    defer { seed.wipe() }
    guard let key = SigningKey(seed: seed) else {
      preconditionFailure("32 bytes are a seed")
    }
    return key
  }
}
