import HubContracts
import PersonalSyncTesting
import Testing

@testable import PersonalSyncKit

/// The losing side of a conflict is restored with one call (docs/protocol/sync.md, §6).
@Suite struct ConflictRestoreTests {
  struct SaveFailed: Error {}

  /// Ada's record "a" was edited on both devices; the second's later edit won.
  private func pairInConflict(
    _ form: JournalForm, first: Int? = 10, second: Int? = 20
  ) async throws -> (PairOfDevices, KeptConflict) {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 1)
    try await pair.settle()
    pair.pass()
    try await pair.first.save("a", first)
    pair.pass()
    try await pair.second.save("a", second)
    try await pair.first.synchronize()
    try await pair.second.synchronize()
    try await pair.settle()
    let kept = try await pair.first.conflicts() + pair.second.conflicts()
    return (pair, try #require(kept.first))
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 the loser of a conflict is restored on every device with one call`(
    form: JournalForm
  ) async throws {
    let (pair, conflict) = try await pairInConflict(form)
    #expect(conflict.winner == .local)
    pair.pass()

    #expect(try await pair.second.restore(conflict))
    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 10)
    #expect(try await pair.second.minutes("a") == 10)
    #expect(try await pair.first.conflicts().isEmpty)
    #expect(try await pair.second.conflicts().isEmpty)
  }

  @Test(arguments: JournalForm.allCases)
  func `a deletion that lost is restored as a deletion`(
    form: JournalForm
  ) async throws {
    let (pair, conflict) = try await pairInConflict(form, first: nil)
    pair.pass()

    #expect(try await pair.second.restore(conflict))
    try await pair.settle()

    #expect(try await pair.first.minutes("a") == nil)
    #expect(try await pair.second.minutes("a") == nil)
  }

  @Test(arguments: JournalForm.allCases)
  func `a loser is restored on top of what the record became since`(
    form: JournalForm
  ) async throws {
    let (pair, conflict) = try await pairInConflict(form)
    pair.pass()
    try await pair.first.save("a", 50)
    try await pair.settle()

    #expect(try await pair.second.restore(conflict))
    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 10)
    #expect(try await pair.first.conflicts().isEmpty)
    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.version) == [Version(5)])
  }

  @Test(arguments: JournalForm.allCases)
  func `a conflict is restored once, also when the button is pressed twice`(
    form: JournalForm
  ) async throws {
    let (pair, conflict) = try await pairInConflict(form)
    #expect(try await pair.second.restore(conflict))
    try await pair.second.save("a", 60)

    let isRestored = try await pair.second.restore(conflict)

    #expect(!isRestored)
    #expect(try await pair.second.minutes("a") == 60)
  }

  @Test(arguments: JournalForm.allCases)
  func `the app's row, the new edit and the conflict change together or not at all`(
    form: JournalForm
  ) async throws {
    let (pair, conflict) = try await pairInConflict(form)

    await #expect(throws: SyncError.self) {
      try await pair.second.runtime.restoreConflict(
        conflict.id, TestRuntime.Steps(before: { _ in throw SaveFailed() }))
    }

    #expect(try await pair.second.conflicts().count == 1)
    #expect(try await pair.second.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `a side that this program cannot read stays kept`(
    form: JournalForm
  ) async throws {
    let (pair, conflict) = try await pairInConflict(form)
    try pair.second.relaunch(as: Program(.other(1, unknown: ["focusSession"])))

    let error = await #expect(throws: SyncError.self) { try await pair.second.restore(conflict) }

    #expect(error?.code == "journal.content_unknown")
    #expect(try await pair.second.conflicts().count == 1)
  }
}
