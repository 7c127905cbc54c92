import Testing

@testable import HubCore

/// A rule that a test asks again and again; `#expect` cannot change a value itself.
private final class Asked<Rule> {
  var rule: Rule

  init(_ rule: Rule) { self.rule = rule }
}

extension Asked {
  func begin<Key>(_ key: Key, at now: Int64) -> Int64? where Rule == AttemptDelays<Key> {
    rule.begin(key, at: now)
  }

  func begin<Key>(_ key: Key, at now: Int64) -> Int64? where Rule == AttemptWindow<Key> {
    rule.begin(key, at: now)
  }

  func isTooSoon(_ code: TokenHash, at now: Int64) -> Bool where Rule == PollPacing {
    rule.isTooSoon(code, at: now)
  }
}

@Suite struct AttemptDelaysTests {
  @Test func `five attempts are free, then each waits twice as long, at most 15 minutes`() {
    let delays = (1...30).map { AttemptDelays<String>.delay(afterAttempts: $0) }

    #expect(delays.prefix(4).allSatisfy { $0 == 0 })
    #expect(Array(delays[4...7]) == [1_000, 2_000, 4_000, 8_000])
    #expect(delays.last == 900_000)
  }

  @Test func `an attempt that must wait is not counted (SES-50)`() {
    let delays = Asked(AttemptDelays<String>())
    for _ in 0..<5 { #expect(delays.begin("ada", at: 0) == nil) }

    #expect(delays.begin("ada", at: 0) == 1_000)
    #expect(delays.begin("ada", at: 600) == 400)
    #expect(delays.begin("ada", at: 1_000) == nil)
    #expect(delays.begin("ada", at: 1_000) == 2_000)
  }

  @Test func `one key never slows another`() {
    let delays = Asked(AttemptDelays<String>())
    for _ in 0..<5 { _ = delays.begin("ada", at: 0) }

    #expect(delays.begin("bob", at: 0) == nil)
  }

  @Test func `success and an hour of rest both make all five free again`() {
    let delays = Asked(AttemptDelays<String>())
    for _ in 0..<5 { _ = delays.begin("ada", at: 0) }
    delays.rule.succeed("ada")
    for _ in 0..<5 { #expect(delays.begin("ada", at: 0) == nil) }

    #expect(delays.begin("ada", at: 0) != nil)
    for _ in 0..<5 { #expect(delays.begin("ada", at: 3_600_000) == nil) }
  }

  @Test func `a clock set back makes nobody wait for longer than 15 minutes`() {
    let delays = Asked(AttemptDelays<String>())
    for _ in 0..<5 { _ = delays.begin("ada", at: 1_000_000_000) }

    #expect(delays.begin("ada", at: 0) == 900_000)
  }
}

@Suite struct AttemptWindowTests {
  @Test func `so many pass in any span, and the next when the first is over`() {
    let window = Asked(AttemptWindow<String>(attemptsMax: 2, span: 1_000))
    #expect(window.begin("a", at: 0) == nil)
    #expect(window.begin("a", at: 400) == nil)

    #expect(window.begin("a", at: 500) == 500)
    #expect(window.begin("a", at: 999) == 1)
    #expect(window.begin("a", at: 1_000) == nil)
    #expect(window.begin("a", at: 1_001) == 399)
    #expect(window.begin("b", at: 1_001) == nil)
  }

  @Test func `an attempt taken back does not count`() {
    let window = Asked(AttemptWindow<String>(attemptsMax: 1, span: 1_000))
    _ = window.begin("a", at: 0)
    window.rule.withdraw("a")

    #expect(window.begin("a", at: 1) == nil)
  }

  @Test func `a flood of keys is refused instead of filling the memory`() {
    let window = Asked(AttemptWindow<Int>(attemptsMax: 5, span: 1_000, keysMax: 3))
    for key in 0..<3 { #expect(window.begin(key, at: 0) == nil) }

    #expect(window.begin(3, at: 500) == 1_000)
    #expect(window.begin(0, at: 500) == nil)
    #expect(window.begin(3, at: 1_600) == nil)
  }
}

@Suite struct NetworkWindowTests {
  @Test func `65,536 networks of one provider's customer fill no table and count as one (SES-52)`()
  {
    let limits = AttemptLimits()
    for number in 0..<65_536 {
      let peer = "2001:db8:1:\(String(number, radix: 16))::1"
      let wait = limits.beginPasskey(from: NetworkPrefix(peer: peer), at: 0)
      #expect((wait == nil) == (number < 60), "\(number)")
    }

    #expect(limits.beginPasskey(from: NetworkPrefix(peer: "203.0.113.4"), at: 0) == nil)
    #expect(limits.beginDeviceRequest(from: NetworkPrefix(peer: "203.0.113.4"), at: 0) == nil)
  }
}

@Suite struct PollPacingTests {
  let code = TokenHash(of: "code")

  @Test func `asking too soon makes the interval five seconds longer (RFC 8628)`() {
    let pacing = Asked(PollPacing(intervalMilliseconds: 5_000))

    #expect(!pacing.isTooSoon(code, at: 0))
    #expect(pacing.isTooSoon(code, at: 1_000))
    #expect(pacing.isTooSoon(code, at: 6_000))
    #expect(!pacing.isTooSoon(code, at: 6_000 + 15_000))
  }

  @Test func `an honest client that seems half a second early is not scolded`() {
    let pacing = Asked(PollPacing(intervalMilliseconds: 1_000))

    #expect(!pacing.isTooSoon(code, at: 0))
    #expect(!pacing.isTooSoon(code, at: 500))
    #expect(pacing.isTooSoon(code, at: 900))
  }
}
