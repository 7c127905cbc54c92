import Foundation

/// A folder for one test, removed with its value.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() {
    path = FileManager.default.temporaryDirectory.path + "/app-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch { preconditionFailure("no temporary folder: \(error)") }
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  public func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }
}
