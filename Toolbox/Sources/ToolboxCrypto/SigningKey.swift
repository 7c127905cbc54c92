import COpenSSL
import CSodium

/// An Ed25519 key that signs (RFC 8032); never printed.
public struct SigningKey: Sendable, CustomStringConvertible {
  public static let seedByteCount = 32

  /// The 32 secret bytes from which the key is made again.
  public let seed: [UInt8]
  public let publicKey: VerifyingKey

  /// Makes the key of a seed of exactly 32 bytes; nil for any other length.
  public init?(seed: [UInt8]) {
    guard seed.count == Self.seedByteCount else { return nil }
    guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else {
      return nil
    }
    defer { EVP_PKEY_free(key) }
    var bytes = [UInt8](repeating: 0, count: 32)
    var count = bytes.count
    guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1,
      let publicKey = VerifyingKey(bytes: bytes)
    else { return nil }
    self.seed = seed
    self.publicKey = publicKey
  }

  public var description: String { "SigningKey(redacted)" }

  /// The 64 bytes of the signature over `message`; the same message gives the same signature.
  public func signature(over message: [UInt8]) -> [UInt8] {
    let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)
    let context = EVP_MD_CTX_new()
    defer {
      EVP_MD_CTX_free(context)
      EVP_PKEY_free(key)
    }
    var signature = [UInt8](repeating: 0, count: 64)
    var count = signature.count
    let isSigned =
      EVP_DigestSignInit(context, nil, nil, nil, key) == 1
      && EVP_DigestSign(context, &signature, &count, message, message.count) == 1
    precondition(isSigned && count == 64, "a valid Ed25519 key signs any message")
    return signature
  }
}

/// An Ed25519 key that checks signatures.
public struct VerifyingKey: Sendable, Hashable {
  /// Exactly 32 bytes.
  public let bytes: [UInt8]

  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// The key of a stranger's bytes; nil where they are no point, not in their one form, or outside the
  /// group of the curve's base point.
  ///
  /// Under a point of small order, anybody's signature can hold for any message. Source: RFC 8032, 5.1.
  public init?(checking bytes: [UInt8]) {
    guard bytes.count == 32, crypto_core_ed25519_is_valid_point(bytes) == 1 else { return nil }
    self.bytes = bytes
  }

  /// A short form for people to compare: the first 8 bytes of SHA-256 of the key, in groups.
  public var fingerprint: String {
    let hex = Array(Hex.encode(SHA256.hash(bytes).prefix(8)))
    return stride(from: 0, to: hex.count, by: 4).map { String(hex[$0..<$0 + 4]) }
      .joined(separator: " ")
  }

  /// Whether this key's owner signed exactly `message`; false for bytes of any other shape.
  public func isValid(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    guard signature.count == 64,
      let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count)
    else { return false }
    defer { EVP_PKEY_free(key) }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
