import ToolboxCrypto
import ToolboxLocks

/// Bytes that never repeat and are the same in every run; no secret, so for tests only.
public final class CountingRandom: RandomBytes {
  private let count = Locked<UInt64>(0)

  public init() {}

  public func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let number = self.count.withLock { number in
        number += 1
        return number
      }
      bytes += SHA256.hash(Array("hub-testing \(number)".utf8))
    }
    return Array(bytes.prefix(count))
  }
}
