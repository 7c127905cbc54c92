import AnchorModel
import AppShell
import HubContracts
import Testing
import ToolboxSQLite

@testable import Anchor
@testable import PersonalSyncKit

@Suite struct AnchorSyncTests {
  @Test func `a finished session travels as facts, and a second device has them`() async throws {
    let first = try await AnchorBench()
    try await first.connect()
    _ = try await first.store.start(words("a secret title", tags: ["x"]), plannedSeconds: 1_500)
    first.wait(seconds: 1_505)
    try await first.synchronize()

    let second = try await first.secondDevice()

    let facts = try #require(try first.hubSessions().first)
    #expect((facts.focusedMinutes, facts.completed) == (25, true))
    let held = try #require(try await second.sessions().first)
    #expect(held.detail == .factsOnly)
    #expect(held.words == .none)
    #expect(held.bankedSeconds == 1_500)
  }

  @Test func `a running session does not travel, and one that runs again is taken back`()
    async throws
  {
    let device = try await AnchorBench()
    try await device.connect()
    _ = try await device.store.start(words(), plannedSeconds: 0)
    device.wait(minutes: 5)
    try await device.synchronize()
    #expect(try device.hubSessions().isEmpty)

    _ = try await device.store.finish()
    try await device.synchronize()
    #expect(try device.hubSessions().count == 1)
    _ = try await device.store.undo()
    try await device.synchronize()
    #expect(try device.hubSessions().isEmpty)

    device.wait(minutes: 5)
    _ = try await device.store.finish()
    try await device.synchronize()
    #expect(try device.hubSessions().map(\.focusedMinutes) == [10])
  }

  @Test func `what comes back neither blanks nor rounds what is known here`() async throws {
    let device = try await AnchorBench()
    try await device.connect()
    _ = try await device.store.start(words("title"), plannedSeconds: 0)
    device.wait(seconds: 754)
    let exact = try await device.store.finish()
    try await device.synchronize()
    let facts = try #require(device.hubFeed().first { $0.record.type == "focusSession" })
    let body = try RecordBody.read(facts.body, domain: .anchor)
    let echo = RemoteChange(
      domain: .anchor, record: facts.record, version: Version(9), occurredAt: facts.occurredAt,
      modifiedAt: facts.modifiedAt, origin: facts.origin, body: body)

    let records = AnchorRecords(store: device.store)
    try await device.store.write { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(StoreError) in
        try records.apply(Batch(changes: [echo]), transaction)
      }
    }

    #expect(try await device.sessions() == [exact])
  }

  @Test func `a delete reaches the other device, and undo brings the session back to both`()
    async throws
  {
    let first = try await AnchorBench()
    try await first.connect()
    let session = try await first.log(minutes: 30)
    try await first.synchronize()
    let second = try await first.secondDevice()

    _ = try await second.store.delete(session.id)
    try await second.synchronize()
    try await first.synchronize()
    #expect(try await first.sessions().isEmpty)
    _ = try await second.store.undo()
    try await second.synchronize()
    try await first.synchronize()

    #expect(try await first.sessions().map(\.bankedSeconds) == [1_800])
    #expect(try await second.sessions().map(\.bankedSeconds) == [1_800])
  }

  @Test func `a session that another device deleted comes back with its words, for 30 days`()
    async throws
  {
    let first = try await AnchorBench()
    try await first.connect()
    let session = try await first.log(minutes: 30, "write chapter")
    try await first.synchronize()
    let second = try await first.secondDevice()

    _ = try await second.store.delete(session.id)
    try await second.synchronize()
    try await first.synchronize()
    #expect(try await first.sessions().isEmpty)
    _ = try await second.store.undo()
    try await second.synchronize()
    try await first.synchronize()
    #expect(try await first.sessions() == [session])

    _ = try await second.store.delete(session.id)
    try await second.synchronize()
    try await first.synchronize()
    first.wait(minutes: 31 * 1_440)
    try await first.synchronize()
    let kept = try await first.store.read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        try RemovedSessionTable.find(session.id, transaction)
      }
    }
    #expect(kept == nil)
  }

  @Test func `sessions logged while the Hub is away arrive when it is back`() async throws {
    let device = try await AnchorBench()
    try await device.connect()
    device.bench.setOffline(true)
    try await device.log(minutes: 10)
    try await device.log(minutes: 20)
    await #expect(throws: (any Error).self) { try await device.synchronize() }
    #expect(
      try await device.connection.standing().headline == "Offline since 09:00, 2 changes wait")

    device.bench.setOffline(false)
    try await device.synchronize()

    #expect(try device.hubSessions().map(\.focusedMinutes).sorted() == [10, 20])
    #expect(try await device.waiting() == 0)
  }

  @Test func `facts that contradict themselves are taken as near as they can be`() async throws {
    let device = try await AnchorBench()
    let start = Minute(number: 29_000_000)
    let facts = FocusSessionFacts(
      startedAt: start, endedAt: Minute(number: 28_999_999), focusedMinutes: 7, completed: true)
    let open = FocusSessionFacts(
      startedAt: start, endedAt: nil, focusedMinutes: 3, completed: true)

    try await apply([("a", facts), ("b", open)], to: device)

    let held = try await device.sessions()
    #expect(held.map(\.bankedSeconds).sorted() == [180, 420])
    #expect(held.contains { $0.phase == .openElsewhere })
    #expect(held.contains { $0.endedAt == $0.startedAt && $0.isCompleted })
  }

  @Test func `records of other kinds are passed over`() async throws {
    let device = try await AnchorBench()
    let records = AnchorRecords(store: device.store)
    let summary = RemoteChange(
      domain: .anchor, record: .summary(HubContracts.Day(number: 20_000)), version: Version(1),
      occurredAt: Minute(number: 0), modifiedAt: Stamp(milliseconds: 1),
      origin: device.store.app.journal.device,
      body: RecordBody(
        type: "daySummary", facts: AnchorDaySummary.contract.encode(AnchorDaySummary())))

    try await device.store.write { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(StoreError) in
        try records.apply(Batch(changes: [summary]), transaction)
      }
    }

    #expect(try await device.sessions().isEmpty)
  }

  private func apply(
    _ pairs: [(String, FocusSessionFacts)], to device: AnchorBench
  ) async throws {
    let records = AnchorRecords(store: device.store)
    let changes = pairs.map { letter, facts in
      RemoteChange(
        domain: .anchor,
        record: RecordID(
          type: "focusSession", uuid: "00000000-0000-4000-8000-00000000000\(letter)"),
        version: Version(1), occurredAt: facts.startedAt, modifiedAt: Stamp(milliseconds: 1),
        origin: device.store.app.journal.device,
        body: RecordBody(
          type: "focusSession", facts: FocusSessionFacts.contract.encode(facts)))
    }
    try await device.store.write { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(StoreError) in
        try records.apply(Batch(changes: changes), transaction)
      }
    }
  }
}
