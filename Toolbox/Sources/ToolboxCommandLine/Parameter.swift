/// What a verb can be given; declared once, and the key by which its value is asked for.
///
/// ```swift
/// let length = Argument("length", .duration(.seconds(60)...HumanDuration.day), "How long.")
/// let theme = Option("theme", .text, "What it belongs to.", short: "t")
///
/// Verb("focus", "Starts a focus session.", [length, theme]) { input, console in
///   start(input[length], theme: input[theme])
/// }
/// ```
public protocol Parameter: Sendable {
  var declaration: ParameterDeclaration { get }
}

/// A parameter without its type, for reading, help and completion.
public struct ParameterDeclaration: Sendable {
  enum Form: Sendable, Equatable {
    case argument(isRequired: Bool, isRemaining: Bool)
    case option(isRepeatable: Bool)
    case flag
  }

  let name: String
  let form: Form
  let short: Character?
  let placeholder: String
  let help: String
  let completion: Completion
  let check: @Sendable (String) throws(ValueProblem) -> Void

  fileprivate init<Value>(
    _ name: String, _ form: Form, short: Character? = nil, kind: ValueKind<Value>, help: String
  ) {
    self.init(
      name, form, short: short, placeholder: kind.placeholder, help: help,
      completion: kind.completion
    ) { (word) throws(ValueProblem) in _ = try kind.read(word) }
  }

  fileprivate init(
    _ name: String, _ form: Form, short: Character?, placeholder: String, help: String,
    completion: Completion, check: @escaping @Sendable (String) throws(ValueProblem) -> Void
  ) {
    let isPlain = name.utf8.allSatisfy { byte in
      (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
    }
    precondition(isPlain && !name.isEmpty && !name.hasPrefix("-"), "a parameter's name: \(name)")
    self.name = name
    self.form = form
    self.short = short
    self.placeholder = placeholder
    self.help = help
    self.completion = completion
    self.check = check
  }

  var isArgument: Bool {
    if case .argument = form { true } else { false }
  }

  var takesValue: Bool { form != .flag }

  /// As it is typed: `--theme`, or the placeholder of an argument.
  var shown: String { isArgument ? placeholder : "--\(name)" }
}

/// A value that has to be there, known by its place.
public struct Argument<Value: Sendable>: Parameter {
  let kind: ValueKind<Value>
  public let declaration: ParameterDeclaration

  public init(_ name: String, _ kind: ValueKind<Value>, _ help: String) {
    self.kind = kind.asArgument(name)
    declaration = ParameterDeclaration(
      name, .argument(isRequired: true, isRemaining: false), kind: self.kind, help: help)
  }
}

/// A value known by its place that may be left out; after every ``Argument``.
public struct OptionalArgument<Value: Sendable>: Parameter {
  let kind: ValueKind<Value>
  public let declaration: ParameterDeclaration

  public init(_ name: String, _ kind: ValueKind<Value>, _ help: String) {
    self.kind = kind.asArgument(name)
    declaration = ParameterDeclaration(
      name, .argument(isRequired: false, isRemaining: false), kind: self.kind, help: help)
  }
}

/// All words that no other argument took, none or more; the last argument.
public struct RemainingArguments<Value: Sendable>: Parameter {
  let kind: ValueKind<Value>
  public let declaration: ParameterDeclaration

  public init(_ name: String, _ kind: ValueKind<Value>, _ help: String) {
    self.kind = kind.asArgument(name)
    declaration = ParameterDeclaration(
      name, .argument(isRequired: false, isRemaining: true), kind: self.kind, help: help)
  }
}

/// A named value, `--theme NAME` or `--theme=NAME`, given once or not at all.
public struct Option<Value: Sendable>: Parameter {
  let kind: ValueKind<Value>
  public let declaration: ParameterDeclaration

  public init(
    _ name: String, _ kind: ValueKind<Value>, _ help: String, short: Character? = nil
  ) {
    self.kind = kind
    declaration = ParameterDeclaration(
      name, .option(isRepeatable: false), short: short, kind: kind, help: help)
  }
}

/// A named value that may be given several times.
public struct RepeatedOption<Value: Sendable>: Parameter {
  let kind: ValueKind<Value>
  public let declaration: ParameterDeclaration

  public init(
    _ name: String, _ kind: ValueKind<Value>, _ help: String, short: Character? = nil
  ) {
    self.kind = kind
    declaration = ParameterDeclaration(
      name, .option(isRepeatable: true), short: short, kind: kind, help: help)
  }
}

/// A statement that holds when it is given: `--json`.
public struct Flag: Parameter {
  public let declaration: ParameterDeclaration

  public init(_ name: String, _ help: String, short: Character? = nil) {
    declaration = ParameterDeclaration(
      name, .flag, short: short, placeholder: "", help: help, completion: .nothing
    ) { (_) throws(ValueProblem) in }
  }

  /// Print one JSON value instead of text.
  public static let json = Flag("json", "Print JSON, for other programs.")
  /// Answer every question with yes.
  public static let yes = Flag("yes", "Answer yes to questions, for scripts.", short: "y")
}
