import HubCore
import Testing

/// When a service that fails is left alone, and when it is asked again.
@Suite struct CircuitBreakerTests {
  var breaker = CircuitBreaker()

  mutating func fail(at now: Int64) {
    guard let admission = breaker.admit(at: now) else { return }
    breaker.ended(admission, isAnswered: false, at: now)
  }

  @Test mutating func `three failures in a row open it, and an answer between them does not`() {
    fail(at: 0)
    fail(at: 1)
    #expect(breaker.admit(at: 2) == .request)
    breaker.ended(.request, isAnswered: true, at: 2)
    fail(at: 3)
    fail(at: 4)
    #expect(breaker.isClosed)

    fail(at: 5)

    #expect(!breaker.isClosed && breaker.admit(at: 6) == nil)
  }

  @Test mutating func `after ten seconds one probe is let through, and its answer closes it`() {
    for now in 0..<3 as Range<Int64> { fail(at: now) }

    #expect(breaker.admit(at: 10_001) == nil)
    #expect(breaker.admit(at: 10_002) == .probe)
    #expect(breaker.admit(at: 10_003) == nil)
    breaker.ended(.probe, isAnswered: true, at: 10_500)

    #expect(breaker.isClosed && breaker.admit(at: 10_501) == .request)
  }

  @Test mutating func `each probe that fails doubles the rest, up to five minutes`() {
    for now in 0..<3 as Range<Int64> { fail(at: now) }
    var now: Int64 = 2
    for rest in [10, 20, 40, 80, 160, 300, 300] as [Int64] {
      #expect(breaker.admit(at: now + rest * 1_000 - 1) == nil, "\(rest)")
      now += rest * 1_000
      fail(at: now)
    }
    #expect(!breaker.isClosed)
  }

  @Test mutating func `what was under way when it opened decides nothing`() {
    let late = breaker.admit(at: 0)
    #expect(late == .request)
    for now in 0..<3 as Range<Int64> { fail(at: now) }
    breaker.ended(.request, isAnswered: true, at: 3)
    #expect(!breaker.isClosed)

    #expect(breaker.admit(at: 10_002) == .probe)
    breaker.ended(.request, isAnswered: false, at: 10_003)
    #expect(breaker.admit(at: 10_004) == nil)
    breaker.ended(.probe, isAnswered: true, at: 10_005)
    #expect(breaker.isClosed)
  }

  @Test mutating func `a clock that was set back does not keep it open`() {
    for now in 1_000_000..<1_000_003 as Range<Int64> { fail(at: now) }

    #expect(breaker.admit(at: 500) == .probe)
  }
}
