import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxJSON

/// What an archive says of itself; the part `manifest.json`, which the Hub signs.
///
/// Source: docs/protocol/archives.md.
public struct ArchiveManifest: Sendable, Equatable {
  public enum Kind: String, Sendable {
    /// A whole Hub, for `hub restore`.
    case backup
    /// One account, for its person and for `hub import`.
    case account
  }

  public struct Part: Sendable, Equatable {
    public let name: String
    public let byteCount: Int64
    /// 32 bytes.
    public let sha256: [UInt8]
  }

  static let format = "hub-archive-1"
  private static let formatPrefix = "hub-archive-"
  static let name = "manifest.json"
  static let signatureName = "manifest.sig"
  static let bytesMax = 1_000_000
  public static let partsMax = 5_000

  public let kind: Kind
  public let madeAtMilliseconds: Int64
  /// The Hub that made it.
  public let hub: VerifyingKey
  /// Every other part, in the order of the archive.
  public let parts: [Part]

  var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("format", Self.format)
        json.member("kind", kind.rawValue)
        json.member("madeAt", ISOTime.text(ofMilliseconds: madeAtMilliseconds))
        json.member("hub", Base64URL.encode(hub.bytes))
        json.member("parts") { json in
          json.array(parts) { json, part in
            json.object { json in
              json.member("name", part.name)
              json.member("bytes", part.byteCount)
              json.member("sha256", Hex.encode(part.sha256))
            }
          }
        }
      }
    }
  }

  static func read(_ bytes: [UInt8]) throws(ArchiveProblem) -> ArchiveManifest {
    var draft = Draft()
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.object { (scanner, key) throws(JSONError) in try draft.read(key, &scanner) }
      }
    } catch { throw .notAnArchive }
    return try draft.manifest()
  }

  /// A manifest while it is read.
  private struct Draft {
    var format: String?
    var kind: Kind?
    var madeAt: Int64?
    var hub: VerifyingKey?
    var parts: [Part]?

    mutating func read(_ key: String, _ scanner: inout JSONScanner) throws(JSONError) {
      switch key {
      case "format": format = try scanner.string(bytesMax: 64)
      case "kind": kind = Kind(rawValue: try scanner.string(bytesMax: 64))
      case "madeAt": madeAt = ISOTime.milliseconds(of: try scanner.string(bytesMax: 64))
      case "hub":
        hub = Base64URL.decode(try scanner.string(bytesMax: 64)).flatMap(VerifyingKey.init(bytes:))
      case "parts":
        var read: [Part] = []
        try scanner.array { (scanner) throws(JSONError) in
          guard read.count < partsMax else {
            throw JSONError(.tooManyMembers, at: scanner.position)
          }
          read.append(try Self.part(&scanner))
        }
        parts = read
      // A newer format may say more; then `format` tells.
      default: _ = try scanner.raw()
      }
    }

    private static func part(_ scanner: inout JSONScanner) throws(JSONError) -> Part {
      let start = scanner.position
      var (name, bytes, sha256) = (String?.none, Int64?.none, [UInt8]?.none)
      try scanner.object { (scanner, key) throws(JSONError) in
        switch key {
        case "name": name = try scanner.string(bytesMax: 100)
        case "bytes": bytes = try scanner.integer(in: 0...Int64.max)
        case "sha256": sha256 = Hex.decode(try scanner.string(bytesMax: 64))
        default: _ = try scanner.raw()
        }
      }
      guard let name, let bytes, let sha256, sha256.count == SHA256.byteCount else {
        throw JSONError(.missingKey, at: start)
      }
      return Part(name: name, byteCount: bytes, sha256: sha256)
    }

    func manifest() throws(ArchiveProblem) -> ArchiveManifest {
      guard let format, format.hasPrefix(formatPrefix) else { throw .notAnArchive }
      guard format == ArchiveManifest.format else { throw .newerFormat }
      guard let kind, let madeAt, let hub, let parts else { throw .notAnArchive }
      return ArchiveManifest(kind: kind, madeAtMilliseconds: madeAt, hub: hub, parts: parts)
    }
  }
}
