import CSodium

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
  public static let byteCount = 32

  /// The 32 bytes of the hash of `bytes`.
  public static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let input = Array(bytes)
    var digest = [UInt8](repeating: 0, count: byteCount)
    let result = crypto_hash_sha256(&digest, input, UInt64(input.count))
    precondition(result == 0, "SHA-256 cannot fail on memory that exists")
    return digest
  }
}
