import HubContracts
import HubCore
import Testing

/// Where an account's days begin and end.
@Suite struct AccountClockTests {
  /// A zone whose clocks change once: minutes ahead before and from `change` on.
  func clock(_ before: Int64, changingTo after: Int64, at change: Minute) -> AccountClock {
    AccountClock(zone: "Test/Place") { _, minute in minute < change ? before : after }
  }

  func minute(_ text: String) throws -> Minute { try #require(Minute(text)) }
  func day(_ text: String) throws -> Day { try #require(Day(text)) }

  @Test(arguments: [-660, -210, 0, 60, 345, 840] as [Int64])
  func `a day is 24 hours of the zone, from its midnight`(ahead: Int64) throws {
    let clock = AccountClock(zone: "Test/Place") { _, _ in ahead }
    let day = try day("2026-11-30")

    let span = clock.span(of: day)

    #expect(span.upperBound.number - span.lowerBound.number == 1_440)
    #expect(clock.minuteOfDay(at: span.lowerBound) == 0)
    #expect(clock.day(of: span.lowerBound) == day)
    #expect(clock.day(of: Minute(number: span.lowerBound.number - 1)) == day.adding(-1))
    #expect(clock.day(of: span.upperBound) == day.adding(1))
  }

  @Test func `summer time takes an hour from one day and gives it to another`() throws {
    let spring = clock(60, changingTo: 120, at: try minute("2026-03-29T01:00:00Z"))
    let autumn = clock(120, changingTo: 60, at: try minute("2026-10-25T01:00:00Z"))

    #expect(length(of: try day("2026-03-29"), by: spring) == 1_380)
    #expect(length(of: try day("2026-03-28"), by: spring) == 1_440)
    #expect(length(of: try day("2026-10-25"), by: autumn) == 1_500)
    #expect(length(of: try day("2026-10-26"), by: autumn) == 1_440)
  }

  @Test func `where midnight is skipped, the day begins at the minute after`() throws {
    // Cairo, 2026-04-24: 00:00 becomes 01:00.
    let clock = clock(120, changingTo: 180, at: try minute("2026-04-23T22:00:00Z"))

    let span = clock.span(of: try day("2026-04-24"))

    #expect(span.lowerBound == (try minute("2026-04-23T22:00:00Z")))
    #expect(clock.minuteOfDay(at: span.lowerBound) == 60)
    #expect(span.upperBound.number - span.lowerBound.number == 1_380)
  }

  @Test func `where midnight comes twice, the day begins at the first`() throws {
    // Havana, 2026-11-01: 01:00 becomes 00:00.
    let clock = clock(-240, changingTo: -300, at: try minute("2026-11-01T05:00:00Z"))

    let span = clock.span(of: try day("2026-11-01"))

    #expect(span.lowerBound == (try minute("2026-11-01T04:00:00Z")))
    #expect(span.upperBound.number - span.lowerBound.number == 1_500)
  }

  @Test func `where the hour before midnight comes twice, the day before has it`() throws {
    // 24:00 becomes 23:00.
    let clock = clock(-60, changingTo: -120, at: try minute("2026-10-25T01:00:00Z"))

    #expect(length(of: try day("2026-10-24"), by: clock) == 1_500)
    #expect(clock.day(of: try minute("2026-10-25T01:30:00Z")) == (try day("2026-10-24")))
    #expect(
      clock.span(of: try day("2026-10-25")).lowerBound == (try minute("2026-10-25T02:00:00Z")))
  }

  func length(of day: Day, by clock: AccountClock) -> Int64 {
    let span = clock.span(of: day)
    return span.upperBound.number - span.lowerBound.number
  }
}
