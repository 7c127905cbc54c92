/// One line of a settings file: `port = 8765`.
struct SettingsEntry: Equatable, Sendable {
  enum Value: Equatable, Sendable {
    case text(String)
    /// As it is written, in decimal digits.
    case whole(String)
    case truth(Bool)
    case list([String])
  }

  let key: String
  let value: Value
  /// From 1.
  let line: Int
}

/// A line that the reader does not take.
struct SettingsProblem: Error, Equatable, Sendable {
  /// From 1.
  let line: Int
  /// What is wrong and what to write instead, in a sentence.
  let words: String
}

/// Reads settings in the part of TOML that needs no table: comments, and one `key = value` a line.
///
/// A value is a text in quotes, a whole number, `true`, `false`, or a list of texts and numbers on
/// one line. What is read here means the same to every reader of TOML 1.0. Texts in double quotes
/// know `\"` and `\\` and no other escape; texts in single quotes are taken as they are.
struct SettingsText {
  private let line: Int
  private var rest: Substring

  /// The entries in their order; every key is there once.
  static func read(_ text: String) throws(SettingsProblem) -> [SettingsEntry] {
    var entries: [SettingsEntry] = []
    var lineOfKey: [String: Int] = [:]
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, content) in lines.enumerated() {
      let number = index + 1
      if let control = content.unicodeScalars.first(where: Self.isForbidden) {
        throw SettingsProblem(
          line: number,
          words: "It holds the control character \(control.value). Write the line anew.")
      }
      var reader = SettingsText(line: number, rest: content)
      guard let entry = try reader.entry() else { continue }
      if let first = lineOfKey[entry.key] {
        throw SettingsProblem(
          line: number,
          words: "\(entry.key) stands in line \(first) already. Keep one of the two.")
      }
      lineOfKey[entry.key] = number
      entries.append(entry)
    }
    return entries
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\t"
  }

  /// Nil where the line holds nothing but a comment.
  private mutating func entry() throws(SettingsProblem) -> SettingsEntry? {
    skipBlanks()
    if isAtEnd { return nil }
    if rest.first == "[" {
      throw problem("A settings file has no tables. Write key = value, as port = 8765.")
    }
    let key = take { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    skipBlanks()
    guard !key.isEmpty, rest.popFirst() == "=" else {
      throw problem("This is no setting. Write key = value, as port = 8765.")
    }
    skipBlanks()
    let value = try rest.first == "[" ? list() : single()
    skipBlanks()
    guard isAtEnd else {
      throw problem("Something follows the value of \(key). Write one setting a line.")
    }
    return SettingsEntry(key: key, value: value, line: line)
  }

  private mutating func list() throws(SettingsProblem) -> SettingsEntry.Value {
    rest.removeFirst()
    var words: [String] = []
    while true {
      skipBlanks()
      if rest.first == "]" { break }
      switch try single() {
      case .text(let word), .whole(let word): words.append(word)
      case .truth, .list: throw problem("A list holds texts and whole numbers only.")
      }
      skipBlanks()
      if rest.first == "," {
        rest.removeFirst()
      } else if rest.first != "]" {
        throw problem("The list has no end. Write it on one line, as [\"a\", \"b\"].")
      }
    }
    rest.removeFirst()
    return .list(words)
  }

  private mutating func single() throws(SettingsProblem) -> SettingsEntry.Value {
    switch rest.first {
    case "\"": return .text(try quotedText())
    case "'": return .text(try literalText())
    default: break
    }
    let word = take { $0.isASCII && ($0.isLetter || $0.isNumber || "+-_.:".contains($0)) }
    switch word {
    case "true": return .truth(true)
    case "false": return .truth(false)
    default: break
    }
    // TOML takes no leading zero: others read an octal number there.
    let isWhole = word == "0" || word.first != "0" && word.allSatisfy { ("0"..."9").contains($0) }
    guard !word.isEmpty, isWhole else {
      throw problem("The value is missing or has no quotes. Write \"text\", 8765, true or false.")
    }
    return .whole(word)
  }

  private mutating func quotedText() throws(SettingsProblem) -> String {
    rest.removeFirst()
    if rest.hasPrefix("\"\"") { throw problem("A text stays on one line, in one pair of quotes.") }
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\":
        guard let escaped = rest.popFirst(), escaped == "\"" || escaped == "\\" else {
          throw problem("After \\ only \" or \\ can stand. In single quotes \\ is itself.")
        }
        text.append(escaped)
      default: text.append(character)
      }
    }
    throw problem("The text has no end. Close it with \".")
  }

  private mutating func literalText() throws(SettingsProblem) -> String {
    rest.removeFirst()
    if rest.hasPrefix("''") { throw problem("A text stays on one line, in one pair of quotes.") }
    let text = take { $0 != "'" }
    guard rest.popFirst() == "'" else { throw problem("The text has no end. Close it with '.") }
    return text
  }

  private var isAtEnd: Bool { rest.isEmpty || rest.first == "#" }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == " " || $0 == "\t" }
  }

  private mutating func take(while isTaken: (Character) -> Bool) -> String {
    let taken = rest.prefix(while: isTaken)
    rest = rest.dropFirst(taken.count)
    return String(taken)
  }

  private func problem(_ words: String) -> SettingsProblem {
    SettingsProblem(line: line, words: words)
  }
}
