import HubContracts
import Testing

@Suite struct DayTests {
  @Test(arguments: [
    ("1970-01-01", Int64(0)), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2026-11-30", 20_787),
    ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
  ])
  func `a day and its number say the same`(text: String, number: Int64) {
    #expect(Day(text)?.number == number)
    #expect(Day(number: number).description == text)
  }

  @Test(arguments: [
    "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-01",
  ])
  func `a day that no calendar has is refused`(text: String) {
    #expect(Day(text) == nil)
  }
}
