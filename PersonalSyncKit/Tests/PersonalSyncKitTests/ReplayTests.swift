import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxSQLite

/// The promises R1–R4 of docs/protocol/sync.md, §7.
@Suite struct ReplayTests {
  struct SaveFailed: Error {}

  /// Loses rows of the app's own, as a program did that acknowledged them without keeping them.
  private func lose(_ device: TestDevice, _ names: String...) async throws {
    try await device.store.pool.write { (transaction) throws(SQLiteError) in
      for name in names {
        try transaction.run(
          "DELETE FROM note WHERE id = ?", .text(RecordID.named(name).description))
      }
    }
  }

  private func replay(_ device: TestDevice) async throws -> PassReport {
    let outcome = try await device.runtime.synchronize(replayFromStart: true) {
      try NoteStore.apply($0, $1)
    }
    guard case .completed(let report) = outcome else { throw SaveFailed() }
    return report
  }

  private func pairWithRecords(_ count: Int) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected()
    for index in 0..<count { try await pair.first.save("n\(index)", index + 1) }
    try await pair.settle()
    return pair
  }

  @Test func `R1: a replay brings back what was lost and an ordinary pass does not`() async throws {
    let pair = try await pairWithRecords(20)
    try await lose(pair.second, "n3", "n7")

    try await pair.second.synchronize()
    #expect(try await pair.second.store.notes().count == 18)
    let report = try await replay(pair.second)

    #expect(try await pair.second.store.notes().count == 20)
    #expect(try await pair.second.minutes("n7") == 8)
    #expect(report.isReplayComplete)
  }

  @Test func `R1: the outbox goes on in the same call`() async throws {
    let pair = try await pairWithRecords(3)
    try await pair.second.save("new", 50)

    let report = try await replay(pair.second)

    #expect(report.pushed == 1)
  }

  @Test func `R2: a replay whose save fails goes on where it was saved`() async throws {
    let pair = try await pairWithRecords(300)
    try await pair.second.store.pool.write { (transaction) throws(SQLiteError) in
      try transaction.run("DELETE FROM note")
    }

    await #expect(throws: SyncError.self) {
      try await pair.second.runtime.synchronize(replayFromStart: true) { batch, transaction in
        guard !batch.changes.contains(where: { $0.record == .named("n200") }) else {
          throw SaveFailed()
        }
        try NoteStore.apply(batch, transaction)
      }
    }
    let saved = try await pair.second.store.notes().count
    let report = try await replay(pair.second)

    #expect(saved > 0 && saved < 300)
    #expect(report.replayed == 300 - saved)
    #expect(try await pair.second.store.notes().count == 300)
  }

  @Test func `R4: a record with a waiting edit is withheld`() async throws {
    let pair = try await pairWithRecords(3)
    pair.pass()
    try await pair.second.save("n1", 99)
    let account = try await pair.second.identity.currentAccount()
    let records = Recorder()

    _ = try await pair.second.runtime.synchronize(account: account, replayFromStart: true) {
      records.add($0)
      try NoteStore.apply($0, $1)
    }

    let seen = records.records
    #expect(!seen.contains(.named("n1")) && seen.contains(.named("n0")))
    #expect(try await pair.second.minutes("n1") == 99)
  }

  @Test func `a replay never deletes`() async throws {
    let pair = try await pairWithRecords(3)
    try await pair.first.save("n2", nil)
    try await pair.settle()
    // Kept here on purpose, against what the Hub says.
    try await pair.second.store.pool.write { (transaction) throws(SQLiteError) in
      try transaction.run(
        "INSERT INTO note(id, minutes) VALUES(?, 5)", .text(RecordID.named("n2").description))
    }

    _ = try await replay(pair.second)

    #expect(try await pair.second.minutes("n2") == 5)
  }
}
