/// Reads rows as [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180) has them, one after the other.
///
/// A field in quotes may hold delimiters, line ends and doubled quotes. A quote inside of a field that
/// does not begin with one stands for itself. Lines end with LF, CRLF or CR; one with nothing on it is
/// no row. All else that is not clear is an error: a row is never half read.
public struct CSVReader {
  public struct Row: Equatable, Sendable {
    /// Where it begins, from 1.
    public let line: Int
    /// At least one.
    public let fields: [String]
  }

  public static let fieldsMax = 1_000

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private var position = 0
  private var line = 1

  /// - Parameters:
  ///   - bytes: UTF-8 without a byte order mark.
  ///   - delimiter: an ASCII character that is neither a quote nor a line end.
  public init(_ bytes: [UInt8], delimiter: UInt8) {
    self.bytes = bytes
    self.delimiter = delimiter
  }

  /// The next row, nil at the end; after an error there is no next.
  public mutating func next() throws(CSVError) -> Row? {
    while position < bytes.count, skipLineEnd() {}
    guard position < bytes.count else { return nil }
    let first = line
    var fields: [String] = []
    repeat {
      if fields.count == Self.fieldsMax { throw CSVError(.tooManyFields, line: first) }
      let field = isAt(.quote) ? try quotedField() : plainField()
      guard let text = String(validating: field, as: UTF8.self) else {
        throw CSVError(.invalidText, line: first)
      }
      fields.append(text)
    } while skipDelimiter()
    guard position == bytes.count || skipLineEnd() else {
      throw CSVError(.textAfterQuote, line: first)
    }
    return Row(line: first, fields: fields)
  }

  private func isAt(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

  private mutating func skipDelimiter() -> Bool {
    guard isAt(delimiter) else { return false }
    position += 1
    return true
  }

  private mutating func skipLineEnd() -> Bool {
    guard isAt(.lineFeed) || isAt(.carriageReturn) else { return false }
    if isAt(.carriageReturn) { position += 1 }
    if isAt(.lineFeed) { position += 1 }
    line += 1
    return true
  }

  private mutating func plainField() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, bytes[position] != delimiter, bytes[position] != .lineFeed,
      bytes[position] != .carriageReturn
    {
      position += 1
    }
    return bytes[start..<position]
  }

  /// The field without its quotes.
  private mutating func quotedField() throws(CSVError) -> ArraySlice<UInt8> {
    let first = line
    position += 1
    var field: ArraySlice<UInt8> = []
    while true {
      let start = position
      while position < bytes.count, bytes[position] != .quote {
        if isLineEndComplete { line += 1 }
        position += 1
      }
      guard position < bytes.count else { throw CSVError(.openQuote, line: first) }
      field += bytes[start..<position]
      position += 1
      guard isAt(.quote) else { return field }
      field.append(.quote)
      position += 1
    }
  }

  /// Whether the byte is the last of a line: CRLF counts once.
  private var isLineEndComplete: Bool {
    switch bytes[position] {
    case .lineFeed: true
    case .carriageReturn: position + 1 == bytes.count || bytes[position + 1] != .lineFeed
    default: false
    }
  }
}

extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
