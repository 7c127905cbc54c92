import Testing
import ToolboxCrypto

/// Vectors of RFC 5869, RFC 7748 and of the specification of GCM.
@Suite struct DerivedKeyTests {
  struct Derivation: Sendable {
    let secret: [UInt8]
    let salt: [UInt8]
    let info: [UInt8]
    let output: String
  }

  static let derivations = [
    Derivation(
      secret: .init(repeating: 0x0B, count: 22), salt: Array(0...0x0C), info: Array(0xF0...0xF9),
      output: """
        3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865
        """),
    Derivation(
      secret: Array(0...0x4F), salt: Array(0x60...0xAF), info: Array(0xB0...0xFF),
      output: """
        b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e\
        590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
        """),
    Derivation(
      secret: .init(repeating: 0x0B, count: 22), salt: [], info: [],
      output: """
        8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8
        """),
  ]

  @Test(arguments: derivations) func `keys are derived as RFC 5869 does`(_ vector: Derivation) {
    let derived = HKDF.derive(
      vector.output.utf8.count / 2, from: SecretBytes(vector.secret), salt: vector.salt,
      info: vector.info)

    #expect(Hex.encode(derived.copied()) == vector.output)
  }

  @Test(arguments: [
    (
      "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
      "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
      "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    ),
    (
      "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
      "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
      "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
    ),
  ])
  func `two keys agree as RFC 7748 does`(own: String, other: String, shared: String) throws {
    let key = try #require(AgreementKey(secret: SecretBytes(bytes(own))))

    #expect(key.sharedSecret(with: bytes(other))?.copied() == bytes(shared))
    #expect("\(key)" == "AgreementKey(redacted)")
  }

  @Test func `both sides come to one secret`() throws {
    let left = try #require(AgreementKey(secret: .random(32, SystemRandom())))
    let right = try #require(AgreementKey(secret: .random(32, SystemRandom())))

    let shared = try #require(left.sharedSecret(with: right.publicKey))

    #expect(right.sharedSecret(with: left.publicKey) == shared)
    #expect(shared.copied() != [UInt8](repeating: 0, count: 32))
  }

  @Test(arguments: [
    String(repeating: "00", count: 32), "01" + String(repeating: "00", count: 31),
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "", "00",
  ])
  func `no secret is agreed on with a point that gives everybody the same`(_ other: String) throws {
    let key = try #require(AgreementKey(secret: .random(32, SystemRandom())))

    #expect(key.sharedSecret(with: bytes(other)) == nil)
  }

  @Test func `a key of another length is none`() {
    #expect(AgreementKey(secret: SecretBytes([1])) == nil)
    #expect(AgreementKey(secret: SecretBytes([UInt8](repeating: 1, count: 33))) == nil)
  }
}

@Suite struct AESGCMTests {
  // Test case 16 of "The Galois/Counter Mode of Operation", appendix B.
  static let key = SecretBytes(
    bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"))
  static let nonce = bytes("cafebabefacedbaddecaf888")
  static let associated = bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
  static let plain = bytes(
    """
    d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b5\
    25b16aedf5aa0de657ba637b39
    """)
  static let sealed = bytes(
    """
    522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b10568288\
    38c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b
    """)

  @Test func `the published message is sealed and opened`() {
    #expect(
      AESGCM.seal(Self.plain, key: Self.key, nonce: Self.nonce, associated: Self.associated)
        == Self.sealed)
    #expect(
      AESGCM.open(
        Self.sealed[...], key: Self.key, nonce: Self.nonce, associated: Self.associated)
        == Self.plain)
  }

  @Test func `nothing opens after any bit of message, tag, nonce or context has changed`() {
    for index in Self.sealed.indices {
      var changed = Self.sealed
      changed[index] ^= 0x80
      #expect(
        AESGCM.open(changed[...], key: Self.key, nonce: Self.nonce, associated: Self.associated)
          == nil)
    }
    for length in Self.sealed.indices {
      #expect(
        AESGCM.open(
          Self.sealed[..<length], key: Self.key, nonce: Self.nonce, associated: Self.associated)
          == nil)
    }
    let zeros = [UInt8](repeating: 0, count: 12)
    #expect(
      AESGCM.open(Self.sealed[...], key: Self.key, nonce: zeros, associated: Self.associated) == nil
    )
    #expect(AESGCM.open(Self.sealed[...], key: Self.key, nonce: Self.nonce, associated: []) == nil)
  }

  @Test func `an empty message has a tag`() {
    let sealed = AESGCM.seal([], key: Self.key, nonce: Self.nonce, associated: [])

    #expect(sealed.count == AESGCM.tagByteCount)
    #expect(AESGCM.open(sealed[...], key: Self.key, nonce: Self.nonce, associated: []) == [])
    #expect(AESGCM.open(sealed[...], key: Self.key, nonce: Self.nonce, associated: [0]) == nil)
  }
}

@Suite struct SecretBytesTests {
  @Test func `a secret shows nothing, and is equal to the same bytes only`() {
    let secret = SecretBytes([1, 2, 3])

    #expect("\(secret)" == "SecretBytes(redacted)")
    #expect(secret == SecretBytes([1, 2, 3]))
    #expect(secret != SecretBytes([1, 2, 4]) && secret != SecretBytes([1, 2]))
    #expect(secret[1..<3] == SecretBytes([2, 3]))
  }

  @Test func `what is wiped is zero`() {
    var bytes: [UInt8] = [1, 2, 3]

    bytes.wipe()

    #expect(bytes == [0, 0, 0])
    var nothing: [UInt8] = []
    nothing.wipe()
    #expect(nothing.isEmpty)
  }
}

private func bytes(_ hex: String) -> [UInt8] {
  guard let bytes = Hex.decode(hex) else { preconditionFailure("the vectors are hex") }
  return bytes
}
