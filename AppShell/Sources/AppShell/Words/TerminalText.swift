/// Text as a terminal may be shown it.
enum TerminalText {
  /// The text without what would act on the terminal or turn the order of what is read.
  ///
  /// Titles come from files and names from a Hub: an escape sequence in them must not move the
  /// cursor, and an override of the writing direction must not disguise the sentence around it.
  static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isActive) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { plain.append(isActive(scalar) ? "\u{FFFD}" : scalar) }
    return String(plain)
  }

  private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case ..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
