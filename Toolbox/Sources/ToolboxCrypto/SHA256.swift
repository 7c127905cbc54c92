import COpenSSL

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
  public static let byteCount = 32

  // Looked up once: it costs several times what the hash of a record does. Safe because OpenSSL's
  // method objects are never changed, and this one is never freed.
  nonisolated(unsafe) private static let method = EVP_MD_fetch(nil, "SHA256", nil)

  /// The 32 bytes of the hash of `bytes`.
  public static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.withContiguousStorageIfAvailable(digest) ?? Array(bytes).withUnsafeBufferPointer(digest)
  }

  private static func digest(_ input: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
      let result = EVP_Digest(
        input.baseAddress, input.count, output.baseAddress, nil, method, nil)
      precondition(result == 1, "SHA-256 cannot fail on memory that exists")
      count = byteCount
    }
  }
}
