import ToolboxLocks

/// A console whose answers are known beforehand and whose output is kept.
public final class ScriptedConsole: Console {
  private struct State {
    var lines: ArraySlice<String>
    var output = ""
    var complaints = ""
  }

  private let state: Locked<State>
  public let isInteractive: Bool
  public let outputProblem: String?

  /// - `lines`: what is typed, to questions and for secrets alike.
  public init(
    typing lines: [String] = [], isInteractive: Bool = false, outputProblem: String? = nil
  ) {
    state = Locked(State(lines: lines[...]))
    self.isInteractive = isInteractive
    self.outputProblem = outputProblem
  }

  /// What was written to standard output.
  public var output: String { state.withLock { $0.output } }

  /// What was written to standard error, prompts included.
  public var complaints: String { state.withLock { $0.complaints } }

  /// What was typed and not yet read; a test that leaves some asked less than it meant to.
  public var unreadLines: [String] { state.withLock { Array($0.lines) } }

  public func write(_ text: String) {
    state.withLock { $0.output += text }
  }

  public func complain(_ text: String) {
    state.withLock { $0.complaints += text + "\n" }
  }

  public func prompt(_ text: String) {
    state.withLock { $0.complaints += text }
  }

  public func readLine() -> String? {
    state.withLock { $0.lines.popFirst() }
  }

  public func readSecret(_ prompt: String) -> SecretAnswer {
    if isInteractive { self.prompt(prompt) }
    return readLine().map { .entered($0) } ?? .cancelled
  }
}
