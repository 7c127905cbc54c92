import HubContracts
import ToolboxCrypto

/// A sealed detail taken apart; nothing of it has been believed yet.
///
/// Source: docs/protocol/sealed.md, "4.1 Envelope".
public struct SealedEnvelope: Sendable, Equatable {
  static let textPrefix = "v1."
  static let maker = Array("HSD".utf8)
  static let version = UInt8(ascii: "1")
  /// AES-256-GCM under keys of HKDF with SHA-256, a nonce of zeros, a commitment of 32 bytes.
  static let suite: UInt8 = 1
  static let saltByteCount = 32
  static let commitmentByteCount = 32
  /// What says how the rest is to be read.
  static let format = maker + [version, suite]
  private static let headByteCount = format.count + 4 + saltByteCount + commitmentByteCount
  /// Bytes beside the padded detail.
  static let overhead = headByteCount + AESGCM.tagByteCount
  /// Of a detail that is sealed.
  public static let detailBytesMax = Padding.room(in: Padding.sizes[Padding.sizes.count - 1])
  /// Of the text that travels.
  public static let charactersMax = 87_385

  /// Of the text for a detail of so many bytes; nil for more than any may have.
  public static func characterCount(ofDetail byteCount: Int) -> Int? {
    Padding.sizes.first { Padding.room(in: $0) >= byteCount }.map { size in
      textPrefix.utf8.count + (size * 4 + 2) / 3
    }
  }

  public let epoch: KeyEpoch
  let salt: [UInt8]
  let commitment: [UInt8]
  /// Ciphertext and tag.
  let body: ArraySlice<UInt8>

  init(epoch: KeyEpoch, salt: [UInt8], commitment: [UInt8], body: [UInt8]) {
    self.epoch = epoch
    self.salt = salt
    self.commitment = commitment
    self.body = body[...]
  }

  /// Takes a text apart; throws ``SealedFault`` for all that is wrong without a key.
  public init(text: String) throws(SealedFault) {
    let characters = text.utf8
    guard characters.count <= Self.charactersMax else { throw .tooLarge }
    guard characters.starts(with: Self.textPrefix.utf8) else {
      throw Self.isOfOtherVersion(characters) ? .otherVersion : .notSealed
    }
    guard let bytes = Base64URL.decode(utf8: characters.dropFirst(Self.textPrefix.utf8.count))
    else { throw .notSealed }
    try self.init(bytes: bytes)
  }

  init(bytes: [UInt8]) throws(SealedFault) {
    guard bytes.starts(with: Self.maker) else { throw .notSealed }
    let format = bytes.dropFirst(Self.maker.count).prefix(2)
    guard let version = format.first, let suite = format.last, format.count == 2 else {
      throw .wrongLength
    }
    guard version == Self.version, suite == Self.suite else { throw .otherVersion }
    var reader = FrameReader(bytes[Self.format.count...])
    guard Padding.sizes.contains(bytes.count), let number = reader.number(UInt32.self),
      let salt = reader.take(Self.saltByteCount),
      let commitment = reader.take(Self.commitmentByteCount)
    else { throw .wrongLength }
    // There is no key of epoch 0.
    guard let epoch = KeyEpoch(number) else { throw .otherEpoch }
    self.epoch = epoch
    self.salt = salt
    self.commitment = commitment
    body = reader.rest
  }

  var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headByteCount + body.count)
    bytes += Self.format
    bytes += epoch.number.bigEndianBytes
    bytes += salt
    bytes += commitment
    bytes += body
    return Self.textPrefix + Base64URL.encode(bytes)
  }

  /// What is signed along with the ciphertext, so that it opens in one place only.
  static func associated(
    _ scope: SealingScope, _ epoch: KeyEpoch, _ place: RecordPlace
  ) -> [UInt8] {
    var frame = Frame(format, of: scope)
    frame.append(place.record.description.utf8)
    frame.append(place.type.utf8)
    frame.append(place.modifiedAt.milliseconds.bigEndianBytes)
    frame.append(epoch.number.bigEndianBytes)
    return frame.bytes
  }

  /// Whether a text begins like ours, with another number: `v`, digits, `.`.
  private static func isOfOtherVersion(_ text: String.UTF8View) -> Bool {
    guard text.first == UInt8(ascii: "v") else { return false }
    let digits = text.dropFirst().prefix { (0x30...0x39).contains($0) }
    return !digits.isEmpty && text.dropFirst(1 + digits.count).first == UInt8(ascii: ".")
  }
}
