#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a text is not an origin that requests may be sent to; the text has to be corrected.
public enum HTTPOriginError: Error, Equatable, Sendable {
  /// Not `scheme://host` or `scheme://host:port` with a name or numeric address.
  case malformed
  /// The scheme is neither `https` nor `http`.
  case schemeNotSupported
  /// A name or password before the host; they would end up in logs.
  case userNotAllowed
  /// A path other than `/`, a query or a fragment; those belong to the requests.
  case pathNotAllowed
  /// `http` to another machine, where anybody in between could read along.
  case plainHTTPNotAllowed

  /// The name in logs and on the wire; never renamed, never reused.
  public var code: String {
    switch self {
    case .malformed: "http_origin.malformed"
    case .schemeNotSupported: "http_origin.scheme_not_supported"
    case .userNotAllowed: "http_origin.user_not_allowed"
    case .pathNotAllowed: "http_origin.path_not_allowed"
    case .plainHTTPNotAllowed: "http_origin.plain_http_not_allowed"
    }
  }
}

/// A scheme, host and port to which requests are sent.
public struct HTTPOrigin: Sendable, Hashable, CustomStringConvertible {
  public enum Scheme: String, Sendable {
    case http
    case https

    var defaultPort: UInt16 { self == .https ? 443 : 80 }
  }

  public let scheme: Scheme
  /// In small letters; an IPv6 address without its brackets.
  public let host: String
  public let port: UInt16

  /// Reads `https://hub.example`, `http://hub.localhost:8080`, `http://[::1]:8080/`.
  ///
  /// - Parameters:
  ///   - text: What a person or a file has named.
  ///   - allowsPlainHTTP: Whether `http` may go to another machine than this one.
  /// - Throws: ``HTTPOriginError``
  public init(parsing text: String, allowsPlainHTTP: Bool = false) throws(HTTPOriginError) {
    guard text.utf8.allSatisfy({ (33...126).contains($0) }),
      let colon = text.firstIndex(of: ":")
    else { throw .malformed }
    let afterColon = text[text.index(after: colon)...]
    guard afterColon.hasPrefix("//") else { throw .malformed }
    guard let scheme = Scheme(rawValue: text[..<colon].lowercased()) else {
      throw .schemeNotSupported
    }
    let rest = afterColon.dropFirst(2)
    let authority = rest.prefix { !"/?#\\".contains($0) }
    guard !authority.contains("@") else { throw .userNotAllowed }
    guard ["", "/"].contains(rest.dropFirst(authority.count)) else { throw .pathNotAllowed }
    let (host, port) = try Self.split(authority, defaultPort: scheme.defaultPort)
    self.scheme = scheme
    self.host = host
    self.port = port
    guard scheme == .https || allowsPlainHTTP || isLoopback else { throw .plainHTTPNotAllowed }
  }

  /// Whether the name can only mean this machine.
  public var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "::1"
  }

  /// As it is written in a URL; without the port where it is the scheme's own.
  public var description: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(scheme.rawValue)://\(name)\(port == scheme.defaultPort ? "" : ":\(port)")"
  }

  private static func split(
    _ authority: Substring, defaultPort: UInt16
  ) throws(HTTPOriginError) -> (String, UInt16) {
    var name = authority
    var digits: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw .malformed }
      name = authority[authority.index(after: authority.startIndex)..<end]
      let tail = authority[authority.index(after: end)...]
      guard tail.isEmpty || tail.hasPrefix(":") else { throw .malformed }
      digits = tail.isEmpty ? nil : tail.dropFirst()
      guard isNumeric(String(name), family: AF_INET6) else { throw .malformed }
    } else {
      if let colon = authority.firstIndex(of: ":") {
        name = authority[..<colon]
        digits = authority[authority.index(after: colon)...]
      }
      guard isHostName(name) else { throw .malformed }
    }
    guard let digits else { return (name.lowercased(), defaultPort) }
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits), port > 0
    else { throw .malformed }
    return (name.lowercased(), port)
  }

  /// Whether the text is of letters, digits, `-` and `_` between dots.
  ///
  /// A name that ends in a number must be a whole IPv4 address: resolvers would read `0x7f.1` or
  /// `2130706433` as one, and so as this machine.
  private static func isHostName(_ name: Substring) -> Bool {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard name.utf8.count <= 253,
      labels.allSatisfy({ (1...63).contains($0.utf8.count) && $0.utf8.allSatisfy(isLabelByte) }),
      let last = labels.last, let first = last.utf8.first
    else { return false }
    return !(48...57).contains(first) || isNumeric(String(name), family: AF_INET)
  }

  private static func isLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isNumeric(_ text: String, family: Int32) -> Bool {
    var room = in6_addr()
    return inet_pton(family, text, &room) == 1
  }
}
