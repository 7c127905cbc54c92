/// Slows down guessing: five attempts are free, then each waits twice as long as the last.
///
/// No hard lock-out (SES-50): the longest wait is 15 minutes, and one success ends it. Pure; times
/// are in milliseconds of any clock.
struct AttemptDelays<Key: Hashable & Sendable>: Sendable {
  static var freeAttempts: Int { 5 }
  static var delayMax: Int64 { 15 * Milliseconds.minute }
  /// An hour after the last attempt nothing is remembered.
  static var memory: Int64 { Milliseconds.hour }
  /// Above so many keys, what is no longer remembered is thrown away at each attempt.
  static var tidyAbove: Int { 1_024 }

  private struct Past: Sendable {
    var attempts = 0
    var last: Int64 = 0
  }

  private var pasts: [Key: Past] = [:]

  /// Counts an attempt and returns nil, or says how many milliseconds to wait and counts nothing.
  ///
  /// An attempt counts as failed until ``succeed(_:)``: many at once cannot all pass before the first
  /// of them has failed.
  mutating func begin(_ key: Key, at now: Int64) -> Int64? {
    if pasts.count > Self.tidyAbove {
      pasts = pasts.filter { now - $0.value.last < Self.memory }
    }
    var past = pasts[key] ?? Past()
    if now - past.last >= Self.memory { past = Past() }
    let wait = past.last + Self.delay(afterAttempts: past.attempts) - now
    // A clock that was set back must not make anyone wait for longer than the longest delay.
    if wait > 0, past.attempts >= Self.freeAttempts { return min(wait, Self.delayMax) }
    past.attempts += 1
    past.last = now
    pasts[key] = past
    return nil
  }

  mutating func succeed(_ key: Key) { pasts[key] = nil }

  /// Takes an attempt back that was never tried, as when there was no room for its hash.
  mutating func withdraw(_ key: Key) {
    guard var past = pasts[key] else { return }
    past.attempts = max(0, past.attempts - 1)
    pasts[key] = past
  }

  /// None for the first five, then 1 s, doubling, at most 15 min.
  static func delay(afterAttempts attempts: Int) -> Int64 {
    guard attempts >= freeAttempts else { return 0 }
    let doublings = min(attempts - freeAttempts, 20)
    return min(Milliseconds.second << Int64(doublings), delayMax)
  }
}
