import Glibc
import PersonalSyncTesting
import Simulation

/// `simulate [--seeds N | --seed N]`: seeded runs of devices, faults and a real Hub's core.
enum SimulateProgram {
  static func run() async {
    guard let seeds = seeds(of: CommandLine.arguments.dropFirst()) else {
      print("usage: simulate [--seeds N | --seed N]   (default: the 50 fixed seeds)")
      exit(2)
    }
    var runs = SeededRuns()
    for seed in seeds {
      for kind in SeededRuns.HubKind.allCases { await runs.run(seed, against: kind) }
      if seed.isMultiple(of: 100) { print("\(seed) seeds") }
    }
    report(runs, seeds)
  }

  private static func seeds(of arguments: ArraySlice<String>) -> ClosedRange<UInt64>? {
    switch Array(arguments) {
    case []: return 1...50
    case let list where list.count == 2:
      guard let number = UInt64(list[1]), number > 0 else { return nil }
      switch list[0] {
      case "--seeds": return 1...number
      case "--seed": return number...number
      default: return nil
      }
    default: return nil
    }
  }

  private static func report(_ runs: SeededRuns, _ seeds: ClosedRange<UInt64>) {
    for branch in World.Branch.allCases {
      let count = String(runs.reached[branch] ?? 0)
      print(String(repeating: " ", count: max(0, 9 - count.count)) + count, branch.rawValue)
    }
    for finding in runs.findings {
      print("FAILED seed \(finding.seed) (\(finding.hub.rawValue) Hub): \(finding.message)")
      print("  replay: SIM_SEED=\(finding.seed) script/sim")
    }
    // A single seed is a replay; it need not reach everything.
    let unreached = seeds.count >= 50 ? runs.unreached : []
    for branch in unreached { print("FAILED: no seed reached \(branch.rawValue)") }
    let isGood = runs.findings.isEmpty && unreached.isEmpty
    print(
      "\(seeds.count) seeds, \(runs.findings.count) broken promises: \(isGood ? "passed" : "FAILED")"
    )
    exit(isGood ? 0 : 1)
  }
}
