/// Writes rows as [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180) has them, which ``CSVReader`` reads.
public enum CSVWriter {
  /// One row with its line end, UTF-8; fields stand in quotes only where they have to.
  public static func row(_ fields: some Sequence<String>) -> [UInt8] {
    var bytes: [UInt8] = []
    for (place, field) in fields.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      append(field, to: &bytes)
    }
    // A row of one empty field would be a line with nothing on it, which is no row.
    if bytes.isEmpty { bytes = [.quote, .quote] }
    return bytes + [.carriageReturn, .lineFeed]
  }

  private static func append(_ field: String, to bytes: inout [UInt8]) {
    let needsQuotes = field.utf8.contains { byte in
      byte == .quote || byte == UInt8(ascii: ",") || byte == .lineFeed || byte == .carriageReturn
    }
    guard needsQuotes else { return bytes.append(contentsOf: field.utf8) }
    bytes.append(.quote)
    for byte in field.utf8 {
      if byte == .quote { bytes.append(.quote) }
      bytes.append(byte)
    }
    bytes.append(.quote)
  }
}

/// Text in a cell that a spreadsheet shall show and never calculate.
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, also one that came
/// from a stranger's file. An apostrophe before it makes it text; ``shown(_:)`` takes it away again.
public enum SpreadsheetText {
  /// The text as it is written into a cell.
  ///
  /// What looks like text that was written so before gets one more apostrophe, so that nothing is lost.
  public static func cell(_ text: String) -> String { isDangerous(text) ? "'" + text : text }

  /// The text of a cell that ``cell(_:)`` wrote.
  public static func shown(_ cell: String) -> String {
    cell.hasPrefix("'") && isDangerous(cell) ? String(cell.dropFirst()) : cell
  }

  /// Whether a formula begins here, behind any number of apostrophes.
  private static func isDangerous(_ text: String) -> Bool {
    switch text.utf8.first(where: { $0 != UInt8(ascii: "'") }) {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
      UInt8(ascii: "\t"), UInt8.carriageReturn:
      true
    default: false
    }
  }
}
