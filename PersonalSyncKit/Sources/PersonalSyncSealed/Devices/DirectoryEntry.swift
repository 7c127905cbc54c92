import HubContracts
import ToolboxCrypto

/// Who signs an entry of a directory.
public enum DirectorySigner: Sendable, Hashable {
  /// Whoever has the 24 words.
  case words
  case device(DeviceID)

  var bytes: [UInt8] {
    switch self {
    case .words: []
    case .device(let device): device.bytes
    }
  }

  init?(bytes: [UInt8]) {
    if bytes.isEmpty {
      self = .words
    } else {
      guard let device = DeviceID(bytes: bytes) else { return nil }
      self = .device(device)
    }
  }
}

/// What an entry of a directory does.
public enum DirectoryAction: Sendable, Hashable {
  /// Begins the directory, with the key that signs for the words and the first epoch's key.
  case found(directoryKey: VerifyingKey, KeyID)
  case add(DeviceCard)
  case remove(DeviceID)
  case begin(KeyEpoch, KeyID)

  private static let kinds: (found: UInt8, add: UInt8, remove: UInt8, begin: UInt8) = (1, 2, 3, 4)

  var bytes: [UInt8] {
    switch self {
    case .found(let key, let id): [Self.kinds.found] + key.bytes + id.bytes
    case .add(let card): [Self.kinds.add] + card.bytes
    case .remove(let device): [Self.kinds.remove] + device.bytes
    case .begin(let epoch, let id):
      [Self.kinds.begin] + epoch.number.bigEndianBytes + id.bytes
    }
  }

  /// Nil unless `bytes` are exactly what ``bytes`` would write.
  init?(bytes: [UInt8]) {
    var reader = FrameReader(bytes)
    guard let action = Self.read(&reader), reader.isAtEnd else { return nil }
    self = action
  }

  private static func read(_ reader: inout FrameReader) -> DirectoryAction? {
    switch reader.number(UInt8.self) {
    case kinds.found:
      guard let key = reader.take(32).flatMap({ VerifyingKey(bytes: $0) }),
        let id = reader.take(KeyID.byteCount).flatMap({ KeyID(bytes: $0) })
      else { return nil }
      return .found(directoryKey: key, id)
    case kinds.add: return DeviceCard(&reader).map { .add($0) }
    case kinds.remove:
      return reader.take(16).flatMap { DeviceID(bytes: $0) }.map { .remove($0) }
    case kinds.begin:
      guard let epoch = reader.number(UInt32.self).flatMap({ KeyEpoch($0) }),
        let id = reader.take(KeyID.byteCount).flatMap({ KeyID(bytes: $0) })
      else { return nil }
      return .begin(epoch, id)
    default: return nil
    }
  }
}

/// One signed entry of a directory; not checked yet.
public struct DirectoryEntry: Sendable, Equatable {
  static let label = "hub sealed v1 directory"

  let index: UInt32
  /// The link of the entry before.
  let previous: [UInt8]
  let signer: DirectorySigner
  let action: DirectoryAction
  let signature: [UInt8]
  /// What the signature is over.
  let body: [UInt8]

  /// The bytes that are stored and hashed.
  public var bytes: [UInt8] {
    body + UInt16(signature.count).bigEndianBytes + signature
  }

  /// What the next entry names as the one before it.
  var link: [UInt8] { SHA256.hash(bytes) }

  /// Signs an entry behind `head`.
  init(
    _ action: DirectoryAction, by signer: DirectorySigner, _ key: SigningKey,
    behind head: DirectoryHead, in scope: SealingScope
  ) {
    body = Self.body(action, signer, behind: head, in: scope)
    index = head.size
    previous = head.link
    self.signer = signer
    self.action = action
    signature = key.signature(over: body)
  }

  /// Reads an entry of a directory of `scope`; throws ``DirectoryFault``.
  init(bytes: [UInt8], in scope: SealingScope) throws(DirectoryFault) {
    var reader = FrameReader(bytes)
    guard reader.field(Self.label.utf8) else { throw .malformed }
    let scopeReader = reader
    guard reader.field() != nil, reader.field() != nil, reader.field() != nil,
      let index = reader.field(), index.count == 4, let previous = reader.field(),
      previous.count == SHA256.byteCount,
      let signer = reader.field().flatMap({ DirectorySigner(bytes: $0) }),
      let action = reader.field().flatMap({ DirectoryAction(bytes: $0) })
    else { throw .malformed }
    let body = Array(bytes.dropLast(reader.rest.count))
    guard let signature = reader.field(), signature.count == 64, reader.isAtEnd else {
      throw .malformed
    }
    var expected = scopeReader
    guard expected.field(scope.hub.bytes), expected.field(scope.account.bytes),
      expected.field(scope.domain.rawValue.utf8)
    else { throw .otherScope }
    self.index = index.reduce(0) { $0 << 8 | UInt32($1) }
    self.previous = previous
    self.signer = signer
    self.action = action
    self.signature = signature
    self.body = body
  }

  private static func body(
    _ action: DirectoryAction, _ signer: DirectorySigner, behind head: DirectoryHead,
    in scope: SealingScope
  ) -> [UInt8] {
    var frame = Frame(label, of: scope)
    frame.append(head.size.bigEndianBytes)
    frame.append(head.link)
    frame.append(signer.bytes)
    frame.append(action.bytes)
    return frame.bytes
  }
}

/// How long a directory was and what its last link was; a device keeps that of what it has seen.
public struct DirectoryHead: Sendable, Hashable {
  static let none = DirectoryHead(
    size: 0, link: [UInt8](repeating: 0, count: SHA256.byteCount))

  public let size: UInt32
  /// 32 bytes.
  public let link: [UInt8]

  init(size: UInt32, link: [UInt8]) {
    self.size = size
    self.link = link
  }

  /// A head as it was kept; nil unless the link has 32 bytes.
  public init?(keptSize size: UInt32, link: [UInt8]) {
    guard link.count == SHA256.byteCount else { return nil }
    self.init(size: size, link: link)
  }
}
