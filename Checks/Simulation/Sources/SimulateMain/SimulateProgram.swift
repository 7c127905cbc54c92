import Glibc
import PersonalSyncTesting
import Simulation

/// Seeded runs of devices and faults, against a real Hub's core and the fake one.
enum SimulateProgram {
  private static let usage =
    "usage: simulate [--seeds N | --seeds FIRST-LAST | --seed N] [--jobs N] [--minutes N]"
  private static let seedsPerLine = 50
  /// Seeds that break a promise and whose cause is not found yet (docs/records/2026-11-30-sim-2.md).
  ///
  /// Each run of one tells it, and one that holds has to be taken off this list.
  private static let knownBroken: Set<UInt64> = [15]

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
    report(runs, of: plan)
  }

  private static func tell(_ finding: SeededRuns.Finding) {
    let word = knownBroken.contains(finding.seed) ? "KNOWN BROKEN" : "FAILED"
    print("\(word) seed \(finding.seed) (\(finding.hub.rawValue) Hub): \(finding.message)")
    print("  replay: SIM_SEED=\(finding.seed) script/sim")
  }

  private static func report(_ runs: SeededRuns, of plan: SimulationPlan) {
    for branch in World.Branch.allCases {
      let count = String(runs.reached[branch] ?? 0)
      print(String(repeating: " ", count: max(0, 9 - count.count)) + count, branch.rawValue)
    }
    // A few seeds are a replay; they need not reach everything.
    let unreached = runs.count >= 50 ? runs.unreached : []
    for branch in unreached { print("FAILED: no seed reached \(branch.rawValue)") }
    let broken = Set(runs.findings.map(\.seed))
    // Where time ran out it is not known which seeds were run.
    let mended =
      runs.count == plan.seeds.count
      ? knownBroken.filter(plan.seeds.contains).subtracting(broken) : []
    for seed in mended { print("FAILED: seed \(seed) holds now; take it off the list") }
    let isGood = broken.isSubset(of: knownBroken) && unreached.isEmpty && mended.isEmpty
    let known = broken.intersection(knownBroken).count
    print(
      "\(runs.count) seeds, \(broken.count - known) broken promises, \(known) known: "
        + (isGood ? "passed" : "FAILED"))
    exit(isGood ? 0 : 1)
  }
}
