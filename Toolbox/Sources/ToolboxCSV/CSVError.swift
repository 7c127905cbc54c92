/// Why bytes are not rows of fields, and where.
///
/// Nothing that was read is repeated in an error, so it may be logged and shown.
public struct CSVError: Error, Equatable, Sendable {
  public enum Fault: String, Sendable {
    case openQuote = "begins a quoted field that never ends"
    case textAfterQuote = "has something between the end of a quoted field and the next field"
    case invalidText = "has text that is not valid UTF-8"
    case tooManyFields = "has too many fields"
  }

  public let fault: Fault
  /// Where the row begins, or the quoted field that never ends; from 1.
  public let line: Int

  public init(_ fault: Fault, line: Int) {
    self.fault = fault
    self.line = line
  }
}
