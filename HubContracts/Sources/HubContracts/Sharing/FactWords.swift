/// The contracts' own names as words for people.
public enum FactWords {
  /// "focus session" for `focusSession`, "protein, g" for `proteinG`, "follow ups due" for `followUpsDue`.
  public static func name(_ name: String) -> String {
    var words = words(of: name)
    guard words.count > 1, let last = words.last, units.contains(last) else {
      return words.joined(separator: " ")
    }
    words.removeLast()
    return "\(words.joined(separator: " ")), \(last)"
  }

  /// A capital letter begins a word, and so does the first digit of a number.
  private static func words(of name: String) -> [String] {
    var words = [""]
    for letter in name {
      if letter.isUppercase || (letter.isNumber && words.last?.last?.isNumber != true) {
        words.append("")
      }
      words[words.count - 1] += letter.lowercased()
    }
    return words
  }

  private static let units: Set = ["g", "ml", "kg", "kcal"]
}
