/// An AES-256-GCM key for data at rest (NIST SP 800-38D); never printed.
public struct SealingKey: Sendable, CustomStringConvertible {
  public static let byteCount = AESGCM.keyByteCount

  private let secret: SecretBytes

  /// Nil unless there are exactly 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    secret = SecretBytes(bytes)
  }

  public var description: String { "SealingKey(redacted)" }

  /// Nonce, ciphertext and tag; opens only with this key and the same `context`.
  public func seal(_ plain: [UInt8], context: [UInt8], random: some RandomBytes) -> [UInt8] {
    let nonce = random.bytes(AESGCM.nonceByteCount)
    return nonce + AESGCM.seal(plain, key: secret, nonce: nonce, associated: context)
  }

  /// The plain bytes; nil where key, context or any bit of `sealed` is another.
  public func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
    guard sealed.count >= AESGCM.nonceByteCount else { return nil }
    return AESGCM.open(
      sealed.dropFirst(AESGCM.nonceByteCount), key: secret,
      nonce: Array(sealed.prefix(AESGCM.nonceByteCount)), associated: context)
  }
}
