import HubContracts
import HubCore
import Testing

@testable import HubWeb

/// Numbers, times and places as people read them.
@Suite struct WordsTests {
  @Test(arguments: [(0, "0 min"), (45, "45 min"), (60, "1 h 00 min"), (125, "2 h 05 min")])
  func `minutes are exact`(minutes: Int, text: String) {
    #expect(DurationWords.text(minutes) == text)
  }

  @Test(arguments: [(0, "0 records"), (1, "1 record"), (1_204, "1,204 records")])
  func `a count has its noun`(count: Int, text: String) {
    #expect(CountWords.text(count, "record", "records") == text)
  }

  @Test(arguments: [(1, "1 second"), (89, "89 seconds"), (90, "2 minutes"), (900, "15 minutes")])
  func `a wait is never said too short`(seconds: Int, text: String) {
    #expect(WaitWords.text(seconds: seconds) == text)
  }

  func words(at now: String) throws -> DateWords {
    let now = try #require(Minute(now))
    return DateWords(
      AccountClock(zone: "Test/Place") { _, _ in -210 }, nowMilliseconds: now.milliseconds)
  }

  @Test(arguments: [
    ("2026-11-30T17:04:00Z", "today 13:34"), ("2026-11-30T03:30:00Z", "today 00:00"),
    ("2026-11-30T03:29:00Z", "yesterday 23:59"), ("2026-11-28T12:00:00Z", "28 November 08:30"),
    ("2025-12-31T12:00:00Z", "31 December 2025 08:30"),
  ])
  func `a moment is told on the account's clocks`(minute: String, text: String) throws {
    let words = try words(at: "2026-11-30T18:00:00Z")

    #expect(words.moment(try #require(Minute(minute))) == text)
  }

  @Test func `programs get the same minute with its zone`() throws {
    let words = try words(at: "2026-11-30T18:00:00Z")

    let text = words.machineReadable(try #require(Minute("2026-11-30T17:04:00Z")))

    #expect(text == "2026-11-30T13:34-03:30")
    #expect(Minute(text.replacing("-03:30", with: ":00-03:30")) == Minute("2026-11-30T17:04:00Z"))
  }

  @Test func `days have their names`() throws {
    let day = try #require(Day("2026-11-30"))

    #expect(DateWords.long(day) == "Monday, 30 November")
    #expect(DateWords.twoLetters(day.adding(-1)) == "Su")
    #expect(DateWords.long(Day(number: 0)) == "Thursday, 1 January")
  }

  @Test func `one machine is one network by both of its addresses`() {
    let (v4, v6) = (words(of: "127.0.0.1"), words(of: "::1"))

    #expect(v4.isSame(as: v6) && v4.text == "This machine")
    #expect(!v4.isSame(as: words(of: "192.0.2.7")))
    #expect(words(of: "192.0.2.7").isSame(as: words(of: "192.0.2.99")))
  }

  @Test func `a network that is not known is the same as none`() {
    #expect(!words(of: nil).isSame(as: words(of: nil)))
    #expect(words(of: nil).text == "Not known")
  }

  func words(of peer: String?) -> NetworkWords { NetworkWords(NetworkPrefix(peer: peer).kept) }
}

/// The time zones that a person may choose.
@Suite struct TimeZonesTests {
  let zones = TimeZones()

  @Test func `the list has places and UTC, and each is known`() {
    #expect(zones.names.contains("Europe/Berlin") && zones.names.contains(TimeZones.utc))
    #expect(!zones.names.contains("EST") && !zones.isKnown("Mars/Olympus"))
    #expect(zones.names.allSatisfy(zones.isKnown) && zones.isKnown(zones.own))
  }

  @Test func `offsets follow summer time`() throws {
    let winter = try #require(Minute("2027-01-15T08:00:00Z"))
    let summer = try #require(Minute("2027-07-15T08:00:00Z"))

    #expect(zones.offset(of: "Europe/Berlin", at: winter) == 60)
    #expect(zones.offset(of: "Europe/Berlin", at: summer) == 120)
    #expect(zones.offset(of: "Asia/Kathmandu", at: winter) == 345)
    #expect(zones.offset(of: "Mars/Olympus", at: winter) == 0)
  }

  @Test func `places stand under their continent, readable`() {
    let groups = ZoneOptions.groups(of: [
      "Africa/Lagos", "America/Argentina/Buenos_Aires", "America/Lima", "UTC",
    ])

    #expect(groups.map(\.title) == ["Africa", "America", "Without a place"])
    #expect(groups[1].options.map(\.title) == ["Argentina, Buenos Aires", "Lima"])
    #expect(groups[1].options.map(\.value) == ["America/Argentina/Buenos_Aires", "America/Lima"])
  }
}
