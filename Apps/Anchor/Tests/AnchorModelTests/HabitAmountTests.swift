import AnchorModel
import Testing

@Suite struct HabitAmountTests {
  @Test(arguments: [
    ("20", 20_000), ("2.5", 2_500), ("2,5", 2_500), ("0.125", 125), ("0", 0),
    ("999999999.999", HabitAmount.thousandthsMax),
  ])
  func `a decimal number is read to a thousandth`(text: String, thousandths: Int) {
    #expect(HabitAmount(text)?.thousandths == thousandths)
  }

  @Test(arguments: [
    "", ".", ".5", "5.", "1.2345", "1.2.3", "-1", "+1", "1e3", " 1", "1,000.5", "9999999999", "٣",
  ])
  func `anything else is no amount`(text: String) {
    #expect(HabitAmount(text) == nil)
  }

  @Test(arguments: ["20", "2.5", "0.125", "0", "10.02"])
  func `an amount is written as it is read`(text: String) {
    #expect(HabitAmount(text)?.description == text)
  }

  @Test func `at least and at most are met on their edge`() throws {
    let target = try #require(HabitAmount("20"))
    let less = try #require(HabitAmount("19.999"))
    let least = try HabitMeasure(unit: "pages", target: target)
    let most = try HabitMeasure(unit: "cups", target: target, bound: .atMost)

    #expect(least.isMet(by: target) && !least.isMet(by: less))
    #expect(most.isMet(by: target) && most.isMet(by: less))
    #expect(!most.isMet(by: try #require(HabitAmount("20.001"))))
  }

  @Test func `a unit is a word or two, and a goal of nothing is none`() throws {
    let zero = try #require(HabitAmount("0"))

    #expect(throws: HabitRefusal.unitRefused) { try HabitMeasure(unit: " \n", target: zero) }
    #expect(throws: HabitRefusal.targetRefused) { try HabitMeasure(unit: "cups", target: zero) }
    #expect(try HabitMeasure(unit: " cups\n", target: zero, bound: .atMost).unit == "cups")
  }
}
