extension CommandLineTool {
  /// The manual page of the whole, in the language of mdoc(7), which man(1) shows.
  ///
  /// Made of what the help is made of, so that neither can say what the other does not.
  public var manualPage: String {
    var page = ManualPage()
    page.line(".Dd")
    page.line(".Dt \(name.uppercased()) 1")
    page.line(".Os \(name) \(version)")
    page.section("NAME")
    page.line(".Nm \(name)")
    page.line(".Nd \(ManualPage.text(summary.last == "." ? String(summary.dropLast()) : summary))")
    page.section("SYNOPSIS")
    page.line(".Nm")
    page.line(".Ar verb")
    page.line(".Op Ar options")
    if !details.isEmpty {
      page.section("DESCRIPTION")
      page.paragraphs(details)
    }
    page.section("VERBS")
    for verb in verbs { page.add(verb, of: name) }
    for verb in Self.builtIn { page.add(verb, of: name) }
    page.section("OPTIONS")
    page.line("Every verb takes these:")
    page.list(common.map(ManualPage.row) + [ManualPage.helpRow, ManualPage.versionRow])
    page.section("EXIT STATUS")
    page.list([
      ("0", "Done as asked."),
      ("1", "Understood, but refused or failed; the message on standard error says why."),
      ("2", "Not understood: nothing was begun."),
    ])
    page.line("A verb that ends with another status says so above.")
    return page.source
  }
}

/// Writes mdoc(7), one line after another.
struct ManualPage {
  /// What is declared with a word before it, such as `.Fl` of an option, and what it is for.
  typealias Row = (head: String, help: String)

  private var lines: [String] = []

  /// Without a line end at its end.
  var source: String { lines.joined(separator: "\n") }

  mutating func line(_ line: String) { lines.append(line) }

  mutating func section(_ title: String) { line(".Sh \(title)") }

  /// Parted by blank lines; each sentence on a line of its own, as mdoc wants it.
  mutating func paragraphs(_ text: String) {
    var isFirst = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        self.line(".Pp")
      } else {
        if !isFirst, lines.last != ".Pp" { self.line(".br") }
        lines += Self.sentences(String(line)).map(Self.text)
      }
      isFirst = false
    }
  }

  mutating func list(_ rows: [Row]) {
    line(".Bl -tag -width Ds")
    for row in rows {
      line(".It \(row.head)")
      paragraphs(row.help)
    }
    line(".El")
  }

  mutating func add(_ verb: Verb, of program: String) {
    line(".Ss \(Self.word("\(program) \(verb.name)"))")
    paragraphs(verb.summary)
    if !verb.arguments.isEmpty || verb.parameters.count > verb.arguments.count {
      line(".Pp")
      line(".Nm \(program)")
      line(".Cm" + verb.words.map { " \(Self.word($0))" }.joined())
      for argument in verb.arguments { line(".\(Self.usage(argument))") }
      if verb.parameters.contains(where: { !$0.isArgument }) { line(".Op Ar options") }
    }
    if !verb.details.isEmpty {
      line(".Pp")
      paragraphs(verb.details)
    }
    if !verb.parameters.isEmpty { list(verb.parameters.map(Self.row)) }
  }

  // MARK: - Rows

  static let helpRow: Row = ("Fl h , Fl \\-help", "Shows the help.")
  static let versionRow: Row = ("Fl \\-version", "Shows the version.")

  static func row(_ parameter: ParameterDeclaration) -> Row {
    guard !parameter.isArgument else {
      return ("Ar \(word(parameter.placeholder))", parameter.help)
    }
    let short = parameter.short.map { "Fl \($0) , " } ?? ""
    let value = parameter.takesValue ? " Ar \(word(parameter.placeholder))" : ""
    return ("\(short)Fl \(word("-" + parameter.name))\(value)", parameter.help)
  }

  private static func usage(_ argument: ParameterDeclaration) -> String {
    let name = "Ar \(word(argument.placeholder))"
    return switch argument.form {
    case .argument(isRequired: true, _): name
    case .argument(_, isRemaining: true): "Op \(name) ..."
    default: "Op \(name)"
    }
  }

  // MARK: - Escaping

  /// A word of a macro, that is neither a macro itself nor a delimiter.
  static func word(_ word: String) -> String {
    let escaped = escaped(word).replacing("\"", with: "\\(dq").replacing("-", with: "\\-")
    return escaped.contains(" ") ? "\"\(escaped)\"" : "\\&\(escaped)"
  }

  /// A line of text, that is no request.
  static func text(_ line: String) -> String {
    let escaped = escaped(line).replacing("--", with: "\\-\\-")
    return escaped.first == "." || escaped.first == "'" ? "\\&\(escaped)" : escaped
  }

  private static func escaped(_ text: String) -> String { text.replacing("\\", with: "\\e") }

  private static func sentences(_ text: String) -> [String] {
    var sentences: [String] = []
    var sentence: [Substring] = []
    for word in text.split(separator: " ") {
      sentence.append(word)
      guard let end = word.last, ".?!".contains(end) else { continue }
      sentences.append(sentence.joined(separator: " "))
      sentence = []
    }
    if !sentence.isEmpty { sentences.append(sentence.joined(separator: " ")) }
    return sentences
  }
}
