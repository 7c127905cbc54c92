import Foundation
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

  /// Whether a text is the IANA name of a time zone that this machine knows.
  ///
  /// Names with dots are refused before they are looked up: a zone is a file on some systems.
  static func isTimeZone(_ name: String) -> Bool {
    let isName = name.wholeMatch(of: /UTC|[A-Za-z]+(\/[A-Za-z0-9_+\-]+){1,2}/) != nil
    return isName && name.utf8.count <= 64 && TimeZone(identifier: name) != nil
  }
}
