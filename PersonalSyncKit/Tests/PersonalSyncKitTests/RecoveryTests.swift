import Foundation
import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxSQLite

/// S6 of docs/protocol/sync.md: a damaged journal stops sync, is kept, and is rebuilt when asked.
@Suite struct RecoveryTests {
  enum Damage: String, CaseIterable, Sendable { case garbage, truncated, empty }

  /// What each device holds, an edit that was not sent, and a delete that was not.
  private func pair(_ form: JournalForm) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(6)
    try await pair.settle()
    pair.pass()
    try await pair.first.save("n2", 70)
    try await pair.first.synchronize()
    pair.pass()
    try await pair.second.save("waits", 9)
    try await pair.second.save("n1", nil)
    return pair
  }

  private func journal(_ device: TestDevice) -> String { device.folder + "/journal.db" }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @discardableResult
  private func damage(_ path: String, _ damage: Damage) throws -> Data {
    var data = try bytes(path)
    switch damage {
    case .garbage: data = Data(repeating: 7, count: max(8_192, data.count))
    case .truncated: data = data.prefix(1_000)
    case .empty: data = Data()
    }
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    try data.write(to: URL(fileURLWithPath: path))
    return data
  }

  private func recover(_ device: TestDevice, _ now: Int64) async throws -> Recovery {
    switch device.form {
    case .attached:
      return try Journal.recover(
        path: device.folder + "/notes.db", lockPath: device.folder + "/sync.lock",
        random: Dice(seed: 3), nowMilliseconds: now, currentRecords: NoteStore.current)
    case .detached:
      guard let store = device.store as? DetachedNoteStore else { throw Broken.promise("form") }
      return try await DetachedJournal.recover(
        path: journal(device), random: Dice(seed: 3), nowMilliseconds: now,
        currentRecords: store.current)
    }
  }

  /// After a recovery everything that either side held is on both, and nothing was deleted.
  private func expectWhole(_ pair: PairOfDevices) async throws {
    try pair.second.relaunch()
    try await pair.second.connect(to: pair.hub, as: pair.ada)
    try await pair.second.synchronize()
    try await pair.settle()
    #expect(pair.hub.feed(of: pair.ada, .anchor).allSatisfy { $0.operation == .upsert })
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 7)
    #expect(try await pair.second.store.notes() == pair.first.store.notes())
    #expect(try await pair.second.minutes("n1") == 2)
    #expect(try await pair.second.minutes("n2") == 70)
    #expect(try await pair.first.minutes("waits") == 9)
    #expect(try await pair.second.status().waiting == 0)
  }

  @Test(arguments: Damage.allCases)
  func `S6 a damaged file is not opened, is kept byte for byte, and is rebuilt when asked`(
    kind: Damage
  ) async throws {
    let pair = try await pair(.detached)
    let damaged = try damage(journal(pair.second), kind)

    #expect(throws: JournalError.self) { try pair.second.relaunch() }
    #expect(try bytes(journal(pair.second)) == damaged)
    let recovery = try await recover(pair.second, pair.clock.nowMilliseconds)

    #expect(try bytes(recovery.copyPath) == damaged)
    #expect(recovery.queued == 6 && recovery.owner == nil)
    try await expectWhole(pair)
  }

  @Test(arguments: 0...3)
  func `S6 a recovery that was interrupted keeps the journal closed and is gone on with`(
    step: Int
  ) async throws {
    let pair = try await pair(.detached)
    let path = journal(pair.second)
    let damaged = try damage(path, .garbage)
    let copy = path + ".damaged-1"
    try Data(copy.utf8).write(to: URL(fileURLWithPath: path + ".recovering"))
    if step > 0 { try damaged.write(to: URL(fileURLWithPath: path + "-wal")) }
    if step > 1 { #expect(rename(path, copy) == 0) }
    if step > 2 { try Data("half a journal".utf8).write(to: URL(fileURLWithPath: path)) }

    #expect(throws: JournalError.self) { try pair.second.relaunch() }
    let recovery = try await recover(pair.second, pair.clock.nowMilliseconds)

    #expect(recovery.copyPath == copy)
    #expect(try bytes(copy) == damaged)
    try await expectWhole(pair)
  }

  @Test(arguments: [
    "DROP TABLE sync_record", "DROP TABLE sync_document", "DROP TABLE sync_position",
    "UPDATE sync_outbox SET record = 'no id' WHERE sequence = (SELECT min(sequence) FROM sync_outbox)",
    "DROP TABLE sync_owner", "DELETE FROM sync_session",
  ])
  func `S6 damaged tables beside the app's own are remade and the owner is kept`(
    script: String
  ) async throws {
    let pair = try await pair(.attached)
    let path = pair.second.folder + "/notes.db"
    let document = pair.second.store.journal.document
    try Database(path: path).execute(script: script)
    let notes = try await pair.second.store.notes()

    let recovery = try await recover(pair.second, pair.clock.nowMilliseconds)

    #expect(try await pair.second.store.notes() == notes)
    #expect(FileManager.default.fileExists(atPath: recovery.copyPath))
    #expect((recovery.owner == nil) == script.hasSuffix("sync_owner"))
    try await expectWhole(pair)
    #expect((pair.second.store.journal.document == document) != script.hasSuffix("document"))
  }

  @Test(arguments: JournalForm.allCases)
  func `S6 what differs after a recovery is kept as a conflict and never sent over the Hub's`(
    form: JournalForm
  ) async throws {
    let pair = try await pair(form)
    try await pair.second.save("n3", 44)
    if form == .detached { try damage(journal(pair.second), .garbage) }

    _ = try await recover(pair.second, pair.clock.nowMilliseconds)
    try pair.second.relaunch()
    try await pair.second.connect(to: pair.hub, as: pair.ada)
    try await pair.second.synchronize()

    #expect(try await pair.second.minutes("n3") == 4)
    let kept = try await pair.second.conflicts().map(\.local.record)
    #expect(Set(kept) == [.named("n2"), .named("n3")])
  }

  @Test(arguments: JournalForm.allCases)
  func `S6 what is deleted between a recovery and the first pass stays deleted`(
    form: JournalForm
  ) async throws {
    let pair = try await pair(form)
    if form == .detached { try damage(journal(pair.second), .garbage) }
    _ = try await recover(pair.second, pair.clock.nowMilliseconds)
    try pair.second.relaunch()
    try await pair.second.save("n4", nil)

    try await pair.second.connect(to: pair.hub, as: pair.ada)
    try await pair.second.synchronize()
    try await pair.settle()

    #expect(try await pair.first.minutes("n4") == nil)
    #expect(try await pair.second.minutes("n4") == nil)
    #expect(try await pair.second.conflicts().map(\.local.record) == [.named("n2")])
  }

  @Test(arguments: JournalForm.allCases)
  func `S6 a recovery whose app fails changes nothing that another cannot mend`(
    form: JournalForm
  ) async throws {
    struct StoreFailed: Error {}
    let pair = try await pair(form)
    if form == .detached { try damage(journal(pair.second), .garbage) }
    let now = pair.clock.nowMilliseconds
    let folder = pair.second.folder

    await #expect(throws: SyncError.self) {
      switch form {
      case .attached:
        _ = try Journal.recover(
          path: folder + "/notes.db", lockPath: folder + "/sync.lock", random: Dice(seed: 3),
          nowMilliseconds: now
        ) { _, _, _ in throw StoreFailed() }
      case .detached:
        _ = try await DetachedJournal.recover(
          path: folder + "/journal.db", random: Dice(seed: 3), nowMilliseconds: now
        ) { _, _ in throw StoreFailed() }
      }
    }
    if form == .detached {
      #expect(throws: JournalError.self) { try pair.second.relaunch() }
    } else {
      #expect(try await pair.second.status().waiting == 2)
    }
    _ = try await recover(pair.second, now)

    try await expectWhole(pair)
  }

  @Test(arguments: JournalForm.allCases)
  func `S6 a journal that cannot be written to stops sync and stays as it is`(
    form: JournalForm
  ) async throws {
    let pair = try await pair(form)
    let path = form == .detached ? journal(pair.second) : pair.second.folder + "/notes.db"
    let before = try [bytes(path), bytes(path + "-wal")]
    pair.second.disk.arm(.writeFails, isLasting: true)

    let error = await #expect(throws: SyncError.self) { try await pair.second.synchronize() }

    #expect(error?.code == "journal.unavailable")
    #expect(try [bytes(path), bytes(path + "-wal")] == before)
    pair.second.disk.disarm()
    #expect(try await pair.second.status().waiting == 2)
    try await pair.settle()
    #expect(try await pair.second.status().waiting == 0)
    #expect(try await pair.first.minutes("waits") == 9)
  }

  @Test func `S6 a newer journal is neither opened nor recovered`() async throws {
    let pair = try await pair(.detached)
    let path = journal(pair.second)
    try Database(path: path).execute(script: "UPDATE schema_version SET version = 99")

    #expect(throws: JournalError.newerSchema) { try pair.second.relaunch() }
    let error = await #expect(throws: SyncError.self) {
      _ = try await recover(pair.second, pair.clock.nowMilliseconds)
    }

    #expect(error?.code == "journal.newer_schema")
  }
}
