import Glibc

/// A clock that only rises, in nanoseconds.
func nanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Things done and the time they took.
struct Rate {
  var count: Int
  var nanoseconds: Int64

  var perSecond: Double { Double(count) * 1e9 / Double(max(1, nanoseconds)) }

  /// Runs `body`, which says how much it did.
  static func of(_ body: () throws -> Int) rethrows -> Rate {
    let start = Benchmarks.nanoseconds()
    let count = try body()
    return Rate(count: count, nanoseconds: Benchmarks.nanoseconds() - start)
  }
}

/// The middle of several rounds: one lucky or unlucky round does not move it.
func median(_ rates: [Rate]) -> Double {
  let sorted = rates.map(\.perSecond).sorted()
  return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
}

/// The value below which `share` of the samples lie, in milliseconds.
func percentile(_ samples: [Int64], _ share: Double) -> Double {
  let sorted = samples.sorted()
  guard !sorted.isEmpty else { return 0 }
  let index = min(sorted.count - 1, Int(Double(sorted.count) * share))
  return Double(sorted[index]) / 1e6
}

/// The most memory that this process has had, in bytes.
func residentBytesPeak() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss * 1_024
}

/// The memory that this process has now, in bytes.
func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var text = [CChar](repeating: 0, count: 128)
  guard fgets(&text, 128, file) != nil else { return 0 }
  let pages = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    .split(separator: " ").dropFirst().first.flatMap { Int($0) }
  return (pages ?? 0) * Int(getpagesize())
}

/// Allows as many sockets as the system lets this process have, and says how many.
func raiseDescriptorLimit() -> Int {
  var limit = rlimit()
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  getrlimit(resource, &limit)
  limit.rlim_cur = limit.rlim_max
  setrlimit(resource, &limit)
  return Int(limit.rlim_cur)
}
