import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import ToolboxLocks

/// How long a person's write takes while nothing else happens, and while a first sync runs.
struct LocalWriteBenchmark {
  let folder: WorkFolder

  private static let records = 60_000

  func run(_ report: inout Report) async throws {
    report.title("A local write, durable, as the app sees it")
    let home = PlainHousehold(seed: 3, in: folder)
    _ = try await home.sender("local sender", of: Self.records)
    let device = try home.device("local receiver")

    let idle = try await write(device, prefix: "idle", count: 3_000)
    try await home.connect(device)
    let isSyncing = Locked(true)
    let start = nanoseconds()
    let sync = Task {
      defer { isSyncing.withLock { $0 = false } }
      return try await device.synchronize()
    }
    var during: [Int64] = []
    while isSyncing.withLock({ $0 }) {
      during += try await write(device, prefix: "busy \(during.count)", count: 20)
    }
    _ = try await sync.value
    let syncTime = nanoseconds() - start

    report.milliseconds("idle, p50", percentile(idle, 0.5))
    report.milliseconds("idle, p99", percentile(idle, 0.99))
    report.milliseconds("during a first sync, p50", percentile(during, 0.5))
    report.milliseconds("during a first sync, p99", percentile(during, 0.99))
    report.bound(
      "p99 during a sync, above idle",
      milliseconds: percentile(during, 0.99) - percentile(idle, 0.99), mustStayBelow: 5)
    report.line(
      "first sync meanwhile (\(Self.records) records, \(during.count) local writes)",
      Rate(count: Self.records, nanoseconds: syncTime).perSecond, "records/s")
  }

  private func write(_ device: PlainDevice, prefix: String, count: Int) async throws -> [Int64] {
    var samples: [Int64] = []
    for index in 0..<count {
      let start = nanoseconds()
      try await device.save("\(prefix) \(index)", 1 + index % 1_000)
      samples.append(nanoseconds() - start)
    }
    return samples
  }
}
