import COpenSSL

/// An X25519 key that agrees on a secret with another's public key (RFC 7748); never printed.
public struct AgreementKey: Sendable, CustomStringConvertible {
  public static let byteCount = 32

  /// The 32 secret bytes from which the key is made again.
  public let secret: SecretBytes
  /// Exactly 32 bytes.
  public let publicKey: [UInt8]

  /// Nil unless there are exactly 32 bytes.
  public init?(secret: SecretBytes) {
    guard secret.count == Self.byteCount, let key = Self.privateKey(secret) else { return nil }
    defer { EVP_PKEY_free(key) }
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    var count = bytes.count
    guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 else { return nil }
    self.secret = secret
    publicKey = bytes
  }

  public var description: String { "AgreementKey(redacted)" }

  /// The 32 bytes that the other comes to as well; nil for bytes that are no key, or one of the few with
  /// which everybody comes to the same.
  public func sharedSecret(with other: [UInt8]) -> SecretBytes? {
    guard other.count == Self.byteCount, let own = Self.privateKey(secret) else { return nil }
    defer { EVP_PKEY_free(own) }
    guard let peer = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nil, other, other.count) else {
      return nil
    }
    defer { EVP_PKEY_free(peer) }
    let context = EVP_PKEY_CTX_new(own, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var isAgreed = false
    let shared = SecretBytes(count: Self.byteCount) { output in
      var count = output.count
      isAgreed =
        EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer) == 1
        && EVP_PKEY_derive(
          context, output.bindMemory(to: UInt8.self).baseAddress, &count) == 1
        && count == output.count
    }
    return isAgreed ? shared : nil
  }

  private static func privateKey(_ secret: SecretBytes) -> OpaquePointer? {
    secret.withUnsafeBytes {
      EVP_PKEY_new_raw_private_key(
        EVP_PKEY_X25519, nil, $0.bindMemory(to: UInt8.self).baseAddress, $0.count)
    }
  }
}
