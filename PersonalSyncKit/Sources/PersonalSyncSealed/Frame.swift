import HubContracts

/// Fields, each behind its length, so that no two lists of fields are the same bytes.
///
/// Source: docs/protocol/sealed.md, "Notation".
struct Frame: Sendable, Equatable {
  private(set) var bytes: [UInt8] = []

  /// Begins with a label, which says what the fields are.
  init(_ label: String) { append(Array(label.utf8)) }

  /// Begins with a label and a scope.
  init(_ label: String, of scope: SealingScope) {
    self.init(label)
    append(scope)
  }

  /// Begins with bytes that say what the fields are, and a scope.
  init(_ format: [UInt8], of scope: SealingScope) {
    append(format)
    append(scope)
  }

  /// - Precondition: at most 65,535 bytes.
  mutating func append(_ field: some Collection<UInt8>) {
    guard let length = UInt16(exactly: field.count) else {
      preconditionFailure("a field is short")
    }
    bytes += length.bigEndianBytes
    bytes += field
  }

  mutating func append(_ scope: SealingScope) {
    append(scope.hub.bytes)
    append(scope.account.bytes)
    append(scope.domain.rawValue.utf8)
  }

  func appending(_ field: some Collection<UInt8>) -> Frame {
    var frame = self
    frame.append(field)
    return frame
  }
}

/// Takes received bytes apart from the front; what is not there is nil, and never a trap.
struct FrameReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    take(Number.bitWidth / 8).map { bytes in
      bytes.reduce(Number.zero) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
  }

  /// The next field of a frame.
  mutating func field() -> [UInt8]? {
    var copy = self
    guard let length = copy.number(UInt16.self), let field = copy.take(Int(length)) else {
      return nil
    }
    self = copy
    return field
  }

  /// The next field, if it is exactly this one.
  mutating func field(_ expected: some Collection<UInt8>) -> Bool {
    var copy = self
    guard let field = copy.field(), field.elementsEqual(expected) else { return false }
    self = copy
    return true
  }
}

extension FixedWidthInteger {
  /// The most significant first.
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
