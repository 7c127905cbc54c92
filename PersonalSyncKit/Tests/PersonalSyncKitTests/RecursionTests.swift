import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxLocks

/// S5: who would wait for itself is told so (docs/protocol/sync.md).
@Suite struct RecursionTests {
  enum Call: CaseIterable { case synchronize, replay, bind, otherRuntime }

  @Test(arguments: Call.allCases)
  func `S5 a call from inside applyChanges is refused and does not wait for itself`(
    call: Call
  ) async throws {
    let pair = try await PairOfDevices.connected(.detached)
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()
    let account = try #require(try await pair.second.identity.currentAccount())
    let runtime = pair.second.runtime
    try pair.second.relaunch()
    let other = pair.second.runtime
    let told = Locked<[String]>([])

    try await runtime.synchronize(
      TestRuntime.Steps(meanwhile: { _ in
        do throws(SyncError) {
          switch call {
          case .synchronize: try await runtime.synchronize()
          case .replay: try await runtime.synchronize(replayFromStart: true)
          case .bind: try await runtime.bindAccount(account, adoptingUnownedData: true)
          case .otherRuntime: try await other.synchronize()
          }
        } catch { told.withLock { $0.append(error.code) } }
      }))

    #expect(told.withLock { $0 } == ["sync.recursive_synchronize", "sync.recursive_synchronize"])
    try pair.second.relaunch()
    #expect(try await pair.second.minutes("a") == 25)
  }

  @Test func `a task that was started inside a pass and outlives it may synchronise`()
    async throws
  {
    let pair = try await PairOfDevices.connected(.detached)
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()
    let runtime = pair.second.runtime
    let (hold, isFree) = AsyncStream<Void>.makeStream()
    let later = Locked<Task<SyncOutcome, any Error>?>(nil)

    try await runtime.synchronize(
      TestRuntime.Steps(before: { _ in
        let task = Task {
          for await _ in hold {}
          return try await runtime.synchronize()
        }
        later.withLock { $0 = task }
      }))
    isFree.finish()

    let task = try #require(later.withLock { $0 })
    #expect(try await task.value == .completed(PassReport()))
  }

  @Test func `another store may be synchronised from inside applyChanges`() async throws {
    let pair = try await PairOfDevices.connected(.detached)
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()
    let other = pair.first.runtime

    try await pair.second.synchronize(
      TestRuntime.Steps(meanwhile: { _ in
        do { try await other.synchronize() } catch { Issue.record("refused: \(error)") }
      }))

    #expect(try await pair.second.minutes("a") == 25)
  }
}
