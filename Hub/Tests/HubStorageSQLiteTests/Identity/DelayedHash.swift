import HubCore
import ToolboxCrypto

/// Hashes that begin when `before` has returned, and are as cheap as they may be.
struct DelayedHash: PasswordHashing {
  private let hash = PasswordHash(memoryBytes: 19 << 20, passes: 2)
  private let before: @Sendable () -> Void

  init(before: @escaping @Sendable () -> Void) { self.before = before }

  func hash(_ password: [UInt8]) -> String? {
    before()
    return hash.hash(password)
  }

  func isValid(_ password: [UInt8], for phc: String) -> Bool {
    before()
    return hash.isValid(password, for: phc)
  }
}
