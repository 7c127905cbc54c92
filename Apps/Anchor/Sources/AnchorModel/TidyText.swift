/// Text as Anchor keeps it: no control characters, nothing blank at its ends.
enum TidyText {
  static func oneLine(_ text: String) -> String { trimmed(clean(text, keepingLines: false)) }

  static func lines(_ text: String) -> String { trimmed(clean(text, keepingLines: true)) }

  /// Control characters become blanks: a screen cannot show them, and NUL would cut the text.
  private static func clean(_ text: String, keepingLines: Bool) -> String {
    guard text.unicodeScalars.contains(where: isBreakOrControl) else { return text }
    var cleaned = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n" where keepingLines, "\r" where keepingLines: cleaned.append("\n")
      case "\t" where keepingLines: cleaned.append("\t")
      default: cleaned.append(isBreakOrControl(scalar) ? " " : scalar)
      }
      previous = scalar
    }
    return String(cleaned)
  }

  private static func isBreakOrControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }
}
