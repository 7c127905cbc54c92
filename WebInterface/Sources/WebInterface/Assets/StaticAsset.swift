/// A file of a site that never changes under its address.
///
/// The address holds a hash of the bytes, so a new version has a new one and browsers may keep
/// what they have for ever.
public struct StaticAsset: Sendable, Equatable {
  public let contentType: String
  public let bytes: [UInt8]
  /// Where it is served: `/assets/<name>.<hash>.<ending>`.
  public let path: PagePath
  /// The quoted hash, for `ETag`.
  public let entityTag: String

  /// - `fileName`: such as `look.css`; letters a–z, digits, `-`, and one dot before the
  ///   ending, which decides the content type.
  /// - Precondition: the ending is css, js, svg, png, webmanifest or woff2.
  public init(_ fileName: String, _ bytes: [UInt8]) {
    let parts = fileName.split(separator: ".")
    guard parts.count == 2, let contentType = Self.contentTypes[String(parts[1])] else {
      preconditionFailure("an asset is named like look.css: \(fileName)")
    }
    let hash = Self.hash(bytes)
    self.contentType = contentType
    self.bytes = bytes
    path = "/assets/\(parts[0]).\(hash).\(parts[1])"
    entityTag = "\"\(hash)\""
  }

  private static let contentTypes = [
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
  ]

  /// FNV-1a, 64 bits, 16 hex digits.
  ///
  /// Tells versions of our own files apart; nobody's safety hangs on it, so it need not be a
  /// cryptographic hash.
  static func hash(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
