/// A program of verbs, declared once: reading, help, errors and completion come from here.
public struct CommandLineTool: Sendable {
  public let name: String
  public let version: String
  public let summary: String
  let details: String
  let verbs: [Verb]
  let common: [ParameterDeclaration]
  let verbWithoutWords: String?

  /// What a command line asks for.
  public enum Outcome: Sendable {
    case run(Verb, CommandInput)
    /// A text to print, such as the help; the program then ends as done.
    case show(String)
    case misuse(UsageError, verb: String?)
  }

  /// - `name`: as it is typed.
  /// - `common`: options that every verb takes, also before the verb.
  /// - `verbWithoutWords`: runs when nothing is typed after the name; nil: the help is shown.
  /// - Precondition: verbs have different names, none declares a common option again, and no two
  ///   options of a verb share a letter; `h` is help's.
  public init(
    _ name: String, version: String, _ summary: String, details: String = "",
    common: [any Parameter] = [], verbWithoutWords: String? = nil, verbs: [Verb]
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.details = details
    self.common = common.map(\.declaration)
    self.verbs = verbs
    self.verbWithoutWords = verbWithoutWords
    precondition(self.common.allSatisfy { !$0.isArgument }, "arguments belong to a verb")
    precondition(Set(verbs.map(\.name)).count == verbs.count, "a verb's name comes twice")
    for verb in verbs {
      let all = verb.parameters + self.common
      precondition(Set(all.map(\.name)).count == all.count, "\(verb.name): a name comes twice")
      let letters = all.compactMap(\.short)
      precondition(
        Set(letters + ["h"]).count == letters.count + 1, "\(verb.name): a letter comes twice")
    }
  }

  /// Reads a command line; pure.
  ///
  /// - `words`: without the program's own name.
  public func outcome(of words: [String]) -> Outcome {
    let (leading, rest) = splitLeadingOptions(words)
    if let asked = leading.first(where: Self.asksForText) {
      return .show(asked == "--version" ? "\(name) \(version)" : helpText)
    }
    guard let first = rest.first else {
      guard leading.isEmpty || verbWithoutWords != nil else { return read(leading, verb: nil) }
      guard let verb = verbs.first(where: { $0.name == verbWithoutWords }) else {
        return .show(helpText)
      }
      return read(leading, verb: verb)
    }
    switch first {
    case "help": return help(about: Array(rest.dropFirst()))
    case "completions": return completionScript(for: Array(rest.dropFirst()))
    case "manual":
      if let more = rest.dropFirst().first { return .misuse(.unexpectedArgument(more), verb: nil) }
      return .show(manualPage)
    case Self.completionVerb:
      return .show(completions(of: Array(rest.dropFirst())).lines.joined(separator: "\n"))
    default: break
    }
    guard let verb = verb(startingIn: rest) else {
      let known = (verbs + Self.builtIn).map(\.name)
      let typed = rest.prefix { !$0.hasPrefix("-") }.prefix(2).joined(separator: " ")
      let nearest =
        NearestWord.of(String(first), among: known) ?? NearestWord.of(typed, among: known)
      return .misuse(.unknownVerb(groupWord(typed) ?? first, nearest: nearest), verb: nil)
    }
    return read(leading + rest.dropFirst(verb.words.count), verb: verb)
  }

  static let completionVerb = "__complete"

  // MARK: - Finding the verb

  /// The verb whose words begin the line; of several the longest.
  func verb(startingIn words: ArraySlice<String>) -> Verb? {
    verbs.filter { words.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
  }

  /// The two words where the first only names a group, so that the error is about the second.
  private func groupWord(_ typed: String) -> String? {
    let first = typed.prefix { $0 != " " }
    return verbs.contains { $0.name.hasPrefix(first + " ") } ? typed : nil
  }

  /// What stands before the verb: common options, with their values.
  private func splitLeadingOptions(_ words: [String]) -> ([String], ArraySlice<String>) {
    var rest = words[...]
    var leading: [String] = []
    while let word = rest.first, word.hasPrefix("-"), word != "-" {
      leading.append(word)
      rest.removeFirst()
      let option = common.first { $0.shown == word || $0.short.map { "-\($0)" } == word }
      if option?.takesValue == true, let value = rest.popFirst() { leading.append(value) }
    }
    return (leading, rest)
  }

  private static func asksForText(_ word: String) -> Bool {
    word == "--help" || word == "-h" || word == "--version"
  }

  // MARK: - Reading

  private func read(_ words: [String], verb: Verb?) -> Outcome {
    let beforeEnd = words.prefix { $0 != "--" }
    if let verb, beforeEnd.contains("--help") || beforeEnd.contains("-h") {
      return .show(helpText(of: verb))
    }
    let parameters = (verb?.parameters ?? []) + common
    var reader = ArgumentReader(parameters)
    do {
      let given = try reader.read(words)
      guard let verb else { return .show(helpText) }
      return .run(
        verb,
        CommandInput(
          verb: verb.name, declared: Set(parameters.map(\.name)), words: given))
    } catch {
      return .misuse(error, verb: verb?.name)
    }
  }

  private func help(about words: [String]) -> Outcome {
    if words.isEmpty { return .show(helpText) }
    if let verb = verb(startingIn: words[...]) { return .show(helpText(of: verb)) }
    let word = words.joined(separator: " ")
    let nearest = NearestWord.of(word, among: verbs.map(\.name))
    return .misuse(.unknownVerb(word, nearest: nearest), verb: nil)
  }

  private func completionScript(for words: [String]) -> Outcome {
    let shells = Shell.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word = words.first else { return .misuse(.missingArgument("SHELL"), verb: nil) }
    guard words.count == 1, let shell = Shell(rawValue: word) else {
      return .misuse(.wrongValue(word, of: "SHELL", expected: "one of \(shells)"), verb: nil)
    }
    return .show(shell.script(for: name))
  }
}
