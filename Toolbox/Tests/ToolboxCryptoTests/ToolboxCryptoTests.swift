import Glibc
import Testing
import ToolboxCrypto

@Suite struct EncodingVectorTests {
  @Test(arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
  func `base64url follows RFC 4648 without padding`(plain: String, encoded: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
    #expect(Base64URL.decode(encoded) == Array(plain.utf8))
  }

  @Test func `base64url brings bytes of every length back, from any collection`() {
    for length in 0..<200 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ length) }

      let text = Base64URL.encode(bytes)

      #expect(text.utf8.count == (length * 8 + 5) / 6)
      #expect(Base64URL.encode(bytes.lazy.map { $0 }) == text)
      #expect(Base64URL.decode(text) == bytes)
      #expect(Base64URL.decode(utf8: "v1.\(text)".utf8.dropFirst(3)) == bytes)
      #expect(Base64URL.decode(utf8: text.utf8.lazy.map { $0 }) == bytes)
    }
  }

  @Test func `base64url refuses a character of no digit wherever it stands`() {
    let text = Array(Base64URL.encode([UInt8](repeating: 7, count: 20)).utf8)
    for place in text.indices {
      for character in UInt8.min...UInt8.max {
        var changed = text
        changed[place] = character
        let isDigit =
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
          || character == UInt8(ascii: "-") || character == UInt8(ascii: "_")
        let decoded = Base64URL.decode(utf8: changed)
        #expect(decoded == nil || isDigit)
        #expect(
          decoded.map { Base64URL.encode($0) == String(decoding: changed, as: UTF8.self) } ?? true)
      }
    }
  }

  @Test(arguments: ["Zg==", "Zh", "A", "Zm9+", "Zm 9", "Zm9vA", "Zm9vZh", "Zm9\u{FC}"])
  func `base64url refuses what it would not write itself`(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test func `SHA-256 of abc is the standard's example`() {
    #expect(
      Hex.encode(SHA256.hash(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `SHA-256 of pieces is that of the whole`() {
    let stream = SHA256Stream()
    for piece in ["", "a", "", "bc"] { stream.add(Array(piece.utf8)) }

    #expect(stream.finish() == SHA256.hash(Array("abc".utf8)))
    #expect(SHA256Stream().finish() == SHA256.hash([]))
  }

  @Test func `a UUID of sixteen zero bytes carries version and variant`() {
    let zeros = [UInt8](repeating: 0, count: 16)

    #expect(UUIDText.version4(from: zeros) == "00000000-0000-4000-8000-000000000000")
    #expect(UUIDText.version8(from: zeros) == "00000000-0000-8000-8000-000000000000")
  }
}

@Suite struct SigningKeyTests {
  @Test func `the first vector of RFC 8032 is signed and verified`() throws {
    let seed = try #require(
      Hex.decode("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
    let key = try #require(SigningKey(seed: seed))

    let signature = key.signature(over: [])

    #expect(Hex.encode(signature).hasPrefix("e5564300c360ac729086e2cc806e828a"))
    #expect(key.publicKey.isValid(signature, over: []))
    #expect(!key.publicKey.isValid(signature, over: [0]))
    #expect(!key.publicKey.isValid([], over: []))
    #expect("\(key)" == "SigningKey(redacted)")
  }
}

@Suite struct CheckedKeyTests {
  static let small = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  ]

  /// The base point with a point of small order added; the numbers 2^255 - 19 and one more; and 2, at
  /// which the curve has no point.
  static let strange = [
    "98519eadf35b995233b51b5cd23e9cc5a28b639b5a4af0ec903cb960d81b7819",
    "359dbf604a3b3bedc20d5408b9d4770fbe52c922979b3178d02ab8d41c9c3a4e",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0200000000000000000000000000000000000000000000000000000000000000",
  ]

  @Test(arguments: small + strange)
  func `a point of small order, of a mixed one, in another form or of no curve is no key`(
    hex: String
  ) throws {
    #expect(VerifyingKey(checking: try #require(Hex.decode(hex))) == nil)
  }

  @Test func `the key of a signer is one, and other lengths are none`() throws {
    let key = try #require(SigningKey(seed: [UInt8](repeating: 7, count: 32))).publicKey

    #expect(VerifyingKey(checking: key.bytes) == key)
    #expect(VerifyingKey(checking: Array(key.bytes.dropLast())) == nil)
    #expect(VerifyingKey(checking: key.bytes + [0]) == nil)
    #expect(VerifyingKey(checking: []) == nil)
  }

  @Test func `under a point of small order a signature holds that nobody made`() throws {
    // Why such a key is refused: this signature is made without any secret.
    let key = try #require(
      Hex.decode(Self.small[0]).flatMap { VerifyingKey(bytes: $0) })
    let signature = [UInt8](arrayLiteral: 1) + [UInt8](repeating: 0, count: 63)

    #expect(key.isValid(signature, over: Array("anything".utf8)))
  }
}

@Suite struct SealingKeyTests {
  @Test func `any changed bit, other context or other key refuses to open`() throws {
    let key = try #require(SealingKey(bytes: [UInt8](repeating: 7, count: 32)))
    let other = try #require(SealingKey(bytes: [UInt8](repeating: 8, count: 32)))
    let plain = Array("a password hash".utf8)

    let sealed = key.seal(plain, context: [1], random: SystemRandom())

    #expect(key.open(sealed, context: [1]) == plain)
    #expect(key.open(sealed, context: [2]) == nil)
    #expect(other.open(sealed, context: [1]) == nil)
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(key.open(changed, context: [1]) == nil)
    }
  }
}

@Suite struct PasswordHashTests {
  @Test func `only the same password matches its hash`() throws {
    let hash = PasswordHash(memoryBytes: 19 << 20, passes: 2)

    let phc = try #require(hash.hash(Array("correct horse battery".utf8)))

    #expect(phc.hasPrefix("$argon2id$"))
    #expect(hash.isValid(Array("correct horse battery".utf8), for: phc))
    #expect(!hash.isValid(Array("correct horse batterz".utf8), for: phc))
    #expect(!hash.isValid([], for: phc))
    #expect(!hash.isValid(Array("x".utf8), for: "not a hash"))
  }

  @Test func `a password is hashed with Argon2id, 64 MiB and 3 passes (SIGN-10)`() throws {
    let phc = try #require(PasswordHash().hash([]))

    #expect(phc.hasPrefix("$argon2id$v=19$m=65536,t=3,p=1$"))
  }

  @Test func `weaker than OWASP's floor is not hashed at all (SIGN-10)`() async {
    await #expect(processExitsWith: .failure) { _ = PasswordHash(memoryBytes: 18 << 20) }
    await #expect(processExitsWith: .failure) { _ = PasswordHash(passes: 1) }
  }
}

@Suite struct SecretFileTests {
  let folder = "/tmp/secret-file-\(SystemRandom().uuid())"

  @Test func `bytes come back, for the owner's eyes only`() throws {
    let file = SecretFile(path: folder + "/token")
    #expect(try file.read() == nil)

    try file.write([1, 2, 3])
    try file.write([4])

    #expect(try file.read() == [4])
    var status = stat()
    #expect(stat(folder + "/token", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    try file.remove()
    try file.remove()
    #expect(try file.read() == nil)
    rmdir(folder)
  }

  @Test func `a file that others may read is not used`() throws {
    let file = SecretFile(path: folder + "/token")
    try file.write([1])
    chmod(folder + "/token", 0o644)

    #expect(throws: SecretFile.Failure.exposed(path: folder + "/token")) { try file.read() }

    try file.remove()
    rmdir(folder)
  }
}
