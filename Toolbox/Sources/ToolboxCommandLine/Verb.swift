/// One thing that a program does: `anchor focus`, `hub audit verify`.
public struct Verb: Sendable {
  public typealias Run = @Sendable (CommandInput, any Console) async -> ExitStatus

  public let name: String
  public let summary: String
  let details: String
  let parameters: [ParameterDeclaration]
  let run: Run

  /// - `name`: one word, or several for a verb within a group.
  /// - `summary`: one sentence for the list of verbs.
  /// - `details`: more for the verb's own help; blank lines part paragraphs.
  /// - Precondition: names are unique; required arguments come before optional ones, and
  ///   ``RemainingArguments`` last.
  public init(
    _ name: String, _ summary: String, details: String = "", _ parameters: [any Parameter] = [],
    run: @escaping Run
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.parameters = parameters.map(\.declaration)
    self.run = run
    precondition(
      Set(self.parameters.map(\.name)).count == parameters.count, "\(name): a name comes twice")
    precondition(Self.isOrdered(arguments), "\(name): required arguments come first")
  }

  var words: [String] { name.split(separator: " ").map(String.init) }

  var arguments: [ParameterDeclaration] { parameters.filter(\.isArgument) }

  private static func isOrdered(_ arguments: [ParameterDeclaration]) -> Bool {
    let ranks = arguments.map { argument in
      switch argument.form {
      case .argument(isRequired: true, _): 0
      case .argument(_, isRemaining: false): 1
      default: 2
      }
    }
    return ranks == ranks.sorted() && ranks.count { $0 == 2 } <= 1
  }
}
