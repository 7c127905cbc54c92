import COpenSSL

/// HMAC with SHA-1 (RFC 2104), for the one thing that still asks for it: codes of authenticators.
public enum HMACSHA1 {
  public static let byteCount = 20

  /// The 20 bytes for `message` under `key`.
  public static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: byteCount)
    var count = UInt32(code.count)
    let result = HMAC(
      EVP_sha1(), key, Int32(key.count), message, message.count, &code, &count)
    precondition(result != nil && count == byteCount, "HMAC cannot fail on memory that exists")
    return code
  }
}
