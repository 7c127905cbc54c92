extension CommandLineTool {
  /// Reads the words, runs the verb or prints what was asked for, and says how it ended.
  ///
  /// Output that could not be written makes a verb that was done a refused one, because its caller
  /// would otherwise trust half a file; a reader who left early (`| head`) does not.
  public func run(_ words: [String], _ console: any Console) async -> ExitStatus {
    let status: ExitStatus
    switch outcome(of: words) {
    case .run(let verb, let input):
      status = await verb.run(input, console)
    case .show(let text):
      console.print(text)
      status = .done
    case .misuse(let error, let verb):
      let help = verb.map { "\(name) \($0) --help" } ?? "\(name) --help"
      console.complain("\(name): \(error.message)\nSee: \(help)")
      return .misused
    }
    guard let problem = console.outputProblem else { return status }
    console.complain("\(name): The output could not be written: \(problem). It is incomplete.")
    return status == .done ? .refused : status
  }
}
