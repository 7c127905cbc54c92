import Foundation

/// What people type, brought into the one form that is compared and stored.
enum PersonText {
  /// NFC: the same letters typed on two keyboards are the same bytes.
  static func normalised(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }

  static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// No control character, and none that turns the direction of the text around it.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
    // Emoji are joined by U+200D; every other format character is invisible and of no use here.
    case .format: scalar == "\u{200D}"
    default: true
    }
  }
}
