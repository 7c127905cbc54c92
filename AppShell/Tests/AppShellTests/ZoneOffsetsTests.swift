import AppShell
import Testing

@Suite struct ZoneOffsetsTests {
  @Test(arguments: [
    (1_679_792_399, 3_600), (1_679_792_400, 7_200), (1_698_541_199, 7_200),
    (1_698_541_200, 3_600), (0, 3_600), (-1, 3_600),
  ])
  func `summer time begins and ends on its second`(seconds: Int64, offset: Int) throws {
    let zone = try #require(ZoneOffsets(named: "Europe/Berlin"))

    #expect(zone.offsetSeconds(at: seconds) == offset)
    // Asked again, from what is kept.
    #expect(zone.offsetSeconds(at: seconds) == offset)
  }

  @Test func `a zone that nobody knows is none`() {
    #expect(ZoneOffsets(named: "Mars/Olympus") == nil)
    #expect(ZoneOffsets(named: "") == nil)
  }
}
