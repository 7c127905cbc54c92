import ToolboxCrypto
import ToolboxLocks

/// All chance of a run, from one seed: the same seed gives the same run.
///
/// SplitMix64; for tests only, never for secrets.
public final class Dice: RandomBytes {
  private let state: Locked<UInt64>

  public init(seed: UInt64) { state = Locked(seed) }

  public func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return z ^ z >> 31
    }
  }

  /// A number of 0..<`bound`.
  public func roll(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// Whether an event that happens `percent` times in a hundred happens now.
  public func happens(percent: Int) -> Bool { roll(100) < percent }

  public func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[roll(elements.count)]
  }

  public func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) }
  }
}
