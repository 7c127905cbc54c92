import HubContracts
import Testing

@Suite struct CursorTests {
  @Test(arguments: [("0", 0), ("007", 7), ("9223372036854775806", Int64.max - 1)])
  func `digits are a cursor`(digits: String, number: Int64) {
    #expect(Cursor(digits: digits) == Cursor(number))
  }

  @Test(arguments: [
    "", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x10", "١", "9223372036854775807",
    "99999999999999999999",
  ])
  func `nothing else is, and the highest number is not, since it has no next one`(text: String) {
    #expect(Cursor(digits: text) == nil)
  }
}
