import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing

/// The id of a record and its facts name one type (docs/protocol/sync.md, "Ids").
@Suite struct RecordOfItsTypeTests {
  private let habit = RecordID(type: "habit", uuid: "00000000-0000-4000-8000-000000000001")

  private func focus(_ id: RecordID) -> RecordChange {
    .upsert(
      id,
      FocusSessionFacts(
        startedAt: Minute(number: 1), endedAt: Minute(number: 6), focusedMinutes: 5, completed: true
      ),
      occurredAt: Minute(number: 1))
  }

  private func enqueue(_ change: RecordChange, on device: TestDevice) async throws(JournalError) {
    let (journal, now) = (device.store.journal, device.clock.nowMilliseconds)
    try await device.store.pool.write { (transaction) throws(JournalError) in
      try journal.enqueue(change, nowMilliseconds: now, in: transaction)
    }
  }

  @Test(arguments: JournalForm.allCases)
  func `facts under the id of another type are refused at the save and queue nothing`(
    form: JournalForm
  ) async throws {
    let pair = try PairOfDevices(form)

    await #expect(throws: JournalError.idOfAnotherType(record: habit, type: "focusSession")) {
      try await enqueue(focus(habit), on: pair.first)
    }

    #expect(try await pair.first.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `facts under the id of a day are refused, and so is a day's summary under another id`(
    form: JournalForm
  ) async throws {
    let pair = try PairOfDevices(form)
    let day = try #require(Day("2026-11-30"))
    let summary = RecordChange.upsert(
      habit, AnchorDaySummary(), occurredAt: Minute(number: 1))

    for change in [focus(.summary(day)), summary] {
      await #expect(throws: JournalError.self) { try await enqueue(change, on: pair.first) }
    }

    #expect(try await pair.first.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `an id without a type is for any`(form: JournalForm) async throws {
    let pair = try PairOfDevices(form)
    let bare = try #require(RecordID("00000000-0000-4000-8000-000000000001"))

    try await enqueue(focus(bare), on: pair.first)

    #expect(try await pair.first.runtime.pendingMutationCount() == 1)
  }
}
