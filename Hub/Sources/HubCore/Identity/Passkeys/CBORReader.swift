/// Reads CBOR in the one form that authenticators write, and nothing else.
///
/// For bytes of strangers: definite lengths only, numbers and lengths in their shortest form, map keys
/// sorted and unique, at most four levels, no floats and no tags, at most 64 KiB.
/// Source: CTAP 2.1, §8, "Message encoding".
struct CBORReader {
  static let bytesMax = 65_536
  private static let depthMax = 4

  private let bytes: [UInt8]
  /// Where the next value begins.
  private(set) var position = 0

  /// Begins at `start` of `bytes`.
  init(_ bytes: [UInt8], at start: Int = 0) throws(CBORFault) {
    guard bytes.count <= Self.bytesMax, (0...bytes.count).contains(start) else { throw .tooLarge }
    self.bytes = bytes
    position = start
  }

  /// The one value that all of `bytes` are.
  static func read(_ bytes: [UInt8]) throws(CBORFault) -> CBORValue {
    var reader = try CBORReader(bytes)
    let value = try reader.value()
    guard reader.position == bytes.count else { throw .notCanonical }
    return value
  }

  mutating func value() throws(CBORFault) -> CBORValue { try value(depth: 1) }

  private mutating func value(depth: Int) throws(CBORFault) -> CBORValue {
    guard depth <= Self.depthMax else { throw .tooLarge }
    let first = try byte()
    let kind = first >> 5
    if kind == 7 { return try simple(first) }
    let number = try argument(first & 31)
    switch kind {
    case 0: return .unsigned(number)
    case 1: return .negative(number)
    case 2: return .bytes(try take(number))
    case 3:
      guard let text = String(validating: try take(number), as: UTF8.self) else { throw .notUTF8 }
      return .text(text)
    case 4: return try array(of: number, depth: depth)
    case 5: return try map(of: number, depth: depth)
    default: throw .unsupported
    }
  }

  private func simple(_ first: UInt8) throws(CBORFault) -> CBORValue {
    switch first {
    case 0xF4: return .bool(false)
    case 0xF5: return .bool(true)
    case 0xF6: return .null
    default: throw .unsupported
    }
  }

  /// The number in or behind a value's first byte.
  private mutating func argument(_ low: UInt8) throws(CBORFault) -> UInt64 {
    let (count, least): (Int, UInt64)
    switch low {
    case 0...23: return UInt64(low)
    case 24: (count, least) = (1, 24)
    case 25: (count, least) = (2, 1 << 8)
    case 26: (count, least) = (4, 1 << 16)
    case 27: (count, least) = (8, 1 << 32)
    default: throw .unsupported
    }
    let number = try take(UInt64(count)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard number >= least else { throw .notCanonical }
    return number
  }

  private mutating func array(
    of count: UInt64, depth: Int
  ) throws(CBORFault) -> CBORValue {
    // Each element has a byte at least: no count can make us reserve more than was sent.
    guard count <= UInt64(bytes.count - position) else { throw .tooLarge }
    var elements: [CBORValue] = []
    for _ in 0..<count { elements.append(try value(depth: depth + 1)) }
    return .array(elements)
  }

  private mutating func map(of count: UInt64, depth: Int) throws(CBORFault) -> CBORValue {
    guard count <= UInt64(bytes.count - position) / 2 else { throw .tooLarge }
    var members: [CBORValue.Member] = []
    var last: ArraySlice<UInt8>?
    for _ in 0..<count {
      let start = position
      let key = try value(depth: depth + 1)
      let written = bytes[start..<position]
      if let last, !Self.isBefore(last, written) { throw .notCanonical }
      last = written
      members.append(CBORValue.Member(key: key, value: try value(depth: depth + 1)))
    }
    return .map(members)
  }

  /// By kind, then by length, then byte by byte; equal keys are not before one another.
  private static func isBefore(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    let kinds = (left.first.map { $0 >> 5 } ?? 0, right.first.map { $0 >> 5 } ?? 0)
    if kinds.0 != kinds.1 { return kinds.0 < kinds.1 }
    if left.count != right.count { return left.count < right.count }
    return left.lexicographicallyPrecedes(right)
  }

  private mutating func byte() throws(CBORFault) -> UInt8 {
    guard position < bytes.count else { throw .tooLarge }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func take(_ count: UInt64) throws(CBORFault) -> [UInt8] {
    guard count <= UInt64(bytes.count - position) else { throw .tooLarge }
    let end = position + Int(count)
    defer { position = end }
    return Array(bytes[position..<end])
  }
}
