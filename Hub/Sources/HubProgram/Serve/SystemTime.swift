import Glibc
import HubCore

/// The machine's own clock.
struct SystemWallClock: WallClock {
  var nowMilliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}

enum SystemTime {
  /// The time since the machine started; never runs backwards.
  static func uptime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
