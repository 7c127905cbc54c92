import ToolboxJSON

/// What a Hub says about itself before anybody shows it a bearer, in the bytes that it signs.
///
/// The signature covers the client's nonce and the origin that the client used, so a wrong host or a
/// relay under another name is found out before it sees a secret.
/// Source: docs/protocol/identity.md, "The Hub's own statement".
public struct HubStatement: Sendable, Equatable {
  public static let path = "/.well-known/hub"

  public var hub: HubID
  /// The Ed25519 key that signs, base64url.
  public var hubKey: String
  public var protocolVersions: [Int]
  /// Scheme, host and port that the request was made to, as the Hub knows them.
  public var origin: String
  /// The client's own, base64url of 32 bytes.
  public var nonce: String

  public init(
    hub: HubID, hubKey: String, protocolVersions: [Int], origin: String, nonce: String
  ) {
    self.hub = hub
    self.hubKey = hubKey
    self.protocolVersions = protocolVersions
    self.origin = origin
    self.nonce = nonce
  }

  /// The bytes that are signed and sent.
  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("statement", "hub-self-v1")
        json.member("hub", hub.description)
        json.member("hubKey", hubKey)
        json.member("protocolVersions") { json in
          json.array(protocolVersions) { json, version in json.integer(version) }
        }
        json.member("origin", origin)
        json.member("nonce", nonce)
      }
    }
  }

  public static func read(_ bytes: [UInt8]) throws(JSONError) -> HubStatement {
    let node = try JSONNode.parse(bytes)
    func text(_ key: String) throws(JSONError) -> String {
      guard case .string(let text) = node[key]?.value else {
        throw JSONError(.missingKey, at: node[key]?.offset ?? 0)
      }
      return text
    }
    guard try text("statement") == "hub-self-v1" else { throw JSONError(.wrongKind, at: 0) }
    guard let hub = HubID(try text("hub")),
      case .array(let elements) = node["protocolVersions"]?.value
    else { throw JSONError(.wrongKind, at: 0) }
    let versions = elements.compactMap { element -> Int? in
      guard case .integer(let version) = element.value else { return nil }
      return Int(exactly: version)
    }
    guard versions.count == elements.count else { throw JSONError(.notAnInteger, at: 0) }
    return HubStatement(
      hub: hub, hubKey: try text("hubKey"), protocolVersions: versions,
      origin: try text("origin"), nonce: try text("nonce"))
  }
}
