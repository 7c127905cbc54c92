import Glibc
import ToolboxLocks

/// Finds the link to open among the lines that the Hub prints when it starts.
struct WelcomeLink: Sendable {
  private var found: Substring?

  /// The link, with the Hub's last words; nil before them.
  ///
  /// The set-up link where there is one, else where the Hub is.
  mutating func read(_ line: String) -> String? {
    if line.hasPrefix(RunningHub.lastWords) { return found.map(String.init) }
    if let link = line.split(separator: " ").first(where: { $0.hasPrefix("http") }),
      found?.contains("/setup#") != true
    {
      found = link
    }
    return nil
  }
}

/// Opens the Hub in the person's browser once, when it is ready.
final class Browser: Sendable {
  private struct State {
    var link = WelcomeLink()
    var isDone: Bool
  }

  private let environment: [String: String]
  private let state: Locked<State>

  /// Does nothing where it is not wanted or where there is no screen to open a window on.
  init(environment: [String: String], isWanted: Bool) {
    self.environment = environment
    let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    state = Locked(State(isDone: !isWanted || !hasScreen))
  }

  func read(_ line: String) {
    let link = state.withLock { state -> String? in
      guard !state.isDone, let link = state.link.read(line) else { return nil }
      state.isDone = true
      return link
    }
    guard let link else { return }
    // Without the set-up code: what a program is started with is seen by everybody on the machine. The
    // page takes the code from the terminal.
    let page = String(link.prefix { $0 != "#" })
    let program = ChildProgram(name: "browser", path: "/usr/bin/xdg-open", arguments: [page])
    // Where there is no such program the link is on the screen anyway.
    Task { [environment] in
      _ = await ChildRun.run(
        program, environment: environment,
        ChildRun.Reports(started: { _ in }, line: { _ in }, ended: {}))
    }
  }
}
