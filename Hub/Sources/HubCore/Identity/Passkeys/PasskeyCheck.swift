import ToolboxCrypto
import ToolboxJSON

/// For whom passkeys are made: the site's name and the one origin that may use them.
public struct RelyingParty: Sendable, Equatable {
  /// A host without its port; never an IP address, for which browsers make no passkeys.
  public let id: String
  /// Such as `https://hub.example.org`.
  public let origin: String

  public init(id: String, origin: String) {
    self.id = id
    self.origin = origin
  }
}

/// Why a passkey is refused; for tests and events, as outside every refusal is the same.
enum PasskeyFault: Error, Equatable {
  /// Not whole, too large, or of another shape.
  case malformed
  /// Made for another purpose than the one it was sent for.
  case wrongKind
  case wrongChallenge
  /// Asked for by a page of another origin, or by one within a frame.
  case wrongOrigin
  case wrongRelyingParty
  /// The person was not there, or did not prove who they are.
  case notVerified
  /// Nobody's, another account's, or no longer as it was.
  case wrongCredential
  case wrongSignature
}

/// The checks of WebAuthn Level 3, §7.1 and §7.2, without storage and without a clock.
struct PasskeyCheck: Sendable {
  static let clientDataBytesMax = 4_096
  static let challengeByteCount = 32

  let relyingParty: RelyingParty
  /// The 32 bytes that were given out for this.
  let challenge: [UInt8]

  /// What the answer to `navigator.credentials.create` says of a new passkey.
  func registration(
    clientData: [UInt8], attestation: [UInt8]
  ) throws(PasskeyFault) -> NewPasskey {
    try checkClientData(clientData, type: "webauthn.create")
    let data = try Self.authenticatorData(ofAttestation: attestation)
    try check(data)
    guard let credential = data.credential else { throw .malformed }
    return NewPasskey(
      id: credential.id, publicKey: credential.keyBytes, signCount: data.signCount,
      canBackUp: data.canBackUp, isBackedUp: data.isBackedUp)
  }

  /// Whether the answer to `navigator.credentials.get` is by the owner of a stored passkey; returns
  /// what the authenticator said of it.
  func assertion(
    clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], of stored: StoredPasskey
  ) throws(PasskeyFault) -> AuthenticatorData {
    try checkClientData(clientData, type: "webauthn.get")
    guard let data = AuthenticatorData(authenticatorData) else { throw .malformed }
    try check(data)
    guard data.canBackUp == stored.canBackUp, let key = PasskeyKey(stored: stored.publicKey) else {
      throw .wrongCredential
    }
    guard key.isValid(signature, over: authenticatorData + SHA256.hash(clientData)) else {
      throw .wrongSignature
    }
    return data
  }

  /// The challenge that an answer says it is for; nil where it says none.
  static func challenge(in clientData: [UInt8]) -> [UInt8]? {
    guard clientData.count <= clientDataBytesMax else { return nil }
    do throws(JSONError) {
      guard case .string(let text)? = try JSONNode.parse(clientData)["challenge"]?.value
      else { return nil }
      return Base64URL.decode(text)
    } catch { return nil }
  }

  private func checkClientData(
    _ bytes: [UInt8], type: String
  ) throws(PasskeyFault) {
    guard bytes.count <= Self.clientDataBytesMax else { throw .malformed }
    let node: JSONNode
    do { node = try JSONNode.parse(bytes) } catch { throw .malformed }
    // Members that we do not know are allowed: browsers add some so that nobody relies on their
    // absence.
    guard node["type"]?.value == .string(type) else { throw .wrongKind }
    guard case .string(let sent)? = node["challenge"]?.value,
      constantTimeEquals(Array(sent.utf8), Array(Base64URL.encode(challenge).utf8))
    else { throw .wrongChallenge }
    let crossOrigin = node["crossOrigin"]?.value
    guard node["origin"]?.value == .string(relyingParty.origin),
      crossOrigin == nil || crossOrigin == .bool(false), node["topOrigin"] == nil
    else { throw .wrongOrigin }
  }

  private func check(_ data: AuthenticatorData) throws(PasskeyFault) {
    guard data.relyingPartyHash == SHA256.hash(Array(relyingParty.id.utf8)) else {
      throw .wrongRelyingParty
    }
    guard data.isPresent, data.isVerified else { throw .notVerified }
  }

  /// Only "none" is asked for and taken: another one would tell which device somebody has.
  private static func authenticatorData(
    ofAttestation bytes: [UInt8]
  ) throws(PasskeyFault) -> AuthenticatorData {
    let value: CBORValue
    do throws(CBORFault) { value = try CBORReader.read(bytes) } catch { throw .malformed }
    guard case .map(let members) = value, members.map(\.key) == attestationKeys,
      members[0].value == .text("none"), members[1].value == .map([]),
      case .bytes(let data) = members[2].value, let read = AuthenticatorData(data)
    else { throw .malformed }
    return read
  }

  private static let attestationKeys: [CBORValue] = [
    .text("fmt"), .text("attStmt"), .text("authData"),
  ]
}
