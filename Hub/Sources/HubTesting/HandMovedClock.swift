import HubCore
import ToolboxLocks

/// A clock that stands still until a test moves it.
public final class HandMovedClock: WallClock {
  private let now: Locked<Int64>

  public init(_ milliseconds: Int64 = 1_800_000_000_000) { now = Locked(milliseconds) }

  public var nowMilliseconds: Int64 { now.withLock { $0 } }

  public func advance(_ milliseconds: Int64) { now.withLock { $0 += milliseconds } }
}
