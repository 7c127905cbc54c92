/// Where a server is: scheme, host and port, and nothing else.
public struct HTTPOrigin: Sendable, Hashable, CustomStringConvertible {
  public enum Scheme: String, Sendable { case http, https }

  /// Why a text is not the address of a server that we may talk to.
  public enum Refusal: Error, Equatable, Sendable {
    /// Not `http://host[:port]` or `https://host[:port]`.
    case malformed
    /// A user name, a path, a query or a fragment does not belong here.
    case hasMoreThanAnOrigin
    /// Without TLS only this machine itself may be addressed.
    case needsTLS

    public var code: String {
      switch self {
      case .malformed: "origin.malformed"
      case .hasMoreThanAnOrigin: "origin.has_more"
      case .needsTLS: "origin.needs_tls"
      }
    }
  }

  public let scheme: Scheme
  /// Lower case; an IPv6 address without its brackets.
  public let host: String
  public let port: UInt16

  /// Reads an address that a person typed; one `/` at the end is allowed.
  public init(_ text: String, allowingPlainHTTP isPlainAllowed: Bool = false) throws(Refusal) {
    guard let separator = text.firstRange(of: "://"),
      let scheme = Scheme(rawValue: text[..<separator.lowerBound].lowercased())
    else { throw .malformed }
    var rest = text[separator.upperBound...]
    if rest.hasSuffix("/") { rest.removeLast() }
    guard !rest.contains(where: { "/?#@\\".contains($0) }) else { throw .hasMoreThanAnOrigin }
    let (host, port) = try Self.split(rest, scheme)
    self.scheme = scheme
    self.host = host
    self.port = port
    guard scheme == .https || isPlainAllowed || isLoopback else { throw .needsTLS }
  }

  /// Whether the name always means this machine.
  public var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "::1"
  }

  /// `host` or `host:port`, as the Host header says it.
  public var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    let isUsual = port == (scheme == .https ? 443 : 80)
    return isUsual ? name : "\(name):\(port)"
  }

  public var description: String { "\(scheme.rawValue)://\(authority)" }

  private static func split(
    _ authority: Substring, _ scheme: Scheme
  ) throws(Refusal) -> (String, UInt16) {
    var host = authority
    var digits: Substring?
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { throw .malformed }
      host = authority[authority.index(after: authority.startIndex)..<end]
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.first == ":" else { throw .malformed }
      if !rest.isEmpty { digits = rest.dropFirst() }
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      digits = authority[authority.index(after: colon)...]
    }
    let isName = host.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
    guard !host.isEmpty, isName else { throw .malformed }
    guard let digits else { return (host.lowercased(), scheme == .https ? 443 : 80) }
    guard let port = UInt16(digits), port > 0 else { throw .malformed }
    return (host.lowercased(), port)
  }
}
