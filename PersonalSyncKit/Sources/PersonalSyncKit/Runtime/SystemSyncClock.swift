#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The machine's own clocks.
public struct SystemSyncClock: SyncClock {
  public init() {}

  public var nowMilliseconds: Int64 { Self.nanoseconds(of: CLOCK_REALTIME) / 1_000_000 }

  public var monotonicNanoseconds: Int64 { Self.nanoseconds(of: CLOCK_MONOTONIC) }

  public func sleep(milliseconds: Int64) async {
    do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch {
      // Cancelled: the caller looks at its task's state, as the protocol says.
    }
  }

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
