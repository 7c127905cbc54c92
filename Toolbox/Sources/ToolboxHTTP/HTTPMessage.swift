/// The methods that our servers answer; anything else is refused at the edge.
public enum HTTPMethod: String, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
  case options = "OPTIONS"
}

/// Header fields in the order they were sent; names compare without case.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  public struct Field: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var fields: [Field] = []

  public init() {}

  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value under `name`; setting replaces every value, and `nil` removes them.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value }
    set {
      fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Adds a value and keeps those already there, as `Set-Cookie` needs.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  public func values(of name: String) -> [String] {
    fields.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
  }
}

extension String {
  /// Whether both are the same but for the case of A–Z; never depends on a locale.
  package func equalsIgnoringASCIICase(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  package var asciiLowercased: UInt8 { (65...90).contains(self) ? self | 0x20 : self }
}

/// One request, complete with its body.
public struct HTTPRequest: Sendable {
  public var method: HTTPMethod
  /// What stands before `?`, as sent: not percent-decoded.
  public var path: String
  /// What stands after `?`, as sent; nil without one.
  public var query: String?
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// The peer's numeric address, without a port; nil where there is no socket.
  public var peer: String?

  public init(
    method: HTTPMethod, path: String, query: String? = nil, headers: HTTPHeaders = [:],
    body: [UInt8] = [], peer: String? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
  }
}

/// One answer; a stream is sent chunk by chunk as it yields.
public struct HTTPResponse: Sendable {
  public enum Body: Sendable {
    case bytes([UInt8])
    case stream(AsyncStream<[UInt8]>)
  }

  public var status: Int
  public var headers: HTTPHeaders
  public var body: Body

  public init(status: Int, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The body where it is complete; nil for a stream.
  public var bytes: [UInt8]? {
    guard case .bytes(let bytes) = body else { return nil }
    return bytes
  }
}
