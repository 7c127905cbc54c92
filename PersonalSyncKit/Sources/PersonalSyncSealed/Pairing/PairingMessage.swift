import HubContracts
import ToolboxCrypto

public enum PairingName {}

/// Names one try to pair two devices; random, and chosen by the new one.
public typealias PairingID = Identifier<PairingName>

/// One of the four messages of a pairing, as the Hub carries them.
///
/// Source: docs/protocol/sealed.md, "Pairing".
public struct PairingMessage: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    /// The new device: who it is.
    case offer(DeviceCard)
    /// The trusted device: the hash of its reveal, of which nothing can be changed from then on.
    case commitment([UInt8])
    /// The new device: its nonce.
    case answer([UInt8])
    case reveal(PairingReveal)
  }

  private static let format = Array("HSP1".utf8)
  static let nonceByteCount = 32

  public let pairing: PairingID
  let content: Content

  init(_ content: Content, of pairing: PairingID) {
    self.pairing = pairing
    self.content = content
  }

  /// Throws ``PairingFault/malformed`` unless `bytes` are exactly one message.
  public init(bytes: [UInt8]) throws(PairingFault) {
    var reader = FrameReader(bytes)
    guard reader.take(Self.format.count) == Self.format, let kind = reader.number(UInt8.self),
      let pairing = reader.take(16).flatMap({ PairingID(bytes: $0) }),
      let content = Content.read(kind, &reader), reader.isAtEnd
    else { throw .malformed }
    self.init(content, of: pairing)
  }

  public var bytes: [UInt8] { Self.format + [content.kind] + pairing.bytes + content.bytes }
}

extension PairingMessage.Content {
  fileprivate var kind: UInt8 {
    switch self {
    case .offer: 1
    case .commitment: 2
    case .answer: 3
    case .reveal: 4
    }
  }

  fileprivate var bytes: [UInt8] {
    switch self {
    case .offer(let card): card.bytes
    case .commitment(let hash): hash
    case .answer(let nonce): nonce
    case .reveal(let reveal): reveal.bytes
    }
  }

  fileprivate static func read(_ kind: UInt8, _ reader: inout FrameReader) -> Self? {
    switch kind {
    case 1: DeviceCard(&reader).map { .offer($0) }
    case 2: reader.take(SHA256.byteCount).map { .commitment($0) }
    case 3: reader.take(PairingMessage.nonceByteCount).map { .answer($0) }
    case 4: PairingReveal(&reader).map { .reveal($0) }
    default: nil
    }
  }
}

/// What the trusted device commits to first and shows last.
struct PairingReveal: Sendable, Equatable {
  let nonce: [UInt8]
  let device: DeviceID
  let directoryKey: VerifyingKey
  let head: DirectoryHead

  init(nonce: [UInt8], device: DeviceID, directoryKey: VerifyingKey, head: DirectoryHead) {
    self.nonce = nonce
    self.device = device
    self.directoryKey = directoryKey
    self.head = head
  }

  init?(_ reader: inout FrameReader) {
    guard let nonce = reader.take(PairingMessage.nonceByteCount),
      let device = reader.take(16).flatMap({ DeviceID(bytes: $0) }),
      let key = reader.take(32).flatMap({ VerifyingKey(bytes: $0) }),
      let size = reader.number(UInt32.self), let link = reader.take(SHA256.byteCount)
    else { return nil }
    self.init(
      nonce: nonce, device: device, directoryKey: key, head: DirectoryHead(size: size, link: link))
  }

  var bytes: [UInt8] {
    nonce + device.bytes + directoryKey.bytes + head.size.bigEndianBytes + head.link
  }
}

/// Why a pairing ended; nothing was given away, and another may be begun.
public enum PairingFault: Error, Equatable, Sendable, CaseIterable {
  /// Bytes of another form.
  case malformed
  /// A message of another pairing.
  case otherPairing
  /// Not the message that is due, or the pairing has ended.
  case outOfTurn
  /// The reveal is another than was committed to: somebody is between the two devices.
  case brokenCommitment

  public var code: String {
    switch self {
    case .malformed: "pairing.malformed"
    case .otherPairing: "pairing.other_pairing"
    case .outOfTurn: "pairing.out_of_turn"
    case .brokenCommitment: "pairing.broken_commitment"
    }
  }
}
