import AnchorModel
import Testing

@Suite struct DayTests {
  @Test(arguments: [
    ("1970-01-01", 0, 4), ("1969-12-31", -1, 3), ("2000-02-29", 11_016, 2),
    ("2023-10-29", 19_659, 7), ("2024-12-31", 20_088, 2), ("0001-01-01", -719_162, 1),
    ("9999-12-31", 2_932_896, 5),
  ])
  func `a day has its number since 1970 and its weekday`(
    text: String, number: Int, weekday: Int
  ) throws {
    let day = try #require(Day(text))

    #expect(day.number == number)
    #expect(day.weekday == weekday)
    #expect(day.description == text)
  }

  @Test(arguments: [
    "2023-02-29", "1900-02-29", "2023-04-31", "2023-13-01", "2023-00-10", "2023-01-00",
    "0000-01-01", "10000-01-01", "2023-1-1", "2023/01/01", " 2023-01-01", "2023-01-01 ", "",
    "२०२३-०१-०१", "+023-01-01", "2023-01-0\u{0}",
  ])
  func `what is not a day of the calendar is refused`(text: String) {
    #expect(Day(text) == nil)
  }

  @Test func `every day of 400 years follows the one before it`() throws {
    var expected = (year: 1_900, month: 1, day: 1)
    let first = try #require(Day(year: 1_900, month: 1, day: 1))
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    for offset in 0..<146_097 {
      let day = first.adding(days: offset)
      guard day.year == expected.year, day.month == expected.month,
        day.dayOfMonth == expected.day
      else {
        Issue.record("\(day) instead of \(expected)")
        return
      }
      let isLeap =
        expected.year.isMultiple(of: 400)
        || expected.year.isMultiple(of: 4) && !expected.year.isMultiple(of: 100)
      let length = lengths[expected.month - 1] + (expected.month == 2 && isLeap ? 1 : 0)
      expected.day += 1
      if expected.day > length { expected = (expected.year, expected.month + 1, 1) }
      if expected.month > 12 { expected = (expected.year + 1, 1, 1) }
    }
    #expect(expected == (2_300, 1, 1))
  }

  @Test(arguments: [Int.min, -4_000_000, 4_000_000, Int.max])
  func `adding too many days stops at the ends of the calendar`(count: Int) {
    #expect(day("2023-10-29").adding(days: count) == (count < 0 ? .first : .last))
  }

  @Test func `the ends of the calendar have texts and parts`() {
    #expect(Day.first.description == "0001-01-01")
    #expect(Day.last.description == "9999-12-31")
    #expect(Day.last.days(since: .first) == 3_652_058)
    #expect(Day(number: Day.last.number + 1) == nil)
    #expect(Day(number: Day.first.number - 1) == nil)
  }
}
