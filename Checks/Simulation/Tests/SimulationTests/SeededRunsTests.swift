import Simulation
import Testing

@Suite struct SeededRunsTests {
  @Test func `a seed gives the same run every time`() async {
    var first = SeededRuns()
    var second = SeededRuns()

    await first.run(3, against: .core)
    await second.run(3, against: .core)

    #expect(first.findings.isEmpty)
    #expect(first.reached == second.reached)
  }
}
