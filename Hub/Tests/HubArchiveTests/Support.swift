import Foundation
import HubCore
import Testing
import ToolboxCrypto

/// A folder of one test's own, removed when the test lets go of it.
final class ScratchFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "hub-archive-" + UUID().uuidString
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch { preconditionFailure("no temporary folder: \(error)") }
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }
}

extension HubIdentity {
  static func sample(_ byte: UInt8) throws -> HubIdentity {
    HubIdentity(key: try #require(SigningKey(seed: [UInt8](repeating: byte, count: 32))))
  }
}
