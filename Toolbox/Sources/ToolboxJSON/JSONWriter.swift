/// Writes compact JSON, byte by byte, in the order of the calls.
///
/// The caller keeps the grammar: inside an object only members, inside an array only elements.
/// Commas are put where they belong.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// The document that `body` writes.
  public static func write(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    body(&writer)
    return writer.bytes
  }

  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    begin(UInt8(ascii: "{"))
    members(&self)
    finish(UInt8(ascii: "}"))
  }

  public mutating func array<Elements: Sequence>(
    _ elements: Elements, _ element: (inout JSONWriter, Elements.Element) -> Void
  ) {
    begin(UInt8(ascii: "["))
    for value in elements { element(&self, value) }
    finish(UInt8(ascii: "]"))
  }

  public mutating func member(_ key: StaticString, _ value: String) {
    self.key(key)
    string(value)
  }

  public mutating func member(_ key: StaticString, _ value: some BinaryInteger) {
    self.key(key)
    integer(value)
  }

  public mutating func member(_ key: StaticString, _ value: Int64) {
    self.key(key)
    integer(value)
  }

  public mutating func member(_ key: StaticString, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  /// Adds a member whose value is already JSON.
  public mutating func member(_ key: StaticString, raw value: some Collection<UInt8>) {
    self.key(key)
    raw(value)
  }

  public mutating func member(_ key: StaticString, _ value: (inout JSONWriter) -> Void) {
    self.key(key)
    value(&self)
  }

  /// Adds a member whose key is only known at run time.
  public mutating func member(named key: String, _ value: (inout JSONWriter) -> Void) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
    value(&self)
  }

  public mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { text in
      if text.contains(where: Self.isEscaped) {
        for byte in text { escape(byte) }
      } else {
        bytes.append(contentsOf: text)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  public mutating func integer(_ value: some BinaryInteger) {
    if let value = Int64(exactly: value) { return integer(value) }
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  public mutating func integer(_ value: Int64) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    var rest = value.magnitude
    repeat {
      bytes.append(0x30 + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[first...].reverse()
  }

  public mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Adds a value that is already JSON.
  public mutating func raw(_ value: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
  }

  private mutating func key(_ key: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func finish(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case ..<0x20, 0x7F:
      bytes.append(contentsOf: "\\u00".utf8)
      for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
    default: bytes.append(byte)
    }
  }
}
