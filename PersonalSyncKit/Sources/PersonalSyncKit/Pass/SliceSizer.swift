/// Decides how many changes go into one transaction (docs/decisions/0054).
///
/// While the app writes as well, one takes about 2 ms with its commit, which takes longer than the rest: a write
/// of the person's waits at most for one. While nobody does, it takes about 6 ms, because each costs a write to the
/// disk of every page that it touches; the first write that comes ends that. So slices stay short on a slow
/// disk and grow on a fast one. Pure; it is told the time before the commit.
struct SliceSizer: Sendable {
  static let targetNanoseconds: Int64 = 600_000
  static let quietTargetNanoseconds: Int64 = 4_000_000
  /// How long the app has not written where it counts as quiet again: a second.
  static let quietNanoseconds: Int64 = 1_000_000_000
  static let countMin = 8
  static let countMax = 500

  private(set) var count = 64
  private var localWrites: Int
  /// When a write of the app's was last noticed; nil where none was since this began.
  private var wroteAt: Int64?

  /// `localWrites` are those that the app has asked for until now.
  init(localWrites: Int) { self.localWrites = localWrites }

  /// A slice of so many changes took `nanoseconds` and ended at `now`, by the same clock.
  mutating func took(_ nanoseconds: Int64, for changes: Int, localWrites: Int, at now: Int64) {
    if localWrites != self.localWrites { (self.localWrites, wroteAt) = (localWrites, now) }
    guard changes > 0, nanoseconds > 0 else { return }
    let isQuiet = wroteAt.map { now - $0 > Self.quietNanoseconds } ?? true
    let target = isQuiet ? Self.quietTargetNanoseconds : Self.targetNanoseconds
    let fitting = Int64(changes) * target / nanoseconds
    // At most doubled, so that one lucky slice does not make the next one long.
    let bounded = min(Int(clamping: fitting), count * 2)
    count = min(max(bounded, Self.countMin), Self.countMax)
  }
}
