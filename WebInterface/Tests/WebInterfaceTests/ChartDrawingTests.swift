import Testing

@testable import WebInterface

@Suite struct ChartDrawingTests {
  @Test func `every chart says in words what it shows`() {
    let ring = DayRing("1:35", unit: "h", share: 0.79, description: "95 of 120 minutes")
    let bars = DayBars(
      "Focus", [.init("Mo", 95, "Monday: 95 min"), .init("Tu", nil, "Tuesday: ?")])
    let strip = DayStrip("Monday", [.init(560, to: 605, "Focus 09:20 to 10:05")])

    #expect(ring.html.markup.contains("role=\"img\" aria-label=\"95 of 120 minutes\""))
    #expect(bars.html.markup.contains("aria-label=\"Focus. Monday: 95 min; Tuesday: ?.\""))
    #expect(strip.html.markup.contains("aria-label=\"Monday: Focus 09:20 to 10:05.\""))
    #expect(DayStrip("Sunday", []).html.markup.contains("Sunday: nothing recorded."))
  }

  @Test func `a ring without a value is dashed and shows no zero`() {
    let markup = DayRing(nil, unit: "h", share: nil, description: "not known").html.markup

    #expect(markup.contains("class=\"unknown\""))
    #expect(!markup.contains("class=\"fill\"") && !markup.contains(">0<"))
  }

  @Test(arguments: [(0.0, 0, 0), (0.5, 1, 0), (1, 1, 0), (1.3, 1, 1), (9, 1, 1), (-1, 0, 0)])
  func `a ring past its target begins a second turn`(share: Double, turns: Int, seconds: Int) {
    let markup = DayRing("x", unit: "", share: share, description: "d").html.markup

    #expect(markup.matches(of: /class="fill"/).count == turns)
    #expect(markup.matches(of: /class="over"/).count == seconds)
  }

  @Test func `a ring's arc is as long as its share`() {
    let markup = DayRing("x", unit: "", share: 0.25, description: "d").html.markup

    #expect(markup.contains("pathLength=\"100\" stroke-dasharray=\"25 200\""))
  }

  @Test func `a day that is not known differs from a day of zero`() {
    let unknown = DayBars("F", [.init("Mo", nil, "?")]).html.markup
    let zero = DayBars("F", [.init("Mo", 0, "0 min")]).html.markup

    #expect(unknown.contains("class=\"unknown\""))
    #expect(zero.contains("class=\"fill\"") && !zero.contains("unknown"))
  }

  @Test func `the target's line is in view even when no day reached it`() {
    let markup = DayBars("F", [.init("Mo", 10, "10")], target: 120).html.markup

    #expect(markup.contains("class=\"target\""))
    #expect(markup.contains("y1=\"5.66%\""))
  }

  @Test func `what lies outside the day is cut off`() {
    let markup = DayStrip("M", [.init(-60, to: 720, "Night"), .init(1_400, to: 2_000, "Late")])
      .html.markup

    #expect(markup.contains("x=\"0%\" y=\"14%\" width=\"50%\""))
    #expect(markup.contains("x=\"97.22%\" y=\"14%\" width=\"2.78%\""))
  }

  @Test func `a day of 23 hours fills the same strip`() {
    let markup = DayStrip("M", [.init(0, to: 690, "Half")], now: 1_380, dayMinutes: 1_380).html
      .markup

    #expect(markup.contains("width=\"50%\""))
    #expect(markup.contains("x1=\"100%\""))
  }

  @Test(arguments: [(nil, 0), (0.0, 0), (0.62, 1), (1.4, 1)] as [(Double?, Int)])
  func `a meter is full at most and dashed where nothing is known`(share: Double?, fills: Int) {
    let markup = meter("Water", "text", share: share).markup

    #expect(markup.matches(of: /class="fill"/).count == fills)
    #expect(markup.contains("class=\"unknown\"") == (share == nil))
    #expect(!markup.contains("width=\"140%\""))
  }
}
