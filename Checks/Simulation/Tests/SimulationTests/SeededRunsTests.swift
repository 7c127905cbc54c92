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

  @Test func `seeds that run beside each other give the runs that they give alone`() async {
    var (alone, together) = (SeededRuns(), SeededRuns())

    for seed: UInt64 in 3...4 {
      for kind in SeededRuns.HubKind.allCases { await alone.run(seed, against: kind) }
    }
    await together.run(3...4, jobs: 4, while: { true }, seedEnded: { _ in })

    #expect(together.count == 2)
    #expect(together.findings.isEmpty)
    #expect(alone.reached == together.reached)
  }

  @Test func `no seed begins once the time is over`() async {
    var runs = SeededRuns()

    await runs.run(1...50, jobs: 2, while: { false }, seedEnded: { _ in })

    #expect(runs.count == 0)
  }
}
