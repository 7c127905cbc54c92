import AnchorModel
import AppShell
import HubContracts
import PersonalSyncSealed
import PersonalSyncTesting
import Testing

@testable import Anchor
@testable import PersonalSyncKit

@Suite struct HabitSyncTests {
  private static let root = RootKey(random: Dice(seed: 21))

  @Test func `a habit and its days travel as facts, and another device can check it in`()
    async throws
  {
    let first = try await AnchorBench()
    try await first.connect()
    let habit = try await first.addHabit("a secret name", .timesPerWeek(3))
    _ = try await first.store.checkIn(habit.id, .init(saying: .skipped, note: "ill"))
    try await first.synchronize()

    let second = try await first.secondDevice()
    let held = try await second.store.habit(habit.id)
    _ = try await second.store.checkIn(habit.id, .init(saying: .done(nil)))
    try await second.synchronize()
    try await first.synchronize()

    #expect(held.habit.detail == .factsOnly && held.habit.words == .none)
    #expect(held.habit.schedule == habit.schedule)
    #expect(held.checkIn(on: day("2026-11-30"))?.status == .skipped)
    #expect(try await first.store.habit(habit.id).habit == habit)
    #expect(try await first.days(of: habit.id).map(\.status) == [.done])
    #expect(try await first.days(of: habit.id).map(\.note) == ["ill"])
  }

  @Test func `both arrive whole on an unlocked device, and go round no more`() async throws {
    let first = try await AnchorBench()
    try await first.connect()
    _ = try await first.connection.seal(Self.root)
    let habit = try await first.addHabit("read", target: "20", unit: "pages", since: "2026-11-01")
    _ = try await first.store.checkIn(
      habit.id, .init(saying: .done(HabitAmount("12.5")), note: "two lines\nof it"))
    try await first.synchronize()
    let second = try await first.secondDevice()
    _ = try await second.connection.unlock(Self.root)
    try await second.synchronize()
    let versions = first.hubFeed().filter { $0.record.summaryDay == nil }.map(\.version)

    try await first.synchronize()
    try await second.synchronize()

    #expect(try await second.store.habit(habit.id).habit == habit)
    let days = try await first.days(of: habit.id)
    #expect(try await second.days(of: habit.id) == days)
    #expect(first.hubFeed().filter { $0.record.summaryDay == nil }.map(\.version) == versions)
    #expect(try await second.waiting() == 0)
  }

  @Test func `two devices that check in the same day while apart have one record of it`()
    async throws
  {
    let first = try await AnchorBench()
    try await first.connect()
    let habit = try await first.addHabit("read")
    try await first.synchronize()
    let second = try await first.secondDevice()

    _ = try await first.store.checkIn(habit.id, .init(saying: .done(nil)))
    second.wait(minutes: 1)
    _ = try await second.store.checkIn(habit.id, .init(saying: .skipped))
    try await first.synchronize()
    try await second.synchronize()
    try await first.synchronize()

    #expect(try first.hubCheckIns().map(\.status) == [.skipped])
    #expect(try await first.days(of: habit.id).map(\.status) == [.skipped])
    #expect(try await second.days(of: habit.id).map(\.status) == [.skipped])
  }

  @Test func `what another device cleared comes back with its note`() async throws {
    let first = try await AnchorBench()
    try await first.connect()
    let habit = try await first.addHabit("read")
    _ = try await first.store.checkIn(habit.id, .init(saying: .done(nil), note: "slowly"))
    try await first.synchronize()
    let before = try await first.days(of: habit.id)
    let second = try await first.secondDevice()

    _ = try await second.store.clearCheckIn(habit.id)
    try await second.synchronize()
    try await first.synchronize()
    #expect(try await first.days(of: habit.id).isEmpty)
    _ = try await second.store.undo()
    try await second.synchronize()
    try await first.synchronize()

    #expect(try await first.days(of: habit.id) == before)
  }

  @Test func `what waits for the person is said in words`() async throws {
    let device = try await AnchorBench()
    let habit = try await device.addHabit("read", target: "20", unit: "pages")
    _ = try await device.store.checkIn(habit.id, .init(saying: .done(HabitAmount("12"))))
    let records = AnchorRecords(store: device.store)
    let checkIn = try #require(try await device.days(of: habit.id).first)

    let words = try await device.store.read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(StoreError) in
        [
          try records.words(
            HabitRecord.recordID(of: habit.id), HabitRecord.change(for: habit).body, detail: nil,
            transaction),
          try records.words(
            CheckInRecord.recordID(of: checkIn.id), CheckInRecord.change(for: checkIn).body,
            detail: nil, transaction),
          try records.words(HabitRecord.recordID(of: habit.id), nil, detail: nil, transaction),
        ]
      }
    }

    #expect(
      words == [
        "read, 20 pages, daily", "read, begun, 12 pages, 2026-11-30", "read, deleted",
      ])
  }

  @Test func `what the store holds is said in the order of ids, page by page`() async throws {
    let device = try await AnchorBench()
    for name in ["a", "b", "c"] {
      let habit = try await device.addHabit(name)
      _ = try await device.store.checkIn(habit.id, .init(saying: .done(nil)))
      try await device.log(minutes: 5)
    }
    var found: [RecordID] = []

    while true {
      let last = found.last
      let page = try await device.store.read { (_, transaction) throws(AnchorError) in
        try inAnchor { () throws(StoreError) in
          try AnchorRecords.current(after: last, limit: 2, transaction)
        }
      }
      if page.isEmpty { break }
      found += page.map(\.record)
    }

    #expect(found.count == 9 && found == found.sorted())
    #expect(Set(found.map(\.type)) == ["focusSession", "habit", "habitCompletion"])
  }
}
