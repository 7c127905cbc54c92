/// `benchmarks`: our speed beside the physical limit, in one run, as ratios.
public enum BenchmarkProgram {
  /// Prints the tables; false where a ratio that must be reached was not.
  public static func run() async throws -> Bool {
    var report = Report()
    let folder = try WorkFolder()
    try EnqueueBenchmark(folder: folder).run(&report)
    try await HubBenchmark(folder: folder).run(&report)
    try await LocalWriteBenchmark().run(&report)
    Report.say(report.isGood ? "\nEvery bound is kept." : "\nA BOUND IS NOT KEPT.")
    return report.isGood
  }
}
