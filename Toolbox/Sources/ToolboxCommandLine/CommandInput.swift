/// What a verb was given, checked: every value is of its kind, every required one is there.
public struct CommandInput: Sendable {
  private let verb: String
  private let declared: Set<String>
  /// Words by parameter, in the order given; a flag that was given has an empty list.
  private let words: [String: [String]]

  init(verb: String, declared: Set<String>, words: [String: [String]]) {
    self.verb = verb
    self.declared = declared
    self.words = words
  }

  public subscript<Value>(_ argument: Argument<Value>) -> Value {
    guard let word = given(argument).first else {
      preconditionFailure("a required argument is checked before the verb runs")
    }
    return read(word, argument.kind)
  }

  public subscript<Value>(_ argument: OptionalArgument<Value>) -> Value? {
    given(argument).first.map { read($0, argument.kind) }
  }

  public subscript<Value>(_ arguments: RemainingArguments<Value>) -> [Value] {
    given(arguments).map { read($0, arguments.kind) }
  }

  public subscript<Value>(_ option: Option<Value>) -> Value? {
    given(option).first.map { read($0, option.kind) }
  }

  public subscript<Value>(_ option: RepeatedOption<Value>) -> [Value] {
    given(option).map { read($0, option.kind) }
  }

  public subscript(_ flag: Flag) -> Bool {
    words(of: flag) != nil
  }

  /// The words that were typed for the parameter, none for a flag; nil where it was not given.
  public func words(of parameter: any Parameter) -> [String]? {
    let name = parameter.declaration.name
    precondition(declared.contains(name), "\(verb) does not declare \(name)")
    return words[name]
  }

  private func given(_ parameter: some Parameter) -> [String] {
    words(of: parameter) ?? []
  }

  private func read<Value>(_ word: String, _ kind: ValueKind<Value>) -> Value {
    do {
      return try kind.read(word)
    } catch {
      preconditionFailure("a value is checked before the verb runs, and reading it is pure")
    }
  }
}
