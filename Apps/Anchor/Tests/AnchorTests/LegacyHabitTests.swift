import AnchorModel
import AppShell
import HubContracts
import PersonalSyncTesting
import Testing

@testable import Anchor
@testable import PersonalSyncKit

/// What the product Habits left at the Hub (docs/protocol/privacy.md, domain `habits`).
@Suite struct LegacyHabitTests {
  private let device: AnchorBench
  private let habit = HabitID(random: 77)

  init() async throws {
    device = try await AnchorBench()
    try await device.connect()
  }

  @Test func `its habits arrive at rest with their days, ask for nothing and are not sent again`()
    async throws
  {
    try await receive([
      checkIn(1, "2024-03-02", .completed), checkIn(2, "2024-03-01", .skipped),
      checkIn(3, "2024-03-05", .planned),
    ])
    try await device.synchronize()

    let held = try await device.store.habit(habit)
    #expect(held.habit.schedule.isArchived && held.habit.schedule.since == day("2024-03-01"))
    #expect(held.checkIn(on: day("2024-03-02"))?.status == .done)
    #expect(held.checkIn(on: day("2024-03-01"))?.status == .skipped)
    #expect(held.daysSaid.count == 3 && held.level(today: day("2024-03-02")) == 0)
    #expect(device.hubFeed().isEmpty)
    #expect(try await device.waiting() == 0)
  }

  @Test func `a pass reads them where the Hub holds them`() async throws {
    let old = try await AnchorBench(seed: 3, sharing: device)
    try await old.connect()
    let left = try checkIn(1, "2024-03-02", .completed)
    let change = RecordChange(
      .habits, left.record, body: left.body, occurredAt: left.occurredAt)
    try await old.store.write { (desk, transaction) throws(AnchorError) in
      try inAnchor { () throws(StoreError) in
        try inStore { () throws(JournalError) in
          try old.store.app.journal.enqueue(
            change, nowMilliseconds: desk.now.milliseconds, in: transaction)
        }
      }
    }
    try await old.synchronize()

    let report = try await device.synchronize()

    #expect(report.pulled == 1)
    #expect(try await device.days(of: habit).map(\.day) == [day("2024-03-02")])
  }

  @Test func `a deletion takes away what its record brought, and the habit with its last day`()
    async throws
  {
    try await receive([
      checkIn(1, "2024-03-02", .completed), checkIn(2, "2024-03-01", .completed),
    ])
    try await receive([deletion(1)])
    #expect(try await device.days(of: habit).map(\.day) == [day("2024-03-01")])

    try await receive([deletion(2)])

    #expect(try await device.store.habits().isEmpty)
  }

  @Test func `the same batch again changes nothing, and what the person cleared stays cleared`()
    async throws
  {
    let batch = try [checkIn(1, "2024-03-02", .completed), checkIn(2, "2024-03-01", .completed)]
    try await receive(batch)
    try await receive(batch)
    #expect(try await device.days(of: habit).count == 2)

    _ = try await device.store.clearCheckIn(habit, on: day("2024-03-02"))
    try await receive(batch)

    #expect(try await device.days(of: habit).map(\.day) == [day("2024-03-01")])
  }

  @Test func `what the person said of a day since wins over it, also over its deletion`()
    async throws
  {
    try await receive([checkIn(1, "2024-03-02", .skipped)])
    _ = try await device.store.checkIn(
      habit, .init(saying: .done(nil), day: day("2024-03-02"), note: "after all"))

    try await receive([checkIn(1, "2024-03-02", .skipped)])
    try await receive([deletion(1)])

    #expect(try await device.days(of: habit).map(\.note) == ["after all"])
  }

  @Test func `a habit that is taken up again has a record of ours, and keeps its days`()
    async throws
  {
    try await receive([checkIn(1, "2024-03-02", .completed, name: "phone -> walk")])
    #expect(try await device.store.habit(habit).habit.words.name == "phone -> walk")

    _ = try await device.store.resumeHabit(habit, .weekdays)
    try await device.synchronize()
    try await receive([checkIn(2, "2024-03-03", .completed, name: "phone -> run")])

    #expect(device.hubFeed().contains { $0.record == HabitRecord.recordID(of: habit) })
    let held = try await device.store.habit(habit)
    #expect(!held.habit.schedule.isArchived && held.habit.words.name == "phone -> walk")
    #expect(held.daysSaid == [day("2024-03-03"), day("2024-03-02")])
  }

  private func receive(_ changes: [RemoteChange]) async throws {
    let records = AnchorRecords(store: device.store)
    try await device.store.write { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(StoreError) in
        try records.apply(Batch(changes: changes), transaction)
      }
    }
  }

  private func checkIn(
    _ number: Int, _ on: String, _ status: HabitCheckInFacts.Status, name: String? = nil
  ) throws -> RemoteChange {
    var facts = HabitCheckInFacts()
    facts.habit = try #require(RecordID(habit.description))
    facts.occurredOn = HubContracts.Day(day(on))
    facts.status = status
    var change = deletion(number)
    change.body = RecordBody(
      type: "checkIn", facts: HabitCheckInFacts.contract.encode(facts))
    change.detail = name.map { DetailDraft(LegacyDetail(name: $0)).json }
    return change
  }

  private func deletion(_ number: Int) -> RemoteChange {
    RemoteChange(
      domain: .habits,
      record: RecordID(type: "checkIn", uuid: "00000000-0000-4000-8000-00000000000\(number)"),
      version: Version(1), occurredAt: Minute(number: 28_500_000),
      modifiedAt: Stamp(milliseconds: 1), origin: device.store.app.journal.device, body: nil)
  }
}
