import Glibc
import PersonalSyncTesting
import Simulation

/// Seeded runs of devices and faults, against a real Hub's core and the fake one.
enum SimulateProgram {
  private static let usage =
    "usage: simulate [--seeds N | --seeds FIRST-LAST | --seed N] [--jobs N] [--minutes N]"
  private static let seedsPerLine = 50

  static func run() async {
    guard let plan = SimulationPlan(CommandLine.arguments.dropFirst()) else {
      print(usage)
      exit(2)
    }
    let begun = ContinuousClock.now
    var (runs, told) = (SeededRuns(), 0)
    await runs.run(
      plan.seeds, jobs: plan.jobs,
      while: { plan.limit.map { ContinuousClock.now - begun < $0 } ?? true },
      seedEnded: { runs in
        for finding in runs.findings[told...] { tell(finding) }
        told = runs.findings.count
        // A long run is followed as it goes.
        defer { fflush(nil) }
        guard runs.count.isMultiple(of: seedsPerLine) else { return }
        let seconds = (ContinuousClock.now - begun).components.seconds
        print("\(runs.count) of \(plan.seeds.count) seeds, \(told) broken promises, \(seconds) s")
      })
    report(runs)
  }

  private static func tell(_ finding: SeededRuns.Finding) {
    print("FAILED seed \(finding.seed) (\(finding.hub.rawValue) Hub): \(finding.message)")
    print("  replay: SIM_SEED=\(finding.seed) script/sim")
  }

  private static func report(_ runs: SeededRuns) {
    for branch in World.Branch.allCases {
      let count = String(runs.reached[branch] ?? 0)
      print(String(repeating: " ", count: max(0, 9 - count.count)) + count, branch.rawValue)
    }
    // A few seeds are a replay; they need not reach everything.
    let unreached = runs.count >= 50 ? runs.unreached : []
    for branch in unreached { print("FAILED: no seed reached \(branch.rawValue)") }
    let isGood = runs.findings.isEmpty && unreached.isEmpty
    print(
      "\(runs.count) seeds, \(runs.findings.count) broken promises: \(isGood ? "passed" : "FAILED")"
    )
    exit(isGood ? 0 : 1)
  }
}
