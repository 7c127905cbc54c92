import AnchorModel
import Testing

@Suite struct InstantTests {
  @Test(arguments: [
    (0, 0, 0), (59_999, 59_000, 0), (60_000, 60_000, 60_000), (-1, -1_000, -60_000),
    (1_700_000_123_456, 1_700_000_123_000, 1_700_000_100_000),
  ])
  func `whole seconds and minutes are cut off downwards, also before 1970`(
    milliseconds: Int64, second: Int64, minute: Int64
  ) throws {
    let instant = try #require(Instant(milliseconds: milliseconds))

    #expect(instant.wholeSecond.milliseconds == second)
    #expect(instant.wholeMinute.milliseconds == minute)
  }

  @Test(arguments: [Int64.min, -62_135_596_800_001, 253_402_300_800_000, Int64.max])
  func `an instant outside the years 1 to 9999 is refused, or moved to the nearest`(
    milliseconds: Int64
  ) {
    #expect(Instant(milliseconds: milliseconds) == nil)
    #expect(Instant(clamping: milliseconds) == (milliseconds < 0 ? .earliest : .latest))
  }

  @Test(arguments: [Int.min, -1_000_000_000_000, 1_000_000_000_000, Int.max])
  func `adding too much stops at the ends of the range`(seconds: Int) {
    let end = Instant(clamping: 0).adding(seconds: seconds)

    #expect(end == (seconds < 0 ? .earliest : .latest))
  }

  @Test(arguments: [(1_999, 0, 1), (0, 1_999, -2), (500, 500, 0), (-500, 0, -1)])
  func `seconds between instants are rounded down`(later: Int64, earlier: Int64, seconds: Int) {
    #expect(Instant(clamping: later).seconds(since: Instant(clamping: earlier)) == seconds)
  }
}
