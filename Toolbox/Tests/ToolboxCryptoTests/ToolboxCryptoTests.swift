import Glibc
import Testing
import ToolboxCrypto

@Suite struct EncodingVectorTests {
  @Test(arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
  func `base64url follows RFC 4648 without padding`(plain: String, encoded: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
    #expect(Base64URL.decode(encoded) == Array(plain.utf8))
  }

  @Test(arguments: ["Zg==", "Zh", "A", "Zm9+", "Zm 9"])
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
