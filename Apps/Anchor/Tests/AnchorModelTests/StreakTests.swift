import AnchorModel
import Testing

@Suite struct StreakTests {
  @Test(
    arguments: [
      ([], 0), (["02"], 1), (["01"], 1), (["02", "01"], 2), (["02", "02", "01", "01", "01"], 2),
      (["01", "01"], 1), (["02", "30"], 1), (["01", "30", "29"], 3), (["30", "29"], 0),
      (["04", "03", "02", "01"], 2),
    ] as [([String], Int)])
  func `yesterday counts until today is done`(days: [String], streak: Int) {
    let active = days.map { day(Int($0) ?? 0 > 20 ? "2023-09-\($0)" : "2023-10-\($0)") }

    let count = Streak.days(
      upTo: day("2023-10-02"), today: day("2023-10-02"), activeDays: active)

    #expect(count == streak)
  }

  @Test(arguments: [
    ("2023-10-06", 4), ("2023-10-05", 4), ("2023-10-03", 2), ("2023-10-01", 0), ("2023-10-07", 4),
  ])
  func `a day that is over has the streak that it had`(text: String, streak: Int) {
    // Focus on 2, 3, 4 and 5 October; today is the 6th.
    let active = [5, 4, 3, 2].compactMap { Day(year: 2023, month: 10, day: $0) }

    let count = Streak.days(upTo: day(text), today: day("2023-10-06"), activeDays: active)

    #expect(count == streak)
  }

  @Test func `days are read no further than the streak reaches`() {
    var read = 0
    let days = (0...1_000).lazy.map { offset in
      read += 1
      return day("2023-10-02").adding(days: offset < 3 ? -offset : -offset - 1)
    }

    let count = Streak.days(
      upTo: day("2023-10-02"), today: day("2023-10-02"), activeDays: days)

    #expect(count == 3)
    #expect(read == 4)
  }

  @Test func `a session of a minute counts for the streak and one second less does not`() throws {
    let short = try FocusSession.finished(1, from: "2023-10-02 08:00", to: "2023-10-02 08:00:59")
    let enough = try FocusSession.finished(2, from: "2023-10-02 08:00", to: "2023-10-02 08:01")
    let running = try FocusSession.running(3, from: "2023-10-02 08:00")

    #expect(!short.countsForStreak)
    #expect(enough.countsForStreak)
    #expect(!running.countsForStreak)
  }
}
