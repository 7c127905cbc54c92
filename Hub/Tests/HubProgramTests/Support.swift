import Foundation
import HubCore
import ToolboxCrypto

/// A folder of one test's own, removed when the test lets go of it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "hub-program-" + UUID().uuidString
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { preconditionFailure("no temporary folder: \(error)") }
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }

  func file(_ name: String) -> String { path + "/" + name }
}

/// The same byte, always.
struct FixedRandom: RandomBytes {
  let byte: UInt8

  init(_ byte: UInt8) { self.byte = byte }

  func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
}
