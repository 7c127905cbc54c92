#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import ToolboxHTTP

/// The proxies whose word counts about where a request came from (SES-41).
///
/// Without one, `X-Forwarded-For` is anybody's text and is not looked at.
public struct TrustedProxies: Sendable {
  private let ranges: [AddressRange]

  public init(_ ranges: [AddressRange] = []) { self.ranges = ranges }

  public var isEmpty: Bool { ranges.isEmpty }

  /// The numeric address of the client: the connection's own, or, where that is a trusted proxy, the
  /// last address in `X-Forwarded-For` that is none.
  ///
  /// What a client wrote itself stands before what the proxies added, and is not reached.
  func peer(of request: HTTPRequest) -> String? {
    guard let peer = request.peer, isTrusted(peer) else { return request.peer }
    let chain = request.headers.values(of: "X-Forwarded-For").joined(separator: ",")
      .split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    for hop in chain.reversed() {
      // A word that is no address ends what can be believed.
      guard AddressRange(hop) != nil, !hop.contains("/") else { return peer }
      if !isTrusted(hop) { return hop }
    }
    return peer
  }

  private func isTrusted(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }
}

/// One address, or all that begin with the same bits: `10.0.0.1`, `fd00::/8`.
public struct AddressRange: Sendable, Equatable {
  private let bytes: [UInt8]
  private let bits: Int

  /// Nil for what is no numeric address with, at most, a number of bits that it has.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first, let bytes = Self.bytes(of: String(address)) else { return nil }
    var bits = bytes.count * 8
    if parts.count == 2 {
      guard let given = Int(parts[1]), (0...bits).contains(given) else { return nil }
      bits = given
    }
    self.bytes = bytes
    self.bits = bits
  }

  func contains(_ address: String) -> Bool {
    guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      return bytes[bit / 8] & mask == other[bit / 8] & mask
    }
  }

  /// 4 or 16 bytes; an IPv4 address that came over IPv6 is one of IPv4.
  private static func bytes(of text: String) -> [UInt8]? {
    var four = [UInt8](repeating: 0, count: 4)
    if inet_pton(AF_INET, text, &four) == 1 { return four }
    var sixteen = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
    let isMapped = sixteen.prefix(10).allSatisfy { $0 == 0 } && sixteen[10...11] == [0xFF, 0xFF]
    return isMapped ? Array(sixteen[12...]) : sixteen
  }
}
