#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The network that a request came from, as far as the Hub looks at it (SES-52).
///
/// Attempts are counted by ``bucket``; only the coarser ``kept`` is ever stored or shown.
public struct NetworkPrefix: Sendable, Hashable {
  /// The whole IPv4 address, or the first 64 bits of an IPv6 one.
  public let bucket: String
  /// The first 24 bits of an IPv4 address or 48 of an IPv6 one, with their number; or `unknown`.
  public let kept: String

  /// Where a peer has no numeric address, as in a test without a socket.
  public static let unknown = NetworkPrefix(bucket: "unknown", kept: "unknown")

  /// The prefix of a peer's numeric address; ``unknown`` for any other text.
  public init(peer: String?) {
    guard let peer else {
      self = .unknown
      return
    }
    if let bytes = Self.bytes(of: peer, family: AF_INET, count: 4) {
      self.init(version4: bytes[...])
    } else if let bytes = Self.bytes(of: peer, family: AF_INET6, count: 16) {
      // One machine that is reached by both is one network.
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11] == [0xFF, 0xFF]
      if isMapped { self.init(version4: bytes[12...]) } else { self.init(version6: bytes) }
    } else {
      self = .unknown
    }
  }

  private init(bucket: String, kept: String) {
    self.bucket = bucket
    self.kept = kept
  }

  private init(version4 bytes: ArraySlice<UInt8>) {
    bucket = bytes.map(String.init).joined(separator: ".")
    kept = bytes.prefix(3).map(String.init).joined(separator: ".") + ".0/24"
  }

  private init(version6 bytes: [UInt8]) {
    let groups = stride(from: 0, to: 16, by: 2).map {
      String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
    }
    bucket = groups.prefix(4).joined(separator: ":") + "::/64"
    kept = groups.prefix(3).joined(separator: ":") + "::/48"
  }

  private static func bytes(of text: String, family: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }
}
