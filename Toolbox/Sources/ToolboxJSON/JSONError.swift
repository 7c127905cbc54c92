/// Why bytes are not the strict JSON that was asked for, and where.
///
/// Offsets count bytes from the start of the document. Nothing that was read is repeated in an
/// error, so it may be logged and answered.
public struct JSONError: Error, Equatable, Sendable {
  public enum Fault: String, Sendable {
    case byteOrderMark = "starts with a byte order mark"
    case trailingBytes = "has something after the end of the document"
    case unexpectedByte = "has a byte that cannot stand here"
    case unexpectedEnd = "ends too early"
    case tooDeep = "is nested too deeply"
    case tooManyMembers = "has an object with too many members"
    case duplicateKey = "has the same key twice in one object"
    case unknownKey = "has a key that is not known here"
    case missingKey = "lacks a required key"
    case invalidKey = "has a key that is not plain ASCII"
    case invalidText = "has text that is not valid UTF-8, or a forbidden character"
    case textTooLong = "has text that is too long"
    case notAnInteger = "has a number where a whole number is needed"
    case integerOutOfRange = "has a whole number that is out of range"
    case wrongKind = "has a value of another kind than expected"
  }

  public let fault: Fault
  public let offset: Int

  public init(_ fault: Fault, at offset: Int) {
    self.fault = fault
    self.offset = offset
  }

  /// Whether a scalar was whole but not the one that was asked for.
  ///
  /// ``JSONScanner`` then still stands before it, so that ``JSONScanner/raw()`` can skip it.
  public var isAboutScalar: Bool {
    switch fault {
    case .wrongKind, .notAnInteger, .integerOutOfRange, .textTooLong: true
    case .byteOrderMark, .trailingBytes, .unexpectedByte, .unexpectedEnd, .tooDeep, .tooManyMembers,
      .duplicateKey, .unknownKey, .missingKey, .invalidKey, .invalidText:
      false
    }
  }
}
