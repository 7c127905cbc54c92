import ToolboxCrypto

@testable import HubCore

/// Codes as people type them, secrets as programs send them, networks as sockets name them.
func fuzzCodes(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let code = UserCode(typed: text) {
    precondition(
      UserCode(typed: code.description)?.description == code.description, "a code is another")
  }
  if let code = RecoveryCode(typed: text) {
    precondition(RecoveryCode(typed: code.text)?.hash == code.hash, "a recovery code is another")
  }
  for kind in SecretToken.Kind.allCases {
    guard let token = SecretToken(kind, text: text) else { continue }
    precondition(token.text == text, "a secret has two texts")
  }
  if let bytes = Base64URL.decode(text) {
    precondition(Base64URL.encode(bytes) == text, "bytes have two texts")
  }
  if let bytes = Hex.decode(text) {
    precondition(Hex.encode(bytes) == text.lowercased(), "bytes have two texts")
  }
  _ = NetworkPrefix(peer: text)
  _ = Callback(text, service: nil)
  do throws(DisplayName.Problem) {
    let name = try DisplayName(text)
    let again = try DisplayName(name.text)
    precondition(again == name, "a name is another")
  } catch {}
}

/// CBOR of authenticators has one writing; a key in it is whole; nothing unsigned is believed.
func fuzzPasskeys(_ bytes: [UInt8]) {
  do throws(CBORFault) {
    let value = try CBORReader.read(bytes)
    precondition(value.canonical == bytes, "a value has two writings")
    if let key = PasskeyKey(value) {
      precondition(!key.isValid([UInt8](repeating: 0, count: 64), over: bytes), "anyone signs")
    }
  } catch {}
  if let data = AuthenticatorData(bytes), let credential = data.credential {
    precondition(PasskeyKey(stored: credential.keyBytes) == credential.key, "a key is another")
  }
  let check = PasskeyCheck(
    relyingParty: RelyingParty(id: "hub.localhost", origin: "http://hub.localhost:8765"),
    challenge: [UInt8](repeating: 0, count: PasskeyCheck.challengeByteCount))
  _ = PasskeyCheck.challenge(in: bytes)
  do throws(PasskeyFault) {
    _ = try check.registration(clientData: clientData(check.challenge), attestation: bytes)
  } catch {}
  do throws(PasskeyFault) {
    _ = try check.registration(clientData: bytes, attestation: [0xA0])
    fatalError("an attestation without anything in it is taken")
  } catch {}
}

private func clientData(_ challenge: [UInt8]) -> [UInt8] {
  Array(
    """
    {"type":"webauthn.create","challenge":"\(Base64URL.encode(challenge))",\
    "origin":"http://hub.localhost:8765","crossOrigin":false}
    """.utf8)
}

extension CBORValue {
  /// The one writing that CTAP2 allows.
  fileprivate var canonical: [UInt8] {
    switch self {
    case .unsigned(let number): Self.head(0, number)
    case .negative(let number): Self.head(1, number)
    case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
    case .text(let text): Self.head(3, UInt64(text.utf8.count)) + text.utf8
    case .array(let elements):
      Self.head(4, UInt64(elements.count)) + elements.flatMap(\.canonical)
    case .map(let members):
      Self.head(5, UInt64(members.count))
        + members.flatMap { $0.key.canonical + $0.value.canonical }
    case .bool(let bool): [bool ? 0xF5 : 0xF4]
    case .null: [0xF6]
    }
  }

  private static func head(_ kind: UInt8, _ number: UInt64) -> [UInt8] {
    let (low, count): (UInt8, Int) =
      switch number {
      case ..<24: (UInt8(number), 0)
      case ..<(1 << 8): (24, 1)
      case ..<(1 << 16): (25, 2)
      case ..<(1 << 32): (26, 4)
      default: (27, 8)
      }
    let bytes = (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    return [kind << 5 | low] + bytes
  }
}
