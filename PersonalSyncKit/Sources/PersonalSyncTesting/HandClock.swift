import PersonalSyncKit
import ToolboxLocks

/// A clock that a test moves; whoever sleeps goes on at once, and the clock with them.
public final class HandClock: SyncClock {
  private let now: Locked<Int64>

  /// - Parameter nowMilliseconds: Milliseconds since 1970 UTC.
  public init(nowMilliseconds: Int64 = 1_796_000_000_000) { now = Locked(nowMilliseconds) }

  public var nowMilliseconds: Int64 { now.withLock { $0 } }

  public var monotonicNanoseconds: Int64 { now.withLock { $0 * 1_000_000 } }

  public func sleep(milliseconds: Int64) async {
    advance(milliseconds: milliseconds)
    await Task.yield()
  }

  public func advance(milliseconds: Int64) { now.withLock { $0 += milliseconds } }
}

/// A device's own idea of the time: the world's, and an error of its own that may change.
public final class SkewedClock: SyncClock {
  private let world: HandClock
  private let skew: Locked<Int64>

  public init(_ world: HandClock, skewMilliseconds: Int64) {
    self.world = world
    skew = Locked(skewMilliseconds)
  }

  /// Somebody sets this device's clock.
  public func jump(milliseconds: Int64) { skew.withLock { $0 += milliseconds } }

  public var nowMilliseconds: Int64 { world.nowMilliseconds + skew.withLock { $0 } }
  public var monotonicNanoseconds: Int64 { world.monotonicNanoseconds }
  public func sleep(milliseconds: Int64) async { await world.sleep(milliseconds: milliseconds) }
}
