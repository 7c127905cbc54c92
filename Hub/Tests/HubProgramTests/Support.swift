import Foundation
import HubCore
import ToolboxCommandLine
import ToolboxCrypto

@testable import HubProgram

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

/// What a verb of `hub` is given by these words; throws ``UsageError`` where it is not called so.
func typed(_ verb: String, _ words: [String]) throws -> CommandInput {
  switch HubProgram.tool(environment: [:]).outcome(of: [verb] + words) {
  case .run(_, let input): return input
  case .misuse(let error, _): throw error
  case .show: preconditionFailure("help was asked for")
  }
}

/// The same byte, always.
struct FixedRandom: RandomBytes {
  let byte: UInt8

  init(_ byte: UInt8) { self.byte = byte }

  func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
}
