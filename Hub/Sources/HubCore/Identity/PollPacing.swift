/// How often an app may ask for the session of its grant (RFC 8628 §3.5).
///
/// Who asks sooner than its interval is told to slow down, and its interval grows by five seconds.
/// Pure; times are in milliseconds of any clock.
struct PollPacing: Sendable {
  static let stepMilliseconds = 5 * Milliseconds.second
  /// How much sooner an honest client's request may seem to come, by the jitter of the way.
  static let slackMilliseconds = Milliseconds.second / 2

  private struct Past: Sendable {
    var last: Int64
    var interval: Int64
  }

  let intervalMilliseconds: Int64
  private var pasts: [TokenHash: Past] = [:]

  init(intervalMilliseconds: Int64) { self.intervalMilliseconds = intervalMilliseconds }

  /// Whether this question comes too soon.
  ///
  /// To be asked only for the code of a grant that exists: any other would fill the memory.
  mutating func isTooSoon(_ code: TokenHash, at now: Int64) -> Bool {
    guard var past = pasts[code] else {
      forgetOld(at: now)
      pasts[code] = Past(last: now, interval: intervalMilliseconds)
      return false
    }
    let isTooSoon = (0..<past.interval - Self.slackMilliseconds).contains(now - past.last)
    if isTooSoon { past.interval += Self.stepMilliseconds }
    past.last = now
    pasts[code] = past
    return isTooSoon
  }

  mutating func forget(_ code: TokenHash) { pasts[code] = nil }

  private mutating func forgetOld(at now: Int64) {
    pasts = pasts.filter { now - $0.value.last < DeviceGrant.lifeMilliseconds }
  }
}
