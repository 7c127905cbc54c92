/// How long an account's audit chain was and what its last link was, as the Hub signs it (LOG-05).
///
/// The text is that of a C2SP tlog-checkpoint with further lines, one for each epoch:
///
///     hub/6b0c…/audit/41f9…
///     128
///     q0Hk…=
///     epoch 1 from 0
///     epoch 1767225600 from 97
///
/// Source: docs/protocol/audit.md, "Checkpoints".
public struct AuditCheckpoint: Sendable, Equatable {
  public let hub: HubID
  public let account: AccountID
  /// How many entries the chain had; at least 1.
  public let size: Int64
  /// The link of entry `size`: ``AuditChain/hashBytes`` long.
  public let link: [UInt8]
  /// When the Hub was restored, and what that left of the chain.
  public let epochs: AuditEpochs

  /// - Precondition: `size` is at least 1, every epoch began within it; `link` has its length.
  public init(
    hub: HubID, account: AccountID, size: Int64, link: [UInt8], epochs: AuditEpochs
  ) {
    precondition(
      size > 0 && epochs.all.allSatisfy { $0.from <= size } && link.count == AuditChain.hashBytes,
      "a checkpoint stands for a chain that can be")
    self.hub = hub
    self.account = account
    self.size = size
    self.link = link
    self.epochs = epochs
  }

  /// The newest.
  public var epoch: Epoch { epochs.newest }

  /// The bytes that are signed.
  public var text: [UInt8] {
    let lines =
      ["\(Self.keyName(of: hub))/audit/\(account)", "\(size)", Base64Text.encode(link)]
      + epochs.all.map { "epoch \($0.epoch.number) from \($0.from)" }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Nil unless `text` is exactly what ``text`` would write.
  init?(text: some Collection<UInt8>) {
    let lines = text.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count > 3 else { return nil }
    let names = lines[0].split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 4, let hub = HubID(String(names[1])),
      let account = AccountID(String(names[3])), let size = Int64(lines[1]), size > 0,
      let link = Base64Text.decode(lines[2]), link.count == AuditChain.hashBytes
    else { return nil }
    var all: [AuditEpoch] = []
    for line in lines.dropFirst(3) {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 4, let number = Int64(words[1]), let from = Int64(words[3]),
        (0...size).contains(from)
      else { return nil }
      all.append(AuditEpoch(Epoch(number), from: from))
    }
    guard let epochs = AuditEpochs(all) else { return nil }
    self.init(hub: hub, account: account, size: size, link: link, epochs: epochs)
    guard self.text.elementsEqual(text) else { return nil }
  }

  /// What the signature's line calls the Hub's key.
  public static func keyName(of hub: HubID) -> String { "hub/\(hub)" }
}

/// A checkpoint with the Hub's signature: a C2SP signed note.
public struct SignedCheckpoint: Sendable, Equatable {
  /// Of a whole note; received ones that are longer are none.
  public static let bytesMax = 1_000
  /// Carries a note as base64url on answers to devices.
  public static let header = "Hub-Audit"

  public let checkpoint: AuditCheckpoint
  /// The first 4 bytes of the hash of ``keyHintBytes(hub:key:)``.
  public let keyHint: [UInt8]
  /// Ed25519, over the checkpoint's text; not checked here.
  public let signature: [UInt8]

  /// - Precondition: `keyHint` has 4 bytes and `signature` 64.
  public init(_ checkpoint: AuditCheckpoint, keyHint: [UInt8], signature: [UInt8]) {
    precondition(keyHint.count == 4 && signature.count == 64, "a signature has its length")
    self.checkpoint = checkpoint
    self.keyHint = keyHint
    self.signature = signature
  }

  public var note: [UInt8] {
    let name = AuditCheckpoint.keyName(of: checkpoint.hub)
    return checkpoint.text
      + Array("\n— \(name) \(Base64Text.encode(keyHint + signature))\n".utf8)
  }

  /// Nil unless `note` is exactly what ``note`` would write.
  public init?(note: [UInt8]) {
    guard note.count <= Self.bytesMax else { return nil }
    let lines = note.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The text, an empty line, the signature, and nothing behind it.
    guard lines.count > 3, lines[lines.count - 3].isEmpty,
      let checkpoint = AuditCheckpoint(
        text: note.prefix(upTo: lines[lines.count - 3].startIndex))
    else { return nil }
    let words = String(decoding: lines[lines.count - 2], as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, let signed = Base64Text.decode(String(words[2])), signed.count == 68
    else { return nil }
    self.init(
      checkpoint, keyHint: Array(signed.prefix(4)), signature: Array(signed.dropFirst(4)))
    guard self.note == note else { return nil }
  }

  /// What a key's hint is the hash of, as for every C2SP signed note with Ed25519.
  public static func keyHintBytes(hub: HubID, key: [UInt8]) -> [UInt8] {
    Array("\(AuditCheckpoint.keyName(of: hub))\n".utf8) + [1] + key
  }
}
