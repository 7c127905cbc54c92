import Foundation

/// A folder of one test's own, removed when the test lets go of it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "toolbox-sqlite-" + UUID().uuidString
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch { preconditionFailure("no temporary folder: \(error)") }
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }

  func file(_ name: String) -> String { path + "/" + name }
}
