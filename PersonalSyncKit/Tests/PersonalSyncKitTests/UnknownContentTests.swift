import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxSQLite

@testable import PersonalSyncKit

/// Records that an older program does not know (docs/protocol/sync.md, §4).
@Suite struct UnknownContentTests {
  private static let summary = RecordID.summary(Day(number: 20_000))

  private static var change: RecordChange {
    .upsert(summary, AnchorDaySummary(), occurredAt: Minute(number: 28_800_000))
  }

  private func older(_ number: UInt8) -> Vocabulary { .other(number, unknown: ["daySummary"]) }

  private func given(_ device: TestDevice) async throws -> Set<RecordID> {
    let recorder = Recorder()
    try await device.synchronize(TestRuntime.Steps(before: { recorder.add($0) }))
    return recorder.records
  }

  private func parked(_ device: TestDevice) async throws -> Int64? {
    try await device.store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.first("SELECT count(*) FROM sync_parked") { $0.integer(0) }
    }
  }

  @Test(arguments: JournalForm.allCases)
  func `an older program keeps what it does not know and is given it after its upgrade`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try pair.second.relaunch(as: Program(older(1)))
    try await pair.first.enqueue(Self.change)
    try await pair.first.synchronize()
    #expect(try await given(pair.second).isEmpty)
    #expect(try await parked(pair.second) == 1)

    try pair.second.relaunch()

    #expect(try await given(pair.second) == [Self.summary])
    #expect(try await parked(pair.second) == 0)
    #expect(try await given(pair.second).isEmpty)
  }

  @Test(arguments: JournalForm.allCases)
  func `what is unknown after an upgrade as well stays safe and is looked at once`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try pair.second.relaunch(as: Program(older(1)))
    try await pair.first.enqueue(Self.change)
    try await pair.first.synchronize()
    _ = try await given(pair.second)

    for number: UInt8 in [2, 2, 3] {
      try pair.second.relaunch(as: Program(older(number)))
      #expect(try await given(pair.second).isEmpty)
    }

    #expect(try await parked(pair.second) == 1)
    try pair.second.relaunch()
    #expect(try await given(pair.second) == [Self.summary])
  }

  @Test(arguments: JournalForm.allCases)
  func `a thousand unknown records are taken up in bounded pieces`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try pair.second.relaunch(as: Program(.other(1, unknown: ["focusSession"])))
    try await pair.first.queueMany(1_000)
    try await pair.first.synchronize()
    _ = try await given(pair.second)
    #expect(try await parked(pair.second) == 1_000)

    try pair.second.relaunch(as: Program(.other(2, unknown: ["focusSession"])))
    #expect(try await given(pair.second).isEmpty)
    try pair.second.relaunch()

    #expect(try await given(pair.second).count == 1_000)
    #expect(try await parked(pair.second) == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `a newer version of an unknown record replaces the one that is kept`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try pair.second.relaunch(as: Program(.other(1, unknown: ["focusSession"])))
    try await pair.first.save("a", 1)
    try await pair.first.synchronize()
    try await pair.second.synchronize()
    try await pair.first.save("a", 2)
    try await pair.first.synchronize()
    try await pair.second.synchronize()

    try pair.second.relaunch()
    try await pair.second.synchronize()

    #expect(try await pair.second.minutes("a") == 2)
  }
}
