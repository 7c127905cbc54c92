extension CommandLineTool {
  /// The help of the whole: what it is, its verbs, its common options.
  public var helpText: String {
    var parts = ["\(name): \(summary)", "Usage: \(name) VERB [OPTIONS]"]
    if !details.isEmpty { parts.append(Self.wrapped(details, indent: 0)) }
    let builtIn = Self.builtIn.map { verb in
      (([verb.name] + verb.arguments.map(Self.usage)).joined(separator: " "), verb.summary)
    }
    parts.append(Self.table("Verbs:", verbs.map { ($0.name, $0.summary) } + builtIn))
    parts.append(
      Self.table(
        "Options:",
        common.map(Self.row)
          + [("-h, --help", "Shows this."), ("    --version", "Shows the version.")]))
    return parts.joined(separator: "\n\n")
  }

  /// What every program has; it is read and answered without being run.
  static let builtIn = [
    Verb(
      "help", "Shows this, or more about a verb.",
      [OptionalArgument("verb", .text, "The verb.")]
    ) { _, _ in .done },
    Verb(
      "completions", "Prints completions for bash, zsh or fish.",
      [Argument("shell", .text, "What completes: bash, zsh or fish.")]
    ) { _, _ in .done },
    Verb("manual", "Prints the manual page, for man.") { _, _ in .done },
  ]

  /// The help of one verb.
  func helpText(of verb: Verb) -> String {
    let options = verb.parameters.filter { !$0.isArgument }
    let usage = ["Usage:", name, verb.name] + verb.arguments.map(Self.usage) + ["[OPTIONS]"]
    var parts = ["\(name) \(verb.name): \(verb.summary)", usage.joined(separator: " ")]
    if !verb.details.isEmpty { parts.append(Self.wrapped(verb.details, indent: 0)) }
    if !verb.arguments.isEmpty {
      parts.append(
        Self.table("Arguments:", verb.arguments.map { ($0.placeholder, $0.help) }))
    }
    parts.append(
      Self.table("Options:", (options + common).map(Self.row) + [("-h, --help", "Shows this.")]))
    return parts.joined(separator: "\n\n")
  }

  private static func usage(_ argument: ParameterDeclaration) -> String {
    switch argument.form {
    case .argument(isRequired: true, _): argument.placeholder
    case .argument(_, isRemaining: true): "[\(argument.placeholder)...]"
    default: "[\(argument.placeholder)]"
    }
  }

  private static func row(_ option: ParameterDeclaration) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.takesValue ? " \(option.placeholder)" : ""
    return ("\(short)\(option.shown)\(value)", option.help)
  }

  private static let width = 80
  /// A left column wider than this puts its text on the next line.
  private static let leftWidthMax = 26

  private static func table(_ title: String, _ rows: [(left: String, right: String)]) -> String {
    let widest = rows.map(\.left.count).filter { $0 <= leftWidthMax }.max() ?? 0
    let lines = rows.map { row -> String in
      let text = wrapped(row.right, indent: widest + 4)
      let isLong = row.left.count > widest
      let gap = String(repeating: " ", count: isLong ? 0 : widest - row.left.count + 2)
      return isLong
        ? "  \(row.left)\n\(String(repeating: " ", count: widest + 4))\(text)"
        : "  \(row.left)\(gap)\(text)"
    }
    return ([title] + lines).joined(separator: "\n")
  }

  /// Breaks at spaces to 80 columns; every line but the first is indented.
  private static func wrapped(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
    return paragraphs.map { paragraph in
      var lines = [""]
      for word in paragraph.split(separator: " ") {
        let line = lines[lines.count - 1]
        if line.isEmpty {
          lines[lines.count - 1] = String(word)
        } else if indent + line.count + 1 + word.count <= width {
          lines[lines.count - 1] = "\(line) \(word)"
        } else {
          lines.append(String(word))
        }
      }
      return lines.joined(separator: "\n" + margin)
    }.joined(separator: "\n" + margin)
  }
}
