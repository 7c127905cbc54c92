/// What a shell may offer at the cursor.
struct CompletionReply: Equatable, Sendable {
  var candidates: [(word: String, help: String)] = []
  var offersFiles = false

  /// One candidate a line, `word<TAB>help`; `:files` asks the shell for its own file names.
  var lines: [String] {
    candidates.map { $0.help.isEmpty ? $0.word : "\($0.word)\t\($0.help)" }
      + (offersFiles ? [":files"] : [])
  }

  static func == (left: CompletionReply, right: CompletionReply) -> Bool {
    left.lines == right.lines
  }
}

extension CommandLineTool {
  /// What fits at the end of `words`, whose last one is being typed and may be empty.
  ///
  /// Lenient: what stands before may be wrong or unfinished.
  func completions(of words: [String]) -> CompletionReply {
    let words = Self.joiningEqualSigns(words)
    let typed = words.last ?? ""
    let before = words.dropLast()[...]
    let start = before.firstIndex { !$0.hasPrefix("-") } ?? before.endIndex
    guard let verb = verb(startingIn: before[start...]) else {
      return typed.hasPrefix("-")
        ? options(common, beginning: typed)
        : verbs(beginning: typed, after: Array(before[start...]))
    }
    return completions(of: typed, after: before[(start + verb.words.count)...], in: verb)
  }

  private func completions(
    of typed: String, after before: ArraySlice<String>, in verb: Verb
  ) -> CompletionReply {
    let parameters = verb.parameters + common
    let isAfterEnd = before.contains("--")
    if !isAfterEnd {
      if let last = before.last, let option = Self.option(last, in: parameters), option.takesValue {
        return values(of: option, beginning: typed)
      }
      if typed.hasPrefix("--"), let equal = typed.firstIndex(of: "="),
        let option = Self.option(String(typed[..<equal]), in: parameters)
      {
        let value = String(typed[typed.index(after: equal)...])
        return values(of: option, beginning: value, prefix: "\(option.shown)=")
      }
      if typed.hasPrefix("-") { return options(parameters, beginning: typed) }
    }
    let place = Self.argumentCount(before, parameters)
    let arguments = verb.arguments
    guard let last = arguments.last else { return CompletionReply() }
    if place < arguments.count { return values(of: arguments[place], beginning: typed) }
    guard case .argument(_, isRemaining: true) = last.form else { return CompletionReply() }
    return values(of: last, beginning: typed)
  }

  /// bash parts `--theme=wo` into three words, because `=` breaks words there.
  private static func joiningEqualSigns(_ words: [String]) -> [String] {
    var joined: [String] = []
    for (place, word) in words.enumerated() {
      let follows = place > 0 && words[place - 1] == "=" && joined.last?.hasSuffix("=") == true
      if word == "=" || follows, let last = joined.last, last.hasPrefix("--") {
        joined[joined.count - 1] = last + word
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  private static func option(
    _ word: String, in parameters: [ParameterDeclaration]
  ) -> ParameterDeclaration? {
    parameters.first { parameter in
      !parameter.isArgument
        && (parameter.shown == word || parameter.short.map { "-\($0)" } == word)
    }
  }

  /// How many of the words are arguments.
  private static func argumentCount(
    _ words: ArraySlice<String>, _ parameters: [ParameterDeclaration]
  ) -> Int {
    var count = 0
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" { return count + rest.count }
      if !word.hasPrefix("-") || word == "-" {
        count += 1
      } else if option(word, in: parameters)?.takesValue == true {
        _ = rest.popFirst()
      }
    }
    return count
  }

  private func verbs(beginning typed: String, after words: [String]) -> CompletionReply {
    var candidates: [(word: String, help: String)] = []
    for verb in verbs where verb.words.starts(with: words) && verb.words.count > words.count {
      let word = verb.words[words.count]
      let isGroup = verb.words.count > words.count + 1
      if word.hasPrefix(typed), !candidates.contains(where: { $0.word == word }) {
        candidates.append((word, isGroup ? "" : verb.summary))
      }
    }
    if words.isEmpty {
      candidates += Self.builtIn.map { ($0.name, $0.summary) }.filter { $0.0.hasPrefix(typed) }
    } else if words == ["help"] {
      candidates = verbs.filter { $0.name.hasPrefix(typed) }.map { ($0.name, $0.summary) }
    } else if words == ["completions"] {
      candidates = Shell.allCases.map { ($0.rawValue, "") }.filter { $0.0.hasPrefix(typed) }
    }
    return CompletionReply(candidates: candidates)
  }

  private func options(
    _ parameters: [ParameterDeclaration], beginning typed: String
  ) -> CompletionReply {
    let all =
      parameters.filter { !$0.isArgument }.map { ($0.shown, $0.help) }
      + [("--help", "Shows the help.")]
    return CompletionReply(candidates: all.filter { $0.0.hasPrefix(typed) })
  }

  private func values(
    of parameter: ParameterDeclaration, beginning typed: String, prefix: String = ""
  ) -> CompletionReply {
    switch parameter.completion {
    case .nothing: CompletionReply()
    case .files: CompletionReply(offersFiles: true)
    case .words(let words):
      CompletionReply(
        candidates: words.filter { $0.hasPrefix(typed) }.map { (prefix + $0, "") })
    }
  }
}
