/// Scheme, host and port of one of the person's own sites, such as `http://hub.localhost:8765`.
///
/// Only programs make one, from their settings or for a sister site; never out of a request.
public struct SiteOrigin: Sendable, Hashable {
  /// As browsers write it in `Origin`: lower case, without the scheme's own port.
  public let text: String
  /// As browsers write it in `Host`.
  public let authority: String
  public let isTLS: Bool

  /// Nil unless `text` is `http://` or `https://`, a host of ASCII letters, digits, dots and
  /// hyphens (or an IPv6 address in brackets), and maybe a port of 1…65535; nothing after it.
  public init?(_ text: String) {
    let lowercased = text.lowercased()
    let scheme = ["https://", "http://"].first { lowercased.hasPrefix($0) }
    guard let scheme else { return nil }
    isTLS = scheme == "https://"
    var host = lowercased.dropFirst(scheme.count)
    var port: String?
    if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
      let digits = host[host.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (48...57).contains($0) }),
        let number = UInt16(digits), number > 0
      else { return nil }
      let isUsual = number == (isTLS ? 443 : 80)
      port = isUsual ? nil : String(number)
      host = host[..<colon]
    }
    guard Self.isHost(host) else { return nil }
    authority = String(host) + (port.map { ":" + $0 } ?? "")
    self.text = scheme + authority
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      let address = host.dropFirst().dropLast()
      return !address.isEmpty && address.allSatisfy { $0.isHexDigit || $0 == ":" }
        && host.utf8.count == host.count
    }
    return !host.isEmpty && host.first != "." && host.first != "-"
      && host.utf8.allSatisfy { byte in
        (97...122).contains(byte) || (48...57).contains(byte)
          || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      }
  }
}
