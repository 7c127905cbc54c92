/// Sorts the words after a verb into the verb's parameters.
struct ArgumentReader {
  private let parameters: [ParameterDeclaration]
  private var pendingArguments: ArraySlice<ParameterDeclaration>
  private var given: [String: [String]] = [:]

  init(_ parameters: [ParameterDeclaration]) {
    self.parameters = parameters
    pendingArguments = parameters.filter(\.isArgument)[...]
  }

  /// The words by parameter; every value is checked.
  ///
  /// Options and arguments may be mixed; after `--` every word is an argument. A word such as `-5`
  /// is an argument too, because no option is a digit.
  mutating func read(_ words: [String]) throws(UsageError) -> [String: [String]] {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        while let argument = rest.popFirst() { try take(argument: argument) }
      } else if word.hasPrefix("--") {
        try take(long: word, &rest)
      } else if Self.isShort(word) {
        try take(short: word, &rest)
      } else {
        try take(argument: word)
      }
    }
    let missing = pendingArguments.first {
      $0.form == .argument(isRequired: true, isRemaining: false)
    }
    if let missing { throw .missingArgument(missing.placeholder) }
    return given
  }

  static func isShort(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let letter = word.dropFirst().first else { return false }
    return letter != "-" && !letter.isNumber
  }

  private mutating func take(argument word: String) throws(UsageError) {
    guard let parameter = pendingArguments.first else { throw .unexpectedArgument(word) }
    try store(word, parameter)
    if case .argument(_, isRemaining: true) = parameter.form { return }
    pendingArguments.removeFirst()
  }

  private mutating func take(
    long word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let shown = String(parts[0])
    guard let parameter = parameters.first(where: { !$0.isArgument && $0.shown == shown }) else {
      let known = parameters.filter { !$0.isArgument }.map(\.shown) + ["--help"]
      throw .unknownOption(shown, nearest: NearestWord.of(shown, among: known))
    }
    switch (parameter.takesValue, parts.count > 1) {
    case (true, true): try store(String(parts[1]), parameter)
    case (true, false): try takeValue(of: parameter, &rest)
    case (false, true): throw .unexpectedValue(flag: shown)
    case (false, false): given[parameter.name] = []
    }
  }

  /// `-t NAME`, `-tNAME`, or several flags in one word.
  private mutating func take(
    short word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let parameter = parameters.first(where: { $0.short == letter }) else {
        throw .unknownOption("-\(letter)", nearest: nil)
      }
      if !parameter.takesValue {
        given[parameter.name] = []
      } else if letters.isEmpty {
        try takeValue(of: parameter, &rest)
      } else {
        try store(String(letters), parameter)
        return
      }
    }
  }

  private mutating func takeValue(
    of parameter: ParameterDeclaration, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard let value = rest.first, !value.hasPrefix("--") else {
      throw .missingValue(option: parameter.shown, placeholder: parameter.placeholder)
    }
    rest.removeFirst()
    try store(value, parameter)
  }

  private mutating func store(
    _ word: String, _ parameter: ParameterDeclaration
  ) throws(UsageError) {
    if given[parameter.name] != nil, parameter.form == .option(isRepeatable: false) {
      throw .repeatedOption(parameter.shown)
    }
    do {
      try parameter.check(word)
    } catch {
      throw .wrongValue(word, of: parameter.shown, expected: error.expected)
    }
    given[parameter.name, default: []].append(word)
  }
}
