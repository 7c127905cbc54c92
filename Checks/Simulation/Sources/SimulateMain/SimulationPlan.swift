import Glibc

/// Which seeds are run, how many at a time, and for how long.
struct SimulationPlan {
  private(set) var seeds: ClosedRange<UInt64> = 1...50
  /// One for each processor, unless said otherwise.
  private(set) var jobs = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  /// After so long no further seed begins.
  private(set) var limit: Duration?

  /// Nil for words that are no plan.
  init?(_ words: ArraySlice<String>) {
    var words = Array(words)
    while !words.isEmpty {
      guard words.count >= 2, take(words[0], words[1]) else { return nil }
      words.removeFirst(2)
    }
  }

  private mutating func take(_ option: String, _ value: String) -> Bool {
    let numbers = value.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
    switch (option, numbers.count, numbers.first ?? nil, numbers.last ?? nil) {
    case ("--seeds", 1, let last?, _) where last > 0: seeds = 1...last
    case ("--seeds", 2, let first?, let last?) where first > 0 && first <= last:
      seeds = first...last
    case ("--seed", 1, let seed?, _) where seed > 0: seeds = seed...seed
    case ("--jobs", 1, let count?, _) where (1...64).contains(count): jobs = Int(count)
    case ("--minutes", 1, let count?, _) where count > 0 && count < 100_000:
      limit = .seconds(60 * Int(count))
    default: return false
    }
    return true
  }
}
