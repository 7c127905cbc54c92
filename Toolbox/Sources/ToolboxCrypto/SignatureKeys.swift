import COpenSSL

/// An ECDSA key over P-256 that checks signatures with SHA-256 (FIPS 186-5; "ES256").
public struct P256VerifyingKey: Sendable, Hashable {
  private let info: [UInt8]

  /// The key whose point this is; nil where a coordinate has not 32 bytes, or it is not on the curve.
  public init?(x: [UInt8], y: [UInt8]) {
    guard x.count == 32, y.count == 32 else { return nil }
    let point = [UInt8](arrayLiteral: 4) + x + y
    // id-ecPublicKey, with prime256v1.
    let algorithm = DER.sequence(
      DER.object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
        + DER.object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]))
    info = DER.sequence(algorithm + DER.bits(point))
    guard PublicKeyInfo.isSound(info) else { return nil }
  }

  /// Whether this key's owner signed exactly `message`; `signature` is in DER.
  public func isValid(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    PublicKeyInfo.isValid(signature, over: message, by: info)
  }
}

/// An RSA key that checks signatures of PKCS #1 v1.5 with SHA-256 (RFC 8017; "RS256").
public struct RSAVerifyingKey: Sendable, Hashable {
  private let info: [UInt8]

  /// The key of a modulus of 2,048…4,096 bits, without leading zeros, and the exponent 65,537; nil for
  /// any other.
  public init?(modulus: [UInt8], exponent: [UInt8]) {
    guard let first = modulus.first, first & 0x80 != 0, (256...512).contains(modulus.count),
      exponent == [1, 0, 1]
    else { return nil }
    let key = DER.sequence(DER.number(modulus) + DER.number(exponent))
    // rsaEncryption, whose parameters are NULL.
    let algorithm = DER.sequence(
      DER.object([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]) + [0x05, 0x00])
    info = DER.sequence(algorithm + DER.bits(key))
    guard PublicKeyInfo.isSound(info) else { return nil }
  }

  public func isValid(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    PublicKeyInfo.isValid(signature, over: message, by: info)
  }
}

/// A key in the form that OpenSSL reads for every kind (SubjectPublicKeyInfo, RFC 5280).
private enum PublicKeyInfo {
  /// Whether OpenSSL takes it for a key, and the key for a possible one.
  static func isSound(_ info: [UInt8]) -> Bool {
    guard let key = read(info) else { return false }
    defer { EVP_PKEY_free(key) }
    let context = EVP_PKEY_CTX_new(key, nil)
    defer { EVP_PKEY_CTX_free(context) }
    return EVP_PKEY_public_check(context) == 1
  }

  static func isValid(_ signature: [UInt8], over message: [UInt8], by info: [UInt8]) -> Bool {
    guard let key = read(info) else { return false }
    let context = EVP_MD_CTX_new()
    defer {
      EVP_MD_CTX_free(context)
      EVP_PKEY_free(key)
    }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  private static func read(_ info: [UInt8]) -> OpaquePointer? {
    info.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_PUBKEY(nil, &start, bytes.count)
    }
  }
}

/// The few pieces of DER (ITU-T X.690) that a public key is written with.
private enum DER {
  static func sequence(_ content: [UInt8]) -> [UInt8] { piece(0x30, content) }
  static func object(_ content: [UInt8]) -> [UInt8] { piece(0x06, content) }
  static func bits(_ content: [UInt8]) -> [UInt8] { piece(0x03, [0] + content) }

  /// A number that is not negative, from its bytes.
  static func number(_ bytes: [UInt8]) -> [UInt8] {
    piece(0x02, (bytes.first ?? 0) & 0x80 == 0 ? bytes : [0] + bytes)
  }

  private static func piece(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    if count < 128 { return [tag, UInt8(count)] + content }
    if count < 256 { return [tag, 0x81, UInt8(count)] + content }
    return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + content
  }
}
