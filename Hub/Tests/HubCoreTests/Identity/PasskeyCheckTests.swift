import HubTesting
import Testing
import ToolboxCrypto

@testable import HubCore

/// The checks of WebAuthn, each with an answer that fails it alone.
@Suite struct PasskeyCheckTests {
  typealias Flag = SoftAuthenticator.Flag
  typealias Spoil = @Sendable (inout SoftAuthenticator) -> Void

  let check = PasskeyCheck(
    relyingParty: SoftAuthenticator.hub, challenge: [UInt8](repeating: 7, count: 32))

  static func authenticator() -> SoftAuthenticator { SoftAuthenticator(random: CountingRandom()) }

  func register(_ authenticator: SoftAuthenticator) throws -> NewPasskey {
    let made = authenticator.registration(of: check.challenge)
    return try check.registration(clientData: made.clientData, attestation: made.attestation)
  }

  func stored(_ authenticator: SoftAuthenticator) throws -> StoredPasskey {
    let new = try register(authenticator)
    return StoredPasskey(
      id: new.id, name: "Key", publicKey: new.publicKey, signCount: 0,
      canBackUp: new.canBackUp, isBackedUp: new.isBackedUp, createdAtMilliseconds: 0,
      usedAtMilliseconds: 0)
  }

  func use(_ authenticator: SoftAuthenticator, of stored: StoredPasskey) throws {
    let answer = authenticator.assertion(of: check.challenge)
    _ = try check.assertion(
      clientData: answer.clientData, authenticatorData: answer.authenticatorData,
      signature: answer.signature, of: stored)
  }

  @Test func `a passkey is made and used`() throws {
    var authenticator = Self.authenticator()
    authenticator.signCount = 5
    authenticator.flags |= Flag.canBackUp | Flag.backedUp

    let new = try register(authenticator)

    #expect(new.id == authenticator.id && new.signCount == 5)
    #expect(new.canBackUp && new.isBackedUp)
    try use(authenticator, of: try stored(authenticator))
  }

  @Test func `members that browsers add and extensions that are whole do no harm`() throws {
    var authenticator = Self.authenticator()
    authenticator.moreClientData = #","other_keys_can_be_added_here":"do not compare""#
    authenticator.flags |= Flag.extensions
    // {"credProtect": 2}
    authenticator.tail = [0xA1, 0x6B] + Array("credProtect".utf8) + [0x02]

    try use(authenticator, of: try stored(authenticator))
  }

  static let spoiled: [(String, PasskeyFault, Spoil)] = [
    ("made for the other act", .wrongKind, { $0.kind = ("webauthn.get", "webauthn.create") }),
    ("another site's page", .wrongOrigin, { $0.origin = "http://evil.example" }),
    ("another port of this host", .wrongOrigin, { $0.origin = "http://hub.localhost:8766" }),
    ("the same host with more behind", .wrongOrigin, { $0.origin += ".evil.example" }),
    ("asked for in a frame", .wrongOrigin, { $0.moreClientData = #","topOrigin":"http://a""# }),
    ("for another host", .wrongRelyingParty, { $0.host = "localhost" }),
    ("nobody there", .notVerified, { $0.flags = Flag.verified }),
    ("the person not verified", .notVerified, { $0.flags = Flag.present }),
    (
      "backed up though it cannot be", .malformed,
      { $0.flags = Flag.present | Flag.verified | Flag.backedUp }
    ),
    ("a byte too many", .malformed, { $0.tail = [0] }),
    ("extensions said and not sent", .malformed, { $0.flags |= Flag.extensions }),
    (
      "extensions that are no map", .malformed,
      {
        $0.flags |= Flag.extensions
        $0.tail = [0x01]
      }
    ),
    (
      "a text of the browser that is too long", .malformed,
      { $0.moreClientData = #","x":"\#(String(repeating: "x", count: 4_096))""# }
    ),
    ("a text of the browser that is no JSON", .malformed, { $0.moreClientData = "," }),
  ]

  @Test(arguments: spoiled.indices)
  func `whatever is wrong is refused, when it is made and when it is used`(place: Int) throws {
    let (name, fault, spoil) = Self.spoiled[place]
    let sound = try stored(Self.authenticator())
    var authenticator = Self.authenticator()
    spoil(&authenticator)

    #expect(throws: fault, "\(name), made") { try register(authenticator) }
    #expect(throws: fault, "\(name), used") { try use(authenticator, of: sound) }
  }

  static let unmakeable: [(String, Spoil)] = [
    ("an attestation of a device", { $0.format = "packed" }),
    ("a credential id of 15 bytes", { $0.id = [UInt8](repeating: 1, count: 15) }),
    ("a credential id of 1,024 bytes", { $0.id = [UInt8](repeating: 1, count: 1_024) }),
    (
      "a key of 31 bytes", { $0.coseKey = SoftAuthenticator.cose([UInt8](repeating: 1, count: 31)) }
    ),
    (
      "a key with a member more",
      {
        $0.coseKey =
          [0xA5] + Array(SoftAuthenticator.cose($0.key.publicKey.bytes).dropFirst()) + [0x22, 0x00]
      }
    ),
    (
      "a key of another algorithm",
      {
        var key = SoftAuthenticator.cose($0.key.publicKey.bytes)
        key[4] = 0x26
        $0.coseKey = key
      }
    ),
    (
      "a key of another curve",
      {
        var key = SoftAuthenticator.cose($0.key.publicKey.bytes)
        key[6] = 0x01
        $0.coseKey = key
      }
    ),
    ("the point of order 1", { $0.coseKey = SoftAuthenticator.cose([1] + zeros(31)) }),
    ("a point of order 4", { $0.coseKey = SoftAuthenticator.cose(zeros(32)) }),
    (
      "a P-256 point beside the curve",
      { $0.coseKey = ecKey(x: [UInt8](repeating: 1, count: 32), y: zeros(32)) }
    ),
    ("the P-256 point at infinity", { $0.coseKey = ecKey(x: zeros(32), y: zeros(32)) }),
    (
      "an RSA modulus of 1,024 bits",
      { $0.coseKey = rsaKey([UInt8](repeating: 0xFF, count: 128), [1, 0, 1]) }
    ),
    (
      "an RSA exponent of 3",
      { $0.coseKey = rsaKey([UInt8](repeating: 0xFF, count: 256), [3]) }
    ),
    (
      "an RSA exponent of 1",
      { $0.coseKey = rsaKey([UInt8](repeating: 0xFF, count: 256), [1]) }
    ),
    ("a key that is no map", { $0.coseKey = [0x01] }),
    ("no key", { $0.coseKey = [] }),
  ]

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// A P-256 key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  private static func ecKey(x: [UInt8], y: [UInt8]) -> [UInt8] {
    [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + x + [0x22, 0x58, 0x20] + y
  }

  /// An RSA key: {1: 3, 3: -257, -1: modulus, -2: exponent}.
  private static func rsaKey(_ modulus: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
    [0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59, UInt8(modulus.count >> 8)]
      + [UInt8(modulus.count & 0xFF)] + modulus + [0x21, 0x40 | UInt8(exponent.count)] + exponent
  }

  @Test(arguments: unmakeable.indices)
  func `a passkey of another shape is not made`(place: Int) {
    let (name, spoil) = Self.unmakeable[place]
    var authenticator = Self.authenticator()
    spoil(&authenticator)

    #expect(throws: PasskeyFault.malformed, "\(name)") { try register(authenticator) }
  }

  @Test func `an attestation with a member more or none is refused`() throws {
    let made = Self.authenticator().registration(of: check.challenge)
    let more = [0xA4] + Array(made.attestation.dropFirst()) + [0x01, 0x01]

    for attestation in [more, [0xA0], [], Array(made.attestation.dropLast())] {
      #expect(throws: PasskeyFault.malformed) {
        try check.registration(clientData: made.clientData, attestation: attestation)
      }
    }
  }

  @Test func `an assertion without a credential makes no passkey`() throws {
    let answer = Self.authenticator().assertion(of: check.challenge)
    let attestation =
      Array("\u{A3}cfmtdnonegattStmt".unicodeScalars.map { UInt8($0.value) }) + [0xA0]
      + Array("hauthData".utf8) + [0x58, UInt8(answer.authenticatorData.count)]
      + answer.authenticatorData
    let made = Self.authenticator().registration(of: check.challenge)

    #expect(throws: PasskeyFault.malformed) {
      try check.registration(clientData: made.clientData, attestation: attestation)
    }
  }

  @Test func `another challenge is refused`() throws {
    let other = [UInt8](repeating: 8, count: 32)
    let made = Self.authenticator().registration(of: other)
    let answer = Self.authenticator().assertion(of: other)
    let stored = try stored(Self.authenticator())

    #expect(throws: PasskeyFault.wrongChallenge) {
      try check.registration(clientData: made.clientData, attestation: made.attestation)
    }
    #expect(throws: PasskeyFault.wrongChallenge) {
      try check.assertion(
        clientData: answer.clientData, authenticatorData: answer.authenticatorData,
        signature: answer.signature, of: stored)
    }
  }

  @Test func `a signature of another key, or with a bit changed, is refused`() throws {
    let authenticator = Self.authenticator()
    let stored = try stored(authenticator)
    var other = authenticator
    other.key = SoftAuthenticator(random: SystemRandom()).key
    let answer = authenticator.assertion(of: check.challenge)

    #expect(throws: PasskeyFault.wrongSignature) { try use(other, of: stored) }
    for place in [0, 31, 63] {
      var signature = answer.signature
      signature[place] ^= 1
      #expect(throws: PasskeyFault.wrongSignature) {
        try check.assertion(
          clientData: answer.clientData, authenticatorData: answer.authenticatorData,
          signature: signature, of: stored)
      }
    }
    var data = answer.authenticatorData
    data[36] ^= 1
    #expect(throws: PasskeyFault.wrongSignature) {
      try check.assertion(
        clientData: answer.clientData, authenticatorData: data, signature: answer.signature,
        of: stored)
    }
  }

  @Test func `whether it can be backed up never changes`() throws {
    let stored = try stored(Self.authenticator())
    var authenticator = Self.authenticator()
    authenticator.flags |= Flag.canBackUp

    #expect(throws: PasskeyFault.wrongCredential) { try use(authenticator, of: stored) }
  }

  /// A key over P-256 and one of RSA are read from COSE as authenticators write them.
  @Test func `keys of the three algorithms are read, and no others`() throws {
    let point = [UInt8](repeating: 0, count: 32)
    let beside =
      [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point + [0x22, 0x58, 0x20]
      + point
    #expect(PasskeyKey(stored: beside) == nil)

    let x = try #require(
      Hex.decode("ec87cba78d8ae438d54fe52af51fcc78632433ac3017e5388a8247de9ca1aee0"))
    let y = try #require(
      Hex.decode("24601a40b0d33632409ab0cafb29e6d482900519527226a0dc78088d61096fe5"))
    let ec =
      [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + x + [0x22, 0x58, 0x20] + y
    guard case .p256 = PasskeyKey(stored: ec) else {
      Issue.record("no key over P-256")
      return
    }
    let modulus = try #require(
      Hex.decode(
        """
        91ffff221eced1667ad09e4e939e4c541e2f07f05a48bbc2f7b1af44b82aa9d83519a50ab80c9aa451882e52b2b050\
        dca41512a99b44ebf1e2aee163831b0f607d085306d82a1c9d8b98f535b0d61525b0a174e61a23982a4ee989ae5593\
        d90ffd39caa104964111d95abdaa5b9bd82345ecf4f68bdcd15317d98be7714b70aafe344021d6d300fc4864e105c6\
        ebee2418a164dfd97589adef2b9726532b162cce46ffd295497d638862d8520fc5b5d71160a6d72d28f9abaadbacec\
        2beee6ce29ee1e83a00cf31156445f0bab4d554be167d1cd5ffb17b899322e208e2d7bc7273d5d97dc8d04a537fed1\
        3e1ac239767bf119cf50b7370d758fb40d548e5741
        """))
    let rsa =
      [0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59, 0x01, 0x00] + modulus
      + [0x21, 0x43, 0x01, 0x00, 0x01]
    guard case .rsa = PasskeyKey(stored: rsa) else {
      Issue.record("no RSA key")
      return
    }
  }
}
