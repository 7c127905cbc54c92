import COpenSSL

/// An AES-256-GCM key for data at rest (NIST SP 800-38D); never printed.
public struct SealingKey: Sendable, CustomStringConvertible {
  public static let byteCount = 32
  private static let nonceByteCount = 12
  private static let tagByteCount = 16

  private let bytes: [UInt8]

  /// Nil unless there are exactly 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  public var description: String { "SealingKey(redacted)" }

  /// Nonce, ciphertext and tag; opens only with this key and the same `context`.
  public func seal(_ plain: [UInt8], context: [UInt8], random: some RandomBytes) -> [UInt8] {
    let nonce = random.bytes(Self.nonceByteCount)
    let cipher = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(cipher) }
    var output = [UInt8](repeating: 0, count: plain.count + 1)
    var tag = [UInt8](repeating: 0, count: Self.tagByteCount)
    var count: Int32 = 0
    let isSealed =
      EVP_EncryptInit_ex(cipher, EVP_aes_256_gcm(), nil, bytes, nonce) == 1
      && EVP_EncryptUpdate(cipher, nil, &count, context, Int32(context.count)) == 1
      && EVP_EncryptUpdate(cipher, &output, &count, plain, Int32(plain.count)) == 1
      && EVP_EncryptFinal_ex(cipher, &tag, &count) == 1
      && copenssl_gcm_get_tag(cipher, Int32(Self.tagByteCount), &tag) == 1
    precondition(isSealed, "AES-GCM cannot fail on memory that exists")
    return nonce + output.prefix(plain.count) + tag
  }

  /// The plain bytes; nil where key, context or any bit of `sealed` is another.
  public func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
    let overhead = Self.nonceByteCount + Self.tagByteCount
    guard sealed.count >= overhead else { return nil }
    let nonce = Array(sealed.prefix(Self.nonceByteCount))
    var tag = Array(sealed.suffix(Self.tagByteCount))
    let body = Array(sealed.dropFirst(Self.nonceByteCount).dropLast(Self.tagByteCount))
    let cipher = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(cipher) }
    var output = [UInt8](repeating: 0, count: body.count + 1)
    var rest = [UInt8](repeating: 0, count: Self.tagByteCount)
    var count: Int32 = 0
    let isOpened =
      EVP_DecryptInit_ex(cipher, EVP_aes_256_gcm(), nil, bytes, nonce) == 1
      && EVP_DecryptUpdate(cipher, nil, &count, context, Int32(context.count)) == 1
      && EVP_DecryptUpdate(cipher, &output, &count, body, Int32(body.count)) == 1
      && copenssl_gcm_set_tag(cipher, Int32(Self.tagByteCount), &tag) == 1
      && EVP_DecryptFinal_ex(cipher, &rest, &count) == 1
    return isOpened ? Array(output.prefix(body.count)) : nil
  }
}
