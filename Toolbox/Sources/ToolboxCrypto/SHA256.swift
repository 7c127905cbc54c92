import COpenSSL

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
  public static let byteCount = 32

  // Looked up once: it costs several times what the hash of a record does. Safe because OpenSSL's
  // method objects are never changed, and this one is never freed.
  nonisolated(unsafe) fileprivate static let method = EVP_MD_fetch(nil, "SHA256", nil)

  /// The 32 bytes of the hash of `bytes`.
  public static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.withContiguousStorageIfAvailable(digest) ?? Array(bytes).withUnsafeBufferPointer(digest)
  }

  /// Writes the 32 bytes of the hash of `input` to `output`, which has room for them.
  static func write(hashOf input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer)
  {
    let result = EVP_Digest(input.baseAddress, input.count, output.baseAddress, nil, method, nil)
    precondition(result == 1, "SHA-256 cannot fail on memory that exists")
  }

  private static func digest(_ input: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
      write(hashOf: UnsafeRawBufferPointer(input), to: UnsafeMutableRawBufferPointer(output))
      count = byteCount
    }
  }
}

/// SHA-256 of bytes that come piece by piece; lives on one thread.
public final class SHA256Stream {
  private let context = EVP_MD_CTX_new()

  public init() {
    let result = EVP_DigestInit_ex(context, SHA256.method, nil)
    precondition(result == 1, "SHA-256 cannot fail on memory that exists")
  }

  deinit { EVP_MD_CTX_free(context) }

  public func add(_ bytes: [UInt8]) {
    let result = EVP_DigestUpdate(context, bytes, bytes.count)
    precondition(result == 1, "SHA-256 cannot fail on memory that exists")
  }

  /// The 32 bytes of the hash of all that was added; nothing can be added after it.
  public func finish() -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: SHA256.byteCount)
    let result = EVP_DigestFinal_ex(context, &hash, nil)
    precondition(result == 1, "SHA-256 cannot fail on memory that exists")
    return hash
  }
}
