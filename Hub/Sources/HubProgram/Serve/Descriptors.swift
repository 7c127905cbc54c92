import Glibc

/// How many sockets and files the system lets this program have open.
enum Descriptors {
  /// Enough for the most connections that the server takes.
  static let wanted: UInt = 12_000
  /// For the database, ordinary requests, and connections that are just being made.
  private static let reserve: UInt = 600

  /// Raises the limit towards `wanted`, as far as the system allows, and says how many of the
  /// descriptors may be streams.
  static func streamsMax(raisingTo wanted: UInt) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 100 }
    if limit.rlim_cur < wanted {
      var raised = limit
      raised.rlim_cur = min(limit.rlim_max, wanted)
      if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
    }
    let free = limit.rlim_cur > reserve ? limit.rlim_cur - reserve : 100
    return Int(min(free, 8_500))
  }
}
