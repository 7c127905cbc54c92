import ToolboxJSON

/// Part of an audit chain: the newest checkpoint, and commitments behind the entry that was asked for.
///
/// Source: docs/protocol/audit.md, "The wire".
public struct AuditPage: Sendable, Equatable {
  public static let path = "/v1/audit"

  public var checkpoint: SignedCheckpoint
  /// In order; at most ``AuditChain/commitmentsPerPageMax``.
  public var commitments: [[UInt8]]

  public init(checkpoint: SignedCheckpoint, commitments: [[UInt8]]) {
    self.checkpoint = checkpoint
    self.commitments = commitments
  }

  public var json: [UInt8] {
    var json = JSONWriter(reserving: commitments.count * 47 + 700)
    json.object { json in
      json.member("checkpoint", String(decoding: checkpoint.note, as: UTF8.self))
      json.member("commitments") { json in
        json.array(commitments) { json, commitment in json.string(Base64Text.encode(commitment)) }
      }
    }
    return json.bytes
  }

  /// Reads a page; the signature is not checked here.
  public static func read(_ bytes: [UInt8]) throws(JSONError) -> AuditPage {
    var checkpoint: SignedCheckpoint?
    var commitments: [[UInt8]] = []
    try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
      try scanner.object { (scanner, key) throws(JSONError) in
        let place = scanner.position
        switch key {
        case "checkpoint":
          checkpoint = SignedCheckpoint(note: Array(try scanner.string().utf8))
          if checkpoint == nil { throw JSONError(.wrongKind, at: place) }
        case "commitments":
          try scanner.array { (scanner) throws(JSONError) in
            let place = scanner.position
            guard let commitment = Base64Text.decode(try scanner.string()),
              commitment.count == AuditChain.hashBytes,
              commitments.count < AuditChain.commitmentsPerPageMax
            else { throw JSONError(.wrongKind, at: place) }
            commitments.append(commitment)
          }
        default: _ = try scanner.raw()
        }
      }
    }
    guard let checkpoint else { throw JSONError(.missingKey, at: 0) }
    return AuditPage(checkpoint: checkpoint, commitments: commitments)
  }
}

/// What a device tells the Hub after it has checked the chain up to an entry.
public struct AuditTestimonyBody: Sendable, Equatable {
  public static let path = "/v1/audit/witness"

  /// At least 1.
  public var size: Int64
  /// Of entry `size`, as the device computed it.
  public var link: [UInt8]

  public init(size: Int64, link: [UInt8]) {
    self.size = size
    self.link = link
  }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("size", size)
        json.member("link", Base64Text.encode(link))
      }
    }
  }

  public static func read(_ bytes: [UInt8]) throws(JSONError) -> AuditTestimonyBody {
    let node = try JSONNode.parse(bytes)
    guard case .integer(let size) = node["size"]?.value, size > 0,
      case .string(let text) = node["link"]?.value, let link = Base64Text.decode(text),
      link.count == AuditChain.hashBytes
    else { throw JSONError(.wrongKind, at: 0) }
    return AuditTestimonyBody(size: size, link: link)
  }
}
