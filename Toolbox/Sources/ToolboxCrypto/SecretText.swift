/// How a secret is written: a prefix that names its kind, 256 random bits, and a checksum.
///
/// 43 characters of base64url follow the prefix, and then 6 of a CRC-32 over all before them, so that
/// scanners of logs find a secret and a typing error is none.
public enum SecretText {
  public static let randomByteCount = 32

  public static func make(prefix: String, random: some RandomBytes) -> String {
    let body = prefix + Base64URL.encode(random.bytes(randomByteCount))
    return body + checksum(body.utf8)
  }

  /// Whether `text` is a secret with this prefix, whole and without a typing error.
  public static func isWhole(_ text: String, prefix: String) -> Bool {
    let bodyCount = prefix.utf8.count + 43
    guard text.utf8.count == bodyCount + 6, text.hasPrefix(prefix) else { return false }
    let body = text.utf8.prefix(bodyCount)
    let random = Base64URL.decode(
      String(decoding: body.dropFirst(prefix.utf8.count), as: UTF8.self))
    return random?.count == randomByteCount
      && text == String(decoding: body, as: UTF8.self) + checksum(body)
  }

  private static func checksum(_ text: some Sequence<UInt8>) -> String {
    let crc = CRC32.of(text)
    return Base64URL.encode((0..<4).map { UInt8(truncatingIfNeeded: crc >> (24 - 8 * $0)) })
  }
}

/// CRC-32 as in gzip and PNG: finds typing errors, protects against nobody.
public enum CRC32 {
  public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}
