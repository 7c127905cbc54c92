/// Decides how many changes go into one transaction, so that it takes about 2 ms with its commit.
///
/// Pure; it is told the time before the commit, which takes longer than the rest. A person's own write
/// waits at most for one slice, so slices stay short on a slow disk and grow on a fast one.
struct SliceSizer: Sendable {
  static let targetNanoseconds: Int64 = 600_000
  static let countMin = 8
  static let countMax = 500

  private(set) var count = 64

  mutating func took(_ nanoseconds: Int64, for changes: Int) {
    guard changes > 0, nanoseconds > 0 else { return }
    let fitting = Int64(changes) * Self.targetNanoseconds / nanoseconds
    // At most doubled, so that one lucky slice does not make the next one long.
    let bounded = min(Int(clamping: fitting), count * 2)
    count = min(max(bounded, Self.countMin), Self.countMax)
  }
}
