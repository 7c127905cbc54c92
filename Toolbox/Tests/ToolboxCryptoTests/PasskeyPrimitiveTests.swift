import Testing
import ToolboxCrypto

/// What sign-in needs beside Ed25519; vectors of RFC 4648, RFC 2202 and of `openssl dgst`.
@Suite struct PasskeyPrimitiveTests {
  static let message = Array("signed by a passkey".utf8)

  @Test(arguments: [
    ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
    ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
  ])
  func `base32 follows RFC 4648 without padding`(plain: String, encoded: String) {
    #expect(Base32.encode(Array(plain.utf8)) == encoded)
  }

  @Test func `HMAC with SHA-1 follows RFC 2202`() {
    let first = HMACSHA1.code(
      of: Array("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20))
    let second = HMACSHA1.code(
      of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))

    #expect(Hex.encode(first) == "b617318655057264e28bc0b6fb378c8ef146be00")
    #expect(Hex.encode(second) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
  }

  @Test func `a signature over P-256 holds for its message and for no other`() throws {
    let key = try #require(P256VerifyingKey(x: Self.x, y: Self.y))

    #expect(key.isValid(Self.p256Signature, over: Self.message))
    #expect(!key.isValid(Self.p256Signature, over: Self.message + [0]))
    #expect(!key.isValid(Self.p256Signature.flipped(at: 20), over: Self.message))
    #expect(!key.isValid([], over: Self.message))
  }

  @Test func `a point beside the curve is no key`() {
    #expect(P256VerifyingKey(x: Self.x, y: Self.y.flipped(at: 31)) == nil)
    #expect(P256VerifyingKey(x: Self.x, y: Array(Self.y.dropLast())) == nil)
    #expect(P256VerifyingKey(x: [], y: []) == nil)
    let zero = [UInt8](repeating: 0, count: 32)
    #expect(P256VerifyingKey(x: zero, y: zero) == nil)
  }

  @Test func `a signature of RSA holds for its message and for no other`() throws {
    let key = try #require(RSAVerifyingKey(modulus: Self.modulus, exponent: [1, 0, 1]))

    #expect(key.isValid(Self.rsaSignature, over: Self.message))
    #expect(!key.isValid(Self.rsaSignature, over: Self.message + [0]))
    #expect(!key.isValid(Self.rsaSignature.flipped(at: 100), over: Self.message))
  }

  @Test func `an RSA key that is short, long, padded or of another exponent is none`() {
    #expect(RSAVerifyingKey(modulus: Array(Self.modulus.dropLast()), exponent: [1, 0, 1]) == nil)
    #expect(
      RSAVerifyingKey(modulus: [UInt8](repeating: 0xFF, count: 513), exponent: [1, 0, 1]) == nil)
    #expect(RSAVerifyingKey(modulus: [0] + Self.modulus, exponent: [1, 0, 1]) == nil)
    #expect(RSAVerifyingKey(modulus: Self.modulus, exponent: [3]) == nil)
    #expect(RSAVerifyingKey(modulus: [], exponent: [1, 0, 1]) == nil)
  }
}

extension [UInt8] {
  fileprivate func flipped(at index: Int) -> [UInt8] {
    var copy = self
    copy[index] ^= 1
    return copy
  }
}

extension PasskeyPrimitiveTests {
  static let x = bytes("ec87cba78d8ae438d54fe52af51fcc78632433ac3017e5388a8247de9ca1aee0")
  static let y = bytes("24601a40b0d33632409ab0cafb29e6d482900519527226a0dc78088d61096fe5")
  static let p256Signature = bytes(
    """
    3045022033386fcb93d70b324080766bbb1846e738692ff819af7d5cc0b1e1a0fd892693022100989239bbcb12a2ca\
    cb6b78daba6de22f211289b8e0abb9f3b4d1e490206480a5
    """)
  static let modulus = bytes(
    """
    91ffff221eced1667ad09e4e939e4c541e2f07f05a48bbc2f7b1af44b82aa9d83519a50ab80c9aa451882e52b2b050\
    dca41512a99b44ebf1e2aee163831b0f607d085306d82a1c9d8b98f535b0d61525b0a174e61a23982a4ee989ae5593\
    d90ffd39caa104964111d95abdaa5b9bd82345ecf4f68bdcd15317d98be7714b70aafe344021d6d300fc4864e105c6\
    ebee2418a164dfd97589adef2b9726532b162cce46ffd295497d638862d8520fc5b5d71160a6d72d28f9abaadbacec\
    2beee6ce29ee1e83a00cf31156445f0bab4d554be167d1cd5ffb17b899322e208e2d7bc7273d5d97dc8d04a537fed1\
    3e1ac239767bf119cf50b7370d758fb40d548e5741
    """)
  static let rsaSignature = bytes(
    """
    05601bb9c83810a30a70dd51822131ac484d4d50d69625833aa2024067503343338f8d940cf286ac3351ba1e7c5f42\
    58181449195006219b9bcb1a513e4109de5c414d107b8c13e23481268ab58de30db3bdfd87e80971cb4efd01cbc6e6\
    0e7c31de4a0ecc53bcf0293261648750baa7f6fe18e9977498eef7d94d81ff9131961fdee533ee4c84ef0427ac9be2\
    6af2d44143f4860af480a46ca3fef7d9109c1cc9a5c140c19ebaa0bd988cf48f45899bab0f80781472d54f78f81e3c\
    d82c8a5e7b59b4dce768ba9acac045def3df7e7d146fdda8db30c0df66ff8bcc93ec32d95e39f40d848d65c0aac271\
    8a222a8fdc65171515a9267fe13a81ab725606959d
    """)

  private static func bytes(_ hex: String) -> [UInt8] {
    guard let bytes = Hex.decode(hex) else { preconditionFailure("the vectors are hex") }
    return bytes
  }
}
