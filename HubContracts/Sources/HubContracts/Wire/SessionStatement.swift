import ToolboxJSON

/// What the Hub says about a session, over the client's own nonce, in the bytes that it signs.
///
/// Source: docs/protocol/identity.md, "The session statement".
public struct SessionStatement: Sendable, Equatable {
  public static let nonceHeader = "Hub-Nonce"
  public static let signatureHeader = "Hub-Signature"

  public var hub: HubID
  /// The Ed25519 key that signs, base64url.
  public var hubKey: String
  public var account: AccountID
  /// What the person calls the account; at most 40 characters.
  public var accountName: String
  /// An IANA name; "today" is one day for all of the account's devices.
  public var timeZone: String
  public var session: SessionID
  /// A product of the ``Fleet``.
  public var client: String
  public var document: DocumentID
  public var issuedAtMilliseconds: Int64
  public var expiresAtMilliseconds: Int64
  /// The client's own, base64url of 32 bytes.
  public var nonce: String

  public init(
    hub: HubID, hubKey: String, account: AccountID, accountName: String, timeZone: String,
    session: SessionID, client: String, document: DocumentID, issuedAtMilliseconds: Int64,
    expiresAtMilliseconds: Int64, nonce: String
  ) {
    self.hub = hub
    self.hubKey = hubKey
    self.account = account
    self.accountName = accountName
    self.timeZone = timeZone
    self.session = session
    self.client = client
    self.document = document
    self.issuedAtMilliseconds = issuedAtMilliseconds
    self.expiresAtMilliseconds = expiresAtMilliseconds
    self.nonce = nonce
  }

  /// The bytes that are signed and sent.
  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("statement", "hub-session-v1")
        json.member("hub", hub.description)
        json.member("hubKey", hubKey)
        json.member("account", account.description)
        json.member("accountName", accountName)
        json.member("timeZone", timeZone)
        json.member("session", session.description)
        json.member("client", client)
        json.member("document", document.description)
        json.member("issuedAt", issuedAtMilliseconds)
        json.member("expiresAt", expiresAtMilliseconds)
        json.member("nonce", nonce)
      }
    }
  }

  public static func read(_ bytes: [UInt8]) throws(JSONError) -> SessionStatement {
    let node = try JSONNode.parse(bytes)
    func text(_ key: String) throws(JSONError) -> String {
      guard case .string(let text) = node[key]?.value else {
        throw JSONError(.missingKey, at: node[key]?.offset ?? 0)
      }
      return text
    }
    func integer(_ key: String) throws(JSONError) -> Int64 {
      guard case .integer(let integer) = node[key]?.value else {
        throw JSONError(.missingKey, at: node[key]?.offset ?? 0)
      }
      return integer
    }
    func identifier<Named>(_ key: String) throws(JSONError) -> Identifier<Named> {
      guard let identifier = Identifier<Named>(try text(key)) else {
        throw JSONError(.wrongKind, at: node[key]?.offset ?? 0)
      }
      return identifier
    }
    guard try text("statement") == "hub-session-v1" else { throw JSONError(.wrongKind, at: 0) }
    return SessionStatement(
      hub: try identifier("hub"), hubKey: try text("hubKey"), account: try identifier("account"),
      accountName: try text("accountName"), timeZone: try text("timeZone"),
      session: try identifier("session"), client: try text("client"),
      document: try identifier("document"), issuedAtMilliseconds: try integer("issuedAt"),
      expiresAtMilliseconds: try integer("expiresAt"), nonce: try text("nonce"))
  }
}
