import AppShell
import AppShellTesting
import ToolboxCommandLine

@testable import Anchor

/// A person at a terminal with Anchor, on a bench.
final class Terminal: Sendable {
  struct Reply: Equatable {
    var status: Int32
    var output: String
    var complaints: String
  }

  let bench: Bench

  init(bench: Bench = Bench()) { self.bench = bench }

  /// Types a command line; `answers` are what is typed to its questions.
  func type(
    _ words: String..., answering answers: [String] = [], isInteractive: Bool = true
  ) async -> Reply {
    await type(words, answering: answers, isInteractive: isInteractive)
  }

  func type(
    _ words: [String], answering answers: [String] = [], isInteractive: Bool = true
  ) async -> Reply {
    let console = ScriptedConsole(typing: answers, isInteractive: isInteractive)
    let tool = AppProgram(AnchorApp.self, on: bench.machine).tool
    let status = await tool.run(words, console)
    return Reply(
      status: status.code, output: console.output, complaints: console.complaints)
  }

  func wait(minutes: Int) { bench.clock.advance(milliseconds: Int64(minutes) * 60_000) }
}
