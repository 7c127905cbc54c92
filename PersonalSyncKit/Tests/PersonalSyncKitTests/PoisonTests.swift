import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxSQLite

@testable import PersonalSyncKit

/// One bad record never stops the rest (docs/protocol/sync.md, S7).
@Suite struct PoisonTests {
  private static func change(_ name: String, facts: String, sealed: String? = nil) -> RecordChange {
    RecordChange(
      .anchor, .named(name),
      body: RecordBody(type: "focusSession", facts: Array(facts.utf8), sealed: sealed),
      occurredAt: Minute(number: 29_900_000))
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 record 5 of 100 is invalid for ever and the other 99 are stored`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.queueMany(4)
    try await pair.first.enqueue(Self.change("bad", facts: #"{"completed":7}"#))
    try await pair.first.queueMany(99)

    for _ in 0..<3 { try await pair.first.synchronize() }

    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 99)
    #expect(try await pair.first.quarantined().map(\.edit.record) == [.named("bad")])
    #expect(pair.first.link.requests(to: "/v1/sync/push") == 1)
    #expect(try await pair.first.status().waiting == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 of 1,360 waiting edits one is over the byte limit and is never sent`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.queueMany(700)
    let sealed = "v1." + String(repeating: "A", count: SyncLimits.pushBytesMax)
    try await pair.first.enqueue(Self.change("large", facts: "{}", sealed: sealed))
    try await pair.first.queueMany(1_359)

    try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1_359)
    let refused = try await pair.first.quarantined()
    #expect(refused.map(\.edit.record) == [.named("large")])
    #expect(refused.map(\.code) == ["payload_too_large"])
    #expect(pair.first.link.requests(to: "/v1/sync/push") == 14)
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 a row of the outbox that cannot be read stays, shows, and blocks nothing`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("good", 5)
    try await pair.first.save("odd", 6)
    try await pair.first.save("also good", 7)
    try await rename("odd", to: "a name of a later program", pair.first)

    let outcome = try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 2)
    guard case .completed(let report) = outcome else { return }
    #expect(report.quarantined == 1 && report.pushed == 2)
    #expect(try await pair.first.status().quarantined == 1)
    #expect(try await pair.first.status().waiting == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 a record that refers to one which comes later, or never, is stored`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    var completion = HabitCompletionFacts()
    let uuid = "5d0c4a52-1f3e-4b7a-8d21-5c6e7f809112"
    completion.habit = RecordID(type: "habit", uuid: uuid)
    completion.day = Day(number: 20_000)
    let child = RecordID(type: "habitCompletion", uuid: uuid)
    try await pair.first.enqueue(
      .upsert(child, completion, occurredAt: Minute(number: 29_900_000)))

    try await pair.first.synchronize()
    try await pair.second.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.record) == [child])
    #expect(try await pair.first.quarantined().isEmpty)
  }

  @Test(arguments: JournalForm.allCases)
  func `a row that could not be read is sent by the program that can`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try pair.first.relaunch(as: Program(.other(1)))
    try await pair.first.save("odd", 6)
    try await rename("odd", to: "a name of a later program", pair.first)
    try await pair.first.synchronize()
    let name = RecordID.named("odd").description
    try await pair.first.store.pool.write { (transaction) throws(SQLiteError) in
      try transaction.run("UPDATE sync_unreadable SET record = ?", .text(name))
    }

    try await pair.first.synchronize()
    #expect(pair.hub.feed(of: pair.ada, .anchor).isEmpty)
    try pair.first.relaunch()
    try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
    #expect(try await pair.first.status().quarantined == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `a delete of a record that the Hub refused is sent, or nothing is`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.enqueue(Self.change("bad", facts: "{}"))
    try await pair.first.synchronize()

    try await pair.first.enqueue(
      .delete(.anchor, .named("bad"), occurredAt: Minute(number: 29_900_000)))

    #expect(try await pair.first.status().quarantined == 0)
    #expect(try await pair.first.status().waiting == 0)
  }

  private func rename(_ name: String, to text: String, _ device: TestDevice) async throws {
    let record = RecordID.named(name).description
    try await device.store.pool.write { (transaction) throws(SQLiteError) in
      try transaction.run(
        "UPDATE sync_outbox SET record = ? WHERE record = ?", .text(text), .text(record))
    }
  }
}
