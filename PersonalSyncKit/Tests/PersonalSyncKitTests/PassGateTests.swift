import Foundation
import PersonalSyncTesting
import Testing
import ToolboxLocks

@testable import PersonalSyncKit

/// S5: one at a time, first come first served (docs/protocol/sync.md).
@Suite struct PassGateTests {
  private let path = NSTemporaryDirectory() + "gate-\(UUID().uuidString)"

  @Test func `S5 who waits is served in the order of coming, and who gives up is passed over`()
    async throws
  {
    let gate = PassGate(lockPath: path, clock: HandClock())
    let served = Locked<[Int]>([])
    let (hold, isFree) = AsyncStream<Void>.makeStream()
    let (begun, isBegun) = AsyncStream<Void>.makeStream()
    async let first: Void = gate.run { () async throws(SyncError) in
      isBegun.finish()
      for await _ in hold {}
    }
    for await _ in begun {}

    var waiting: [Task<Void, any Error>] = []
    for index in 0..<5 {
      waiting.append(
        Task {
          try await gate.run { () async throws(SyncError) in
            served.withLock { $0.append(index) }
          }
        })
      while gate.waitingCount < index + 1 { await Task.yield() }
    }
    waiting[2].cancel()
    while gate.waitingCount == 5 { await Task.yield() }
    isFree.finish()
    for task in waiting { _ = await task.result }
    try await first

    #expect(served.withLock { $0 } == [0, 1, 3, 4])
  }
}
