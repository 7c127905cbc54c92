// How messages are made text, by interpolation, `dump` or a failed expectation: without what lets
// somebody in. A body may hold a token and a query a code, so of either only the size shows.

extension HTTPHeaders.Field: CustomStringConvertible, CustomReflectable {
  private static let secretNames = [
    "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie",
  ]

  public var description: String {
    let isSecret = Self.secretNames.contains { $0.equalsIgnoringASCIICase(name) }
    return "\(name): \(isSecret ? "(redacted)" : value)"
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPCookies.Cookie: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(name)=(redacted)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPSetCookie: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(name)=(redacted); Path=\(path)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  public var description: String {
    let query = query.map { "?(\($0.utf8.count) bytes)" } ?? ""
    return "\(method.rawValue) \(path)\(query) \(headers.fields) (\(body.count) bytes)"
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  public var description: String {
    let size = bytes.map { "\($0.count) bytes" } ?? "a stream"
    return "\(status) \(headers.fields) (\(size))"
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
