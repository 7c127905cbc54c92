/// The cookies that came with a request, in the order they were sent (RFC 6265, section 4.2).
///
/// Names compare exactly. A browser may send one name twice, with different paths; the more
/// specific one comes first.
public struct HTTPCookies: Sendable, Equatable {
  public struct Cookie: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public let cookies: [Cookie]

  /// Reads every `Cookie` field; pieces without a name are skipped, quotes around a value dropped.
  public init(_ headers: HTTPHeaders) {
    cookies = headers.values(of: "Cookie")
      .flatMap { $0.split(separator: ";") }
      .compactMap { piece in
        let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts.first, let last = parts.last else { return nil }
        let name = String(first).trimmingSpaces()
        guard !name.isEmpty else { return nil }
        return Cookie(name: name, value: String(last).trimmingSpaces().withoutQuotes)
      }
  }

  /// The first value under `name`.
  public subscript(name: String) -> String? {
    cookies.first { $0.name == name }?.value
  }

  public func values(of name: String) -> [String] {
    cookies.filter { $0.name == name }.map(\.value)
  }
}

/// A cookie to hand to a browser; `HttpOnly` always, since no script of ours reads cookies.
public struct HTTPSetCookie: Sendable, Equatable {
  public enum SameSite: String, Sendable {
    case strict = "Strict"
    case lax = "Lax"
  }

  public var name: String
  public var value: String
  public var path: String
  /// How long the browser keeps it, in whole seconds; nil: until the browser ends; zero: forget it.
  public var maxAge: Duration?
  /// Sent over TLS only; false only on loopback.
  public var isSecure: Bool
  public var sameSite: SameSite

  /// - Precondition: `name` and `value` are of letters, digits and `-._~` only, and `path` holds
  ///   neither `;` nor control characters.
  public init(
    name: String, value: String, path: String = "/", maxAge: Duration? = nil, isSecure: Bool,
    sameSite: SameSite = .lax
  ) {
    precondition(
      !name.isEmpty && PercentEncoding.encode(name) == name, "a cookie's name needs no escape")
    precondition(PercentEncoding.encode(value) == value, "a cookie's value needs no escape")
    precondition(
      path.utf8.allSatisfy { $0 != UInt8(ascii: ";") && (32...126).contains($0) },
      "a cookie's path is plain ASCII")
    self.name = name
    self.value = value
    self.path = path
    self.maxAge = maxAge
    self.isSecure = isSecure
    self.sameSite = sameSite
  }

  /// The value of one `Set-Cookie` field.
  public var headerValue: String {
    var text = "\(name)=\(value); Path=\(path)"
    if let maxAge { text += "; Max-Age=\(maxAge.components.seconds)" }
    if isSecure { text += "; Secure" }
    return text + "; HttpOnly; SameSite=\(sameSite.rawValue)"
  }
}

extension String {
  fileprivate var withoutQuotes: String {
    guard utf8.count >= 2, hasPrefix("\""), hasSuffix("\"") else { return self }
    return String(dropFirst().dropLast())
  }
}
