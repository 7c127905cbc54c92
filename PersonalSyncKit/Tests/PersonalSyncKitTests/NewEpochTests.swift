import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxSQLite

@testable import PersonalSyncKit

/// H5 of docs/protocol/sync.md: a Hub that was restored from a backup, and one that says nothing of it.
@Suite struct NewEpochTests {
  /// Both devices and the backup hold `n0`…`n4`; `work` is done and synchronised after the backup.
  private func restored(
    _ form: JournalForm, after work: (PairOfDevices) async throws -> Void
  ) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(5)
    try await pair.settle()
    let backup = pair.hub.backUp()
    pair.pass()
    try await work(pair)
    pair.pass()
    pair.hub.restore(from: backup)
    return pair
  }

  /// Minutes by record, at the Hub.
  private func held(by pair: PairOfDevices) throws -> [RecordID: Int] {
    var held: [RecordID: Int] = [:]
    for change in pair.hub.feed(of: pair.ada, .anchor) where change.operation == .upsert {
      let body = try RecordBody.read(change.body, domain: .anchor)
      held[change.record] = try FocusSessionFacts.contract.decode(body.facts).focusedMinutes
    }
    return held
  }

  /// Synchronises the delete that waits on the first device: it is done, everywhere and without a conflict.
  private func expectDeleted(_ name: String, on pair: PairOfDevices) async throws {
    try await pair.first.synchronize()
    try await pair.settle()

    #expect(try await pair.second.minutes(name) == nil)
    #expect(try await pair.first.status().waiting == 0)
    #expect(try await pair.first.conflicts().isEmpty)
  }

  private func held(by device: TestDevice) async throws -> [RecordID: Int] {
    Dictionary(
      try await device.store.notes().map { ($0.id, $0.minutes) }, uniquingKeysWith: { $1 })
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 what a restored Hub lost is offered again, deletions included`(form: JournalForm)
    async throws
  {
    let pair = try await restored(form) { pair in
      try await pair.first.save("n1", 77)
      try await pair.first.save("new", 88)
      try await pair.first.save("n2", nil)
      try await pair.settle()
    }
    let before = try await held(by: pair.first)

    guard case .completed(let report) = try await pair.first.synchronize() else { return }
    try await pair.settle()

    #expect(report.offered == 2 && report.trashed == 0 && report.isReconcileComplete)
    #expect(try held(by: pair) == before)
    #expect(try await held(by: pair.first) == before)
    #expect(try await held(by: pair.second) == before)
    for device in [pair.first, pair.second] {
      #expect(try await device.status().waiting == 0)
      #expect(try await device.conflicts().isEmpty)
    }
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 edits that wait over a restore are sent on what the Hub holds now`(form: JournalForm)
    async throws
  {
    let pair = try await restored(form) { pair in
      try await pair.first.save("n1", 77)
      try await pair.settle()
      pair.pass()
      try await pair.second.save("n1", 78)
      try await pair.second.save("other", 79)
    }

    try await pair.second.synchronize()
    try await pair.settle()

    #expect(try await pair.first.minutes("n1") == 78)
    #expect(try await pair.first.minutes("other") == 79)
    #expect(try await held(by: pair.second) == held(by: pair))
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a record made and deleted after the backup stays deleted, whoever comes first`(
    form: JournalForm
  ) async throws {
    let pair = try await restored(form) { pair in
      try await pair.first.save("short", 5)
      try await pair.settle()
      pair.pass()
      try await pair.first.save("short", nil)
      try await pair.first.synchronize()
    }

    try await pair.second.synchronize()
    try await pair.settle()

    #expect(try await pair.first.minutes("short") == nil)
    #expect(try await pair.second.minutes("short") == nil)
    #expect(try await held(by: pair.first) == held(by: pair))
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 of two deletions that a restored Hub lost the later one counts again`(
    form: JournalForm
  ) async throws {
    var later: Stamp?
    let pair = try await restored(form) { pair in
      try await pair.first.save("n1", nil)
      try await pair.first.synchronize()
      pair.pass()
      try await pair.second.save("n1", nil)
      later = Stamp(milliseconds: pair.clock.nowMilliseconds)
      try await pair.second.synchronize()
    }

    try await pair.first.synchronize()
    try await pair.second.synchronize()
    try await pair.settle()

    let kept = pair.hub.feed(of: pair.ada, .anchor).first { $0.record == .named("n1") }
    #expect(kept?.operation == .delete && kept?.modifiedAt == later)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a delete that waits over a restore is not undone by who still holds the record`(
    form: JournalForm
  ) async throws {
    let pair = try await restored(form) { pair in
      try await pair.first.save("new", 5)
      try await pair.settle()
      pair.pass()
      try await pair.first.save("new", nil)
    }

    try await pair.settle()

    #expect(try await pair.first.minutes("new") == nil)
    #expect(try await pair.second.minutes("new") == nil)
    #expect(try await held(by: pair.first) == held(by: pair))
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a delete whose answer was lost over a restore is sent as one of its own`(
    form: JournalForm
  ) async throws {
    let pair = try await restored(form) { pair in
      try await pair.first.save("new", 5)
      try await pair.settle()
      pair.pass()
      try await pair.first.save("new", nil)
      pair.first.link.next(nil, nil, .lostReply)
      await #expect(throws: SyncError.self) { try await pair.first.synchronize() }
    }

    try await pair.settle()

    #expect(try await pair.first.minutes("new") == nil)
    #expect(try await pair.second.minutes("new") == nil)
    #expect(try await held(by: pair.first) == held(by: pair))
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 an edit that waits is no conflict with what this device wrote before it`(
    form: JournalForm
  ) async throws {
    let pair = try await restored(form) { pair in
      try await pair.first.save("n1", 77)
      try await pair.first.synchronize()
      pair.pass()
      try await pair.first.save("n1", 78)
    }

    try await pair.first.synchronize()
    try await pair.settle()

    #expect(try await pair.first.conflicts().isEmpty)
    #expect(try await pair.second.minutes("n1") == 78)
    #expect(try await held(by: pair.first) == held(by: pair))
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 what was taken back to what the backup holds stays so`(form: JournalForm) async throws {
    let pair = try await restored(form) { pair in
      try await pair.first.save("n1", 77)
      try await pair.settle()
      pair.pass()
      try await pair.first.save("n1", 2)
      try await pair.first.synchronize()
    }

    try await pair.second.synchronize()
    try await pair.settle()

    #expect(try await pair.first.minutes("n1") == 2)
    #expect(try await pair.second.minutes("n1") == 2)
    #expect(try await held(by: pair.first) == held(by: pair))
  }

  /// The first device compares with the restored Hub and has queued what that lost, and sent nothing yet.
  private func compareOnly(_ pair: PairOfDevices) async throws {
    // The Hub, the session, the feed, the whole feed; then the ordinary one.
    pair.first.link.next(nil, nil, nil, nil, .lostRequest)
    await #expect(throws: SyncError.self) { try await pair.first.synchronize() }
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a record deleted before it was offered again does not come back from another device`(
    form: JournalForm
  ) async throws {
    let pair = try await restored(form) { pair in
      try await pair.first.save("new", 5)
      try await pair.settle()
    }
    try await compareOnly(pair)
    try #require(try await pair.first.status().waiting == 1)
    pair.pass()
    try await pair.first.save("new", nil)

    try await pair.second.synchronize()

    try await expectDeleted("new", on: pair)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 what was offered again and waits for half a year comes back as an edit does`(
    form: JournalForm
  ) async throws {
    let pair = try await restored(form) { pair in
      try await pair.first.save("new", 5)
      try await pair.settle()
    }
    try await compareOnly(pair)
    try await pair.second.synchronize()
    pair.pass()
    try await pair.second.save("new", nil)
    try await pair.second.synchronize()
    pair.pass(milliseconds: 181 * 86_400_000)
    pair.hub.purge(olderThan: pair.clock.nowMilliseconds - 180 * 86_400_000)

    try await pair.settle()

    #expect(try await pair.first.minutes("new") == 5)
    #expect(try await held(by: pair.second) == held(by: pair))
    #expect(try await held(by: pair.first) == held(by: pair))
    #expect(try await pair.first.status().waiting == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 what was edited over a restore and deleted before it was sent does not come back`(
    form: JournalForm
  ) async throws {
    let pair = try await restored(form) { pair in
      try await pair.first.save("new", 5)
      try await pair.settle()
      pair.pass()
      try await pair.first.save("new", 6)
    }
    try await compareOnly(pair)
    pair.pass()
    try await pair.first.save("new", nil)

    try await expectDeleted("new", on: pair)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a deletion that a restored Hub lost outlives making the record anew for a moment`(
    form: JournalForm
  ) async throws {
    let pair = try await restored(form) { pair in
      try await pair.first.save("new", 5)
      try await pair.settle()
      pair.pass()
      try await pair.first.save("new", nil)
      try await pair.first.synchronize()
    }
    try await compareOnly(pair)
    pair.pass()
    try await pair.first.save("new", 6)
    try await pair.first.save("new", nil)

    try await expectDeleted("new", on: pair)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a detail that cannot be read here is not written over before it is offered again`(
    form: JournalForm
  ) async throws {
    let pair = try await restored(form) { pair in
      let note = try #require(NoteStore.change(.named("new"), 5).body)
      try await pair.second.enqueue(
        RecordChange(
          .anchor, .named("new"),
          body: RecordBody(type: note.type, facts: note.facts, sealed: "v1.c2VhbGVk"),
          occurredAt: NoteStore.change(.named("new"), 5).occurredAt))
      try await pair.settle()
    }
    try await compareOnly(pair)

    await #expect(throws: JournalError.detailLocked) { try await pair.first.save("new", 6) }

    try await pair.settle()
    let sent = pair.hub.feed(of: pair.ada, .anchor).first { $0.record == .named("new") }
    #expect(sent.map { String(decoding: $0.body, as: UTF8.self).contains("v1.c2VhbGVk") } == true)
  }

  @Test(arguments: JournalForm.allCases)
  func `an edit is sent although the Hub holds less than was known and says nothing of it`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(3)
    try await pair.settle()
    let old = pair.hub.backUp()
    pair.pass()
    try await pair.first.save("n1", 77)
    try await pair.first.synchronize()
    pair.hub.replaceSilently(with: old)
    pair.pass()
    try await pair.first.save("n1", nil)

    try await expectDeleted("n1", on: pair)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a change that was parked before a restore says nothing of the Hub of now`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(3)
    try await pair.settle()
    let backup = pair.hub.backUp()
    try await pair.first.save("n1", 77)
    try await pair.first.synchronize()
    let change = try #require(pair.hub.feed(of: pair.ada, .anchor).last)
    try await pair.first.inJournal { (journal, transaction) throws(JournalError) in
      try inJournal { () throws(SQLiteError) in
        try journal.park(change, reason: .waits, transaction)
      }
    }
    pair.hub.restore(from: backup)
    pair.pass()
    try await pair.first.save("n1", nil)

    try await expectDeleted("n1", on: pair)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 of what two devices did around a restore the later wins everywhere`(form: JournalForm)
    async throws
  {
    let pair = try await restored(form) { pair in
      try await pair.first.save("n1", 77)
      try await pair.first.save("n3", 10)
      try await pair.first.synchronize()
    }
    pair.pass()
    try await pair.second.save("n3", 11)
    try await pair.second.synchronize()
    try await pair.settle()

    #expect(try await pair.second.minutes("n1") == 77)
    #expect(try await pair.first.minutes("n3") == 11)
    #expect(try await held(by: pair.first) == held(by: pair))
    #expect(try await pair.second.store.notes() == pair.first.store.notes())
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a second restore of the same backup is noticed as well`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(3)
    try await pair.settle()
    let backup = pair.hub.backUp()

    for round in 0..<3 {
      pair.pass()
      try await pair.first.save("round \(round)", 10 + round)
      try await pair.settle()
      pair.hub.restore(from: backup)
    }
    try await pair.settle()

    #expect(try await pair.second.store.notes().count == 6)
    #expect(try await held(by: pair.second) == held(by: pair))
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 an older epoch stops the pass and nothing is changed`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(3)
    try await pair.settle()
    let old = pair.hub.backUp()
    pair.hub.restore(from: old)
    try await pair.settle()
    try await pair.first.save("waits", 9)
    let notes = try await pair.first.store.notes()
    pair.hub.replaceSilently(with: old)

    let error = await #expect(throws: SyncError.self) { try await pair.first.synchronize() }

    #expect(error?.code == "sync.hub_went_back")
    #expect(try await pair.first.store.notes() == notes)
    #expect(try await pair.first.status().waiting == 1)
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 3)
  }

  @Test(arguments: JournalForm.allCases)
  func `an empty Hub in the place of the store's own takes nothing away`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let empty = pair.hub.backUp()
    try await pair.first.saveMany(3)
    try await pair.settle()
    let notes = try await pair.first.store.notes()
    pair.hub.replaceSilently(with: empty)

    try await pair.first.synchronize()

    #expect(try await pair.first.store.notes() == notes)
    #expect(try await pair.first.trash().isEmpty)
  }

  @Test func `a first contact with a Hub that was restored long ago is an ordinary one`()
    async throws
  {
    let pair = try PairOfDevices()
    pair.hub.restore(from: pair.hub.backUp())
    try await pair.first.connect(to: pair.hub, as: pair.ada)
    try await pair.first.synchronize()
    try await pair.first.save("a", 1)
    let before = pair.first.link.requests

    try await pair.first.synchronize()

    #expect(pair.first.link.requests - before == 4)
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
  }
}
