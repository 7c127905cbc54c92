/// Our speed beside the physical limit, as ratios of one run; `benchmarks PART…`, or all parts.
public enum BenchmarkProgram {
  public enum Part: String, CaseIterable, Sendable {
    case enqueue, first, memory, compare, codec, seal, hub, events, pages, local
  }

  /// Prints the tables of `parts`; false where a bound was not kept.
  public static func run(_ parts: [Part]) async throws -> Bool {
    var report = Report()
    let folder = try WorkFolder()
    for part in parts {
      switch part {
      case .enqueue: try EnqueueBenchmark(folder: folder).run(&report)
      case .first:
        try await FirstSyncBenchmark(folder: folder, records: 100_000).run(&report)
      case .memory: try await MemoryBenchmark(folder: folder).run(&report)
      case .compare: try await CompareBenchmark(folder: folder, records: 40_000).run(&report)
      case .codec: try CodecBenchmark().run(&report)
      case .seal: try SealBenchmark().run(&report)
      case .hub: try await HubBenchmark(folder: folder).run(&report)
      case .events: try await EventsBenchmark().run(&report)
      case .pages: try await PagesBenchmark().run(&report)
      case .local: try await LocalWriteBenchmark(folder: folder).run(&report)
      }
    }
    Report.say(report.isGood ? "\nEvery bound is kept." : "\nA BOUND IS NOT KEPT.")
    return report.isGood
  }
}
