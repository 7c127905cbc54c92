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
  ///
  /// Byte by byte: as a character, a `;` with an accent upon it would be no `;`, and other readers
  /// would see two cookies where we see one.
  public init(_ headers: HTTPHeaders) {
    cookies = headers.values(of: "Cookie")
      .flatMap { Array($0.utf8).split(separator: UInt8(ascii: ";")) }
      .compactMap { piece in
        let parts = piece.split(
          separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts.first, let last = parts.last else { return nil }
        let name = String(decoding: first, as: UTF8.self).trimmingSpaces()
        guard !name.isEmpty else { return nil }
        let value = String(decoding: last, as: UTF8.self).trimmingSpaces()
        return Cookie(name: name, value: value.withoutQuotes)
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
    let quote = UInt8(ascii: "\"")
    guard utf8.count >= 2, utf8.first == quote, utf8.last == quote else { return self }
    return String(decoding: utf8.dropFirst().dropLast(), as: UTF8.self)
  }
}
