/// Where a browser is led back to with a code: one of a few kinds of places, never just an address
/// out of a request (RFC 8252).
public enum Callback: Sendable, Equatable {
  /// An app's own listener on this machine, by address and not by name.
  case loopback4(port: UInt16)
  case loopback6(port: UInt16)
  /// The site of a service, as it was named when the Hub was started.
  case service(origin: String)

  private static let path = "/callback"
  private static let loopback4Origin = "http://127.0.0.1:"
  private static let loopback6Origin = "http://[::1]:"

  /// The callback written exactly so; nil for anything else.
  ///
  /// `service` is the origin of the service that asks; an app that is none has to listen here.
  public init?(_ text: String, service: String?) {
    if let service {
      guard text == service + Self.path else { return nil }
      self = .service(origin: service)
    } else if let port = Self.port(in: text, after: Self.loopback4Origin) {
      self = .loopback4(port: port)
    } else if let port = Self.port(in: text, after: Self.loopback6Origin) {
      self = .loopback6(port: port)
    } else {
      return nil
    }
  }

  public var origin: String {
    switch self {
    case .loopback4(let port): Self.loopback4Origin + String(port)
    case .loopback6(let port): Self.loopback6Origin + String(port)
    case .service(let origin): origin
    }
  }

  public var text: String { origin + Self.path }

  private static func port(in text: String, after start: String) -> UInt16? {
    guard text.hasPrefix(start), text.hasSuffix(path) else { return nil }
    let digits = text.dropFirst(start.count).dropLast(path.count)
    guard let port = UInt16(digits), port > 0, String(port) == digits else { return nil }
    return port
  }
}
