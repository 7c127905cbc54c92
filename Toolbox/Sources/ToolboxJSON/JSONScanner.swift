/// A strict reader of JSON, value by value, for bytes that come from outside.
///
/// Stricter than RFC 8259: keys are raw ASCII and unique in their object, whole numbers are written
/// as digits, and a byte order mark, U+0000, lone surrogates and nesting beyond ``JSONLimits/depth``
/// are refused. Never traps on any input. A value that was read cannot be read again; a scalar that is
/// whole but not what was asked for (``JSONError/isAboutScalar``) still stands next.
/// Source: docs/protocol/privacy.md, "Reading".
public struct JSONScanner {
  /// Where the next value starts, in bytes from the start of the document.
  public private(set) var position = 0
  private let bytes: [UInt8]
  private let limits: JSONLimits
  private var depth = 0
  /// Keys of the objects that are open, innermost last; one stack, so that objects cost no allocation.
  private var openKeys: [Range<Int>] = []

  public init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    self.bytes = bytes
    self.limits = limits
    openKeys.reserveCapacity(16)
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw JSONError(.byteOrderMark, at: 0)
    }
    skipSpace()
  }

  /// Reads a whole document that is one value; anything after it is refused.
  @inlinable
  public static func read<Value, Failure: Error>(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits(),
    _ body: (inout JSONScanner) throws(Failure) -> Value,
    orFail failure: (JSONError) -> Failure
  ) throws(Failure) -> Value {
    var scanner: JSONScanner
    do { scanner = try JSONScanner(bytes, limits: limits) } catch { throw failure(error) }
    let value = try body(&scanner)
    do { try scanner.end() } catch { throw failure(error) }
    return value
  }

  /// Reads a whole document that is one value; anything after it is refused.
  @inlinable
  public static func read<Value>(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits(),
    _ body: (inout JSONScanner) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    try read(bytes, limits: limits, body, orFail: { $0 })
  }

  /// The kind of the next value, without reading it; nil at the end or before a stray byte.
  public var nextKind: JSONKind? {
    guard let byte = peek else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: return nil
    }
  }

  /// Reads an object; `member` is called with each key, in order, and must read its value.
  public mutating func object(
    _ member: (inout JSONScanner, String) throws(JSONError) -> Void
  ) throws(JSONError) {
    try members { (scanner, key) throws(JSONError) in
      try member(&scanner, String(decoding: scanner.bytes[key], as: UTF8.self))
    }
  }

  /// Reads an array; `element` is called once for each element, in order, and must read it.
  public mutating func array(
    _ element: (inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open(UInt8(ascii: "["))
    if !take(UInt8(ascii: "]")) {
      repeat { try element(&self) } while take(UInt8(ascii: ","))
      try expect(UInt8(ascii: "]"))
    }
    depth -= 1
  }

  /// Reads text of at most `bytesMax` bytes of UTF-8 after unescaping.
  public mutating func string(bytesMax: Int = 1_000_000) throws(JSONError) -> String {
    String(decoding: try utf8(bytesMax: bytesMax), as: UTF8.self)
  }

  /// Reads text as ``string(bytesMax:)`` does, but returns its bytes, which are valid UTF-8.
  ///
  /// Nothing is copied where nothing was escaped; for ids and times, of which no `String` is needed.
  public mutating func utf8(bytesMax: Int = 1_000_000) throws(JSONError) -> ArraySlice<UInt8> {
    let start = position
    guard peek == UInt8(ascii: "\"") else { throw mismatch(at: start) }
    let text = try scanText()
    guard text.count <= bytesMax else {
      position = start
      throw JSONError(.textTooLong, at: start)
    }
    skipSpace()
    return text
  }

  /// Reads a whole number inside `range`; `1.0`, `1e2`, `-0` and leading zeros are refused.
  public mutating func integer(
    in range: ClosedRange<Int64> = Int64.min...Int64.max
  ) throws(JSONError) -> Int64 {
    let start = position
    let text = try numberText()
    do throws(JSONError) {
      let value = try wholeNumber(text, at: start)
      guard range.contains(value) else { throw JSONError(.integerOutOfRange, at: start) }
      return value
    } catch {
      position = start
      throw error
    }
  }

  public mutating func bool() throws(JSONError) -> Bool {
    if takeWord("true") { return true }
    if takeWord("false") { return false }
    throw mismatch(at: position)
  }

  /// Reads `null` if it is next, and says whether it was.
  public mutating func takeNull() -> Bool { takeWord("null") }

  /// Reads any one value, checks it by every rule, and returns its bytes as they stand.
  public mutating func raw() throws(JSONError) -> ArraySlice<UInt8> {
    let start = position
    try checkValue()
    var end = position
    while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
    return bytes[start..<end]
  }

  /// Ends the document; anything but white space left is refused.
  public mutating func end() throws(JSONError) {
    guard position == bytes.count else { throw JSONError(.trailingBytes, at: position) }
  }

  /// Reads a number by JSON's own grammar and returns how it was written.
  mutating func numberText() throws(JSONError) -> ArraySlice<UInt8> {
    guard nextKind == .number else { throw mismatch(at: position) }
    let text = try scanNumber()
    skipSpace()
    return bytes[text]
  }

  // MARK: - Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  /// What stands at `offset` is not what was asked for: the end, a stray byte or another kind.
  func mismatch(at offset: Int) -> JSONError {
    if offset >= bytes.count { return JSONError(.unexpectedEnd, at: offset) }
    return JSONError(nextKind == nil ? .unexpectedByte : .wrongKind, at: offset)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    skipSpace()
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard take(byte) else {
      throw JSONError(position < bytes.count ? .unexpectedByte : .unexpectedEnd, at: position)
    }
  }

  private mutating func open(_ bracket: UInt8) throws(JSONError) {
    guard peek == bracket else { throw mismatch(at: position) }
    guard depth < limits.depth else { throw JSONError(.tooDeep, at: position) }
    depth += 1
    _ = take(bracket)
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count - position >= length else { return false }
    for index in 0..<length where bytes[position + index] != word.utf8Start[index] { return false }
    position += length
    skipSpace()
    return true
  }

  private mutating func members(
    _ member: (inout JSONScanner, Range<Int>) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open(UInt8(ascii: "{"))
    let firstKey = openKeys.count
    if !take(UInt8(ascii: "}")) {
      repeat {
        let key = try self.key(after: firstKey)
        try expect(UInt8(ascii: ":"))
        try member(&self, key)
      } while take(UInt8(ascii: ","))
      try expect(UInt8(ascii: "}"))
    }
    openKeys.removeLast(openKeys.count - firstKey)
    depth -= 1
  }

  private mutating func key(after firstKey: Int) throws(JSONError) -> Range<Int> {
    let start = position
    guard peek == UInt8(ascii: "\"") else {
      throw JSONError(start < bytes.count ? .unexpectedByte : .unexpectedEnd, at: start)
    }
    var end = start + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      guard bytes[end] >= 0x20, bytes[end] < 0x7F, bytes[end] != UInt8(ascii: "\\") else {
        throw JSONError(.invalidKey, at: end)
      }
      end += 1
    }
    guard end < bytes.count else { throw JSONError(.unexpectedEnd, at: end) }
    let range = start + 1..<end
    guard openKeys.count - firstKey < limits.membersPerObject else {
      throw JSONError(.tooManyMembers, at: start)
    }
    for other in openKeys[firstKey...]
    where other.count == range.count && bytes[other] == bytes[range] {
      throw JSONError(.duplicateKey, at: start)
    }
    openKeys.append(range)
    position = end + 1
    skipSpace()
    return range
  }

  private func wholeNumber(
    _ text: ArraySlice<UInt8>, at offset: Int
  ) throws(JSONError) -> Int64 {
    let isNegative = text.first == UInt8(ascii: "-")
    // Counted downwards, because the least number has no positive counterpart.
    var value: Int64 = 0
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      guard byte >= 0x30, byte <= 0x39 else { throw JSONError(.notAnInteger, at: offset) }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, carry) = tens.subtractingReportingOverflow(Int64(byte - 0x30))
      guard !overflow, !carry else { throw JSONError(.integerOutOfRange, at: offset) }
      value = next
    }
    if isNegative {
      guard value != 0 else { throw JSONError(.notAnInteger, at: offset) }
      return value
    }
    guard value != .min else { throw JSONError(.integerOutOfRange, at: offset) }
    return -value
  }

  private mutating func scanNumber() throws(JSONError) -> Range<Int> {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    let leading = position
    let whole = try scanDigits()
    if whole > 1, bytes[leading] == UInt8(ascii: "0") {
      throw JSONError(.unexpectedByte, at: leading)
    }
    if peek == UInt8(ascii: ".") {
      position += 1
      _ = try scanDigits()
    }
    if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      _ = try scanDigits()
    }
    return start..<position
  }

  private mutating func scanDigits() throws(JSONError) -> Int {
    let start = position
    while let byte = peek, byte >= 0x30, byte <= 0x39 { position += 1 }
    guard position > start else {
      throw JSONError(position < bytes.count ? .unexpectedByte : .unexpectedEnd, at: position)
    }
    return position - start
  }

  private mutating func checkValue() throws(JSONError) {
    switch nextKind {
    case .object: try members { (scanner, _) throws(JSONError) in try scanner.checkValue() }
    case .array: try array { (scanner) throws(JSONError) in try scanner.checkValue() }
    case .string: _ = try utf8(bytesMax: .max)
    case .number: _ = try numberText()
    case .bool: _ = try bool()
    case .null, nil: guard takeNull() else { throw mismatch(at: position) }
    }
  }

  // MARK: - Text

  /// Reads from the opening to the closing quote and leaves `position` right behind it.
  private mutating func scanText() throws(JSONError) -> ArraySlice<UInt8> {
    let start = position + 1
    let end = endOfPlainText(from: start)
    guard end < bytes.count else { throw JSONError(.unexpectedEnd, at: end) }
    switch bytes[end] {
    case UInt8(ascii: "\""):
      position = end + 1
      return try validated(bytes[start..<end], at: start)
    case UInt8(ascii: "\\"): return try scanEscapedText(from: start, firstEscape: end)
    default: throw JSONError(.invalidText, at: end)
    }
  }

  /// The first quote, backslash or control character from `start` on; the end where there is none.
  private func endOfPlainText(from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var end = start
      while end < bytes.count, bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\""),
        bytes[end] != UInt8(ascii: "\\")
      { end += 1 }
      return end
    }
  }

  private mutating func scanEscapedText(
    from start: Int, firstEscape: Int
  ) throws(JSONError) -> ArraySlice<UInt8> {
    var text = Array(bytes[start..<firstEscape])
    position = firstEscape
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try validated(text[...], at: start)
      case UInt8(ascii: "\\"):
        let scalar = try scanEscape()
        text.append(contentsOf: String(scalar).utf8)
      case ..<0x20:
        throw JSONError(.invalidText, at: position)
      default:
        text.append(byte)
        position += 1
      }
    }
    throw JSONError(.unexpectedEnd, at: position)
  }

  private func validated(
    _ text: ArraySlice<UInt8>, at offset: Int
  ) throws(JSONError) -> ArraySlice<UInt8> {
    if text.reduce(0, |) < 0x80 { return text }
    guard String(validating: text, as: UTF8.self) != nil else {
      throw JSONError(.invalidText, at: offset)
    }
    return text
  }

  private mutating func scanEscape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let byte = peek else { throw JSONError(.unexpectedEnd, at: position) }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scanUnicodeEscape(from: start)
    default: throw JSONError(.invalidText, at: start)
    }
  }

  private mutating func scanUnicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let high = try scanHexUnit()
    var value = UInt32(high)
    if (0xD800..<0xDC00).contains(high) {
      guard takeByte(UInt8(ascii: "\\")), takeByte(UInt8(ascii: "u")) else {
        throw JSONError(.invalidText, at: start)
      }
      let low = try scanHexUnit()
      guard (0xDC00..<0xE000).contains(low) else { throw JSONError(.invalidText, at: start) }
      value = 0x10000 + (UInt32(high - 0xD800) << 10) + UInt32(low - 0xDC00)
    }
    guard value != 0, let scalar = Unicode.Scalar(value) else {
      throw JSONError(.invalidText, at: start)
    }
    return scalar
  }

  private mutating func takeByte(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func scanHexUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek else { throw JSONError(.unexpectedEnd, at: position) }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw JSONError(.invalidText, at: position)
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}

public enum JSONKind: Sendable { case object, array, string, number, bool, null }

/// How far a document may go; its size in bytes is checked before parsing, by whoever read it.
public struct JSONLimits: Sendable {
  public var depth: Int
  public var membersPerObject: Int

  public init(depth: Int = 8, membersPerObject: Int = 64) {
    self.depth = depth
    self.membersPerObject = membersPerObject
  }
}
