import HubContracts
import ToolboxCrypto

@testable import PersonalSyncSealed

/// A sealed text is taken apart into what it was written from; what opens, was sealed by us.
func fuzzSealed(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  do throws(SealedFault) {
    let envelope = try SealedEnvelope(text: text)
    precondition(envelope.text == text, "an envelope has two texts")
    let key = Known.root.domainKey(Known.scope, epoch: envelope.epoch)
    let detail = try key.open(envelope, in: Known.place)
    let again = try key.seal(detail, in: Known.place, random: Salt(bytes: envelope.salt))
    precondition(again == text, "a detail has two sealings")
  } catch {}
  if let detail = Padding.unpad(bytes) {
    precondition(Padding.pad(detail) == bytes, "a detail has two paddings")
  }
  do throws(WordsFault) {
    let root = try RootKey(typed: text)
    let again = try RootKey(typed: root.words.joined(separator: " "))
    precondition(again == root, "words are another key's")
  } catch {}
}

/// Directories, wraps and messages of a pairing: each has one writing, and nobody joins unsigned.
func fuzzDirectory(_ bytes: [UInt8]) {
  do throws(DirectoryFault) {
    let entry = try DirectoryEntry(bytes: bytes, in: Known.scope)
    precondition(entry.bytes == bytes, "an entry has two writings")
  } catch {}
  let trusted = Known.root.directoryKey(Known.scope).publicKey
  do throws(DirectoryFault) {
    let directory = try DeviceDirectory(bytes: bytes, of: Known.scope, trusting: trusted)
    precondition(directory.bytes == bytes, "a directory has two writings")
    let again = try DeviceDirectory(
      bytes: bytes, of: Known.scope, trusting: trusted, seen: directory.head)
    precondition(again == directory, "a directory does not go on from itself")
  } catch {}
  fuzzWrap(bytes)
  fuzzPairing(bytes)
}

private func fuzzWrap(_ bytes: [UInt8]) {
  let directory = DeviceDirectory(founding: Known.scope, root: Known.root)
  do throws(WrapFault) {
    let wrap = try WrappedKey(bytes: bytes)
    precondition(wrap.bytes == bytes, "a wrap has two writings")
    let key = try wrap.open(with: Known.device, from: directory)
    precondition(key.id == directory.keyID(of: wrap.epoch), "a key is not the directory's")
  } catch {}
}

private func fuzzPairing(_ bytes: [UInt8]) {
  do throws(PairingFault) {
    let message = try PairingMessage(bytes: bytes)
    precondition(message.bytes == bytes, "a message has two writings")
    var new = NewDevicePairing(
      Known.device, in: Known.scope, random: Salt(bytes: message.pairing.bytes))
    let step = try new.receive(message)
    precondition(step == .send(new.answer), "a message that nobody asked for goes on")
    precondition(new.confirm() == nil, "a pairing is confirmed without digits")
  } catch {}
}

/// What docs/protocol/sealed-vectors.json was made with, so that it can be in the corpus.
private enum Known {
  static let root = orTrap(
    RootKey(
      secret: SecretBytes(
        hex("e4762d9f8b9f23b21d270bbf8f83bf09ec84dceef76c4c7f93496a922a6c3932"))))
  static let scope = SealingScope(
    hub: orTrap(HubID("6b0c1f7e-3d52-4a8e-9f10-27c4d5e6f708")),
    account: orTrap(AccountID("41f9a3b2-0c1d-4e2f-8a3b-4c5d6e7f8091")), domain: .anchor)
  static let place = RecordPlace(
    record: RecordID(type: "focusSession", uuid: "3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f"),
    type: "focusSession", modifiedAt: Stamp(milliseconds: 1_796_025_600_123))
  static let device = DeviceKeys(
    device: orTrap(DeviceID("22222222-2222-4222-8222-222222222222")),
    signing: orTrap(
      SigningKey(
        seed: hex("ab2b88bd427c3c1f6cdf95fc68b6e24ebbc6eb517c0a1bd627223e0290e1de77"))),
    agreement: orTrap(
      AgreementKey(
        secret: SecretBytes(
          hex("dc8e2259f00ec01bb371f6d13eb195b551df0c0a49a9411890bd01b6d8e99427")))))

  private static func hex(_ text: String) -> [UInt8] { orTrap(Hex.decode(text)) }
}

/// Gives out the bytes of an input, and zeros behind them.
private struct Salt: RandomBytes {
  let bytes: [UInt8]

  func bytes(_ count: Int) -> [UInt8] {
    Array((bytes + [UInt8](repeating: 0, count: count)).prefix(count))
  }
}
