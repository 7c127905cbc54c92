import Foundation

/// The browser that `$BROWSER` names, or that the desktop prefers.
///
/// It is started apart from this program: it shows nothing in the terminal, and stays when this one ends.
struct DesktopBrowser: WebBrowser {
  let environment: [String: String]

  func open(_ address: String, didFail: @escaping @Sendable () -> Void) -> Bool {
    BrowserCommand.candidates(for: address, in: environment).contains { command in
      command.places(in: environment).contains { start($0, command.words, didFail) }
    }
  }

  private func start(
    _ path: String, _ words: [String], _ didFail: @escaping @Sendable () -> Void
  ) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: path) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { ended in
      if ended.terminationStatus != 0 { didFail() }
    }
    do { try process.run() } catch {
      // The next one is tried.
      return false
    }
    return true
  }
}
