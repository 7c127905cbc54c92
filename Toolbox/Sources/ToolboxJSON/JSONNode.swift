/// A value of a JSON document together with the place where it stands.
///
/// For files and rare calls, where the shape is not known beforehand; hot paths use
/// ``JSONScanner``.
public struct JSONNode: Sendable, Equatable {
  /// Bytes from the start of the document; ``line(of:in:)`` makes a line number of it.
  public let offset: Int
  public let value: JSONValue

  /// Reads a whole document by the rules of ``JSONScanner``.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> JSONNode {
    try JSONScanner.read(bytes, limits: limits) { (scanner) throws(JSONError) in
      try scanner.node()
    }
  }

  /// The line that an offset stands on, counted from 1.
  public static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    1 + bytes.prefix(max(0, offset)).count { $0 == UInt8(ascii: "\n") }
  }

  /// The member called `key`; nil where there is none or this is not an object.
  public subscript(key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.node
  }
}

public indirect enum JSONValue: Sendable, Equatable {
  public struct Member: Sendable, Equatable {
    public let key: String
    public let node: JSONNode
  }

  case null
  case bool(Bool)
  case integer(Int64)
  /// A number that is not a whole one of 64 bits, as it was written.
  case number(String)
  case string(String)
  case array([JSONNode])
  /// Members in the order of the document; keys are unique.
  case object([Member])
}

extension JSONScanner {
  /// Reads any one value as a tree.
  public mutating func node() throws(JSONError) -> JSONNode {
    let offset = position
    return JSONNode(offset: offset, value: try value())
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    switch nextKind {
    case .object:
      var members: [JSONValue.Member] = []
      try object { (scanner, key) throws(JSONError) in
        members.append(.init(key: key, node: try scanner.node()))
      }
      return .object(members)
    case .array:
      var elements: [JSONNode] = []
      try array { (scanner) throws(JSONError) in elements.append(try scanner.node()) }
      return .array(elements)
    case .string: return .string(try string())
    case .number:
      let text = String(decoding: try numberText(), as: UTF8.self)
      return Int64(text).map(JSONValue.integer) ?? .number(text)
    case .bool: return .bool(try bool())
    case .null, nil:
      guard takeNull() else { throw mismatch(at: position) }
      return .null
    }
  }
}
