/// Where a program reads from and writes to.
///
/// Writing never throws: what went wrong is in ``outputProblem``, which
/// ``CommandLineTool/run(_:_:)`` looks at when the verb has ended.
public protocol Console: Sendable {
  /// Writes to standard output, as it is.
  func write(_ text: String)

  /// Writes a line to standard error.
  func complain(_ text: String)

  /// Why standard output took no more, in words; nil where all was written or the reader left.
  var outputProblem: String? { get }

  /// Whether a person is there to answer: input and error are both terminals.
  var isInteractive: Bool { get }

  /// One line of standard input without its end; nil at the end of input.
  func readLine() -> String?

  /// Asks for a secret without showing it, or reads one line where input is not a terminal.
  func readSecret(_ prompt: String) -> SecretAnswer

  /// Shows a question without ending the line.
  func prompt(_ text: String)
}

/// What came of asking for a secret.
public enum SecretAnswer: Sendable, Equatable {
  case entered(String)
  /// The person pressed Ctrl-C or Ctrl-D, or the input ended.
  case cancelled
  /// More than ``SystemConsole/lineBytesMax`` bytes, or not UTF-8.
  case unreadable
}

/// What came of asking a question.
public enum YesNo: Sendable, Equatable {
  case yes
  case no
  /// Nobody is there to ask: not a terminal, and `--yes` was not given.
  case notAsked
}

extension Console {
  /// Writes a line to standard output.
  public func print(_ text: String) {
    write(text + "\n")
  }

  /// Writes a complaint and gives the status that goes with it.
  public func refuse(_ text: String) -> ExitStatus {
    complain(text)
    return .refused
  }

  /// Asks a question that is answered by yes or no; Enter alone is no.
  ///
  /// - `saidYes`: whether ``Flag/yes`` was given; nothing is asked then.
  public func ask(_ question: String, saidYes: Bool) -> YesNo {
    if saidYes { return .yes }
    guard isInteractive else { return .notAsked }
    // Three unclear answers are taken as no.
    for _ in 0..<3 {
      prompt("\(question) [y/N] ")
      switch readLine()?.lowercased().filter({ $0 != " " }) {
      case "y", "yes": return .yes
      case "n", "no", "": return .no
      case nil: return .no
      default: complain("Please answer y or n.")
      }
    }
    return .no
  }
}
