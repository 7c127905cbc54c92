import HubContracts
import PersonalSyncKit
import PersonalSyncTesting

/// A pass that compares a whole store with a Hub that was put back to a backup, beside a first sync.
struct CompareBenchmark {
  let folder: WorkFolder
  /// Fewer than one pass reads of the whole feed.
  let records: Int

  /// Records that the Hub has lost; they are offered again and sent in the same pass.
  private static let lost = 1_000

  func run(_ report: inout Report) async throws {
    report.title("Comparing \(records) records with a restored Hub that lost \(Self.lost) others")
    let home = PlainHousehold(seed: 8, in: folder)
    let hub = home.hub
    let device = try await home.sender("compared", of: records)
    let backup = hub.backUp()
    try await device.fill(records..<records + Self.lost)
    try await device.synchronize()

    var comparisons: [Rate] = []
    for _ in 0..<3 {
      hub.restore(from: backup)
      let start = nanoseconds()
      let pass = try await device.synchronize()
      comparisons.append(Rate(count: records, nanoseconds: nanoseconds() - start))
      precondition(pass.offered == Self.lost && pass.isReconcileComplete && pass.trashed == 0)
      precondition(hub.feed(of: home.ada, .anchor).count == records + Self.lost)
    }
    var firsts: [Rate] = []
    for round in 0..<3 {
      let other = try await home.connected("compared with \(round)")
      let start = nanoseconds()
      try await other.synchronize()
      firsts.append(Rate(count: records, nanoseconds: nanoseconds() - start))
    }
    report.line("first sync of the same", median(firsts), "/s")
    report.line("comparison, what was lost sent again", median(comparisons), "/s")
    report.ratio(
      "comparison against a first sync", median(comparisons) / median(firsts), mustReach: 1)
  }
}
