import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxSQLite

@testable import Simulation

/// A device's disk that fills up at any step of what it does with a real Hub's core, and has room again.
@Suite struct FullDiskTests {
  private let clock = HandClock()
  private let dice = Dice(seed: 11)
  private let hub: CoreHub

  init() throws { hub = try CoreHub(clock: clock, random: dice) }

  /// One more device of Ada's.
  private func connected(_ name: String, _ form: JournalForm) async throws -> TestDevice {
    let device = try TestDevice(
      name, form: form, link: FaultyLink(to: hub), clock: clock, random: dice)
    let session = try await hub.signIn(
      "ada", client: "anchor", document: device.store.journal.document)
    let account = try await device.identity.adoptBearerToken(
      session.bearer, revokeHandle: session.revokeHandle, session: session.id,
      at: TestDevice.hubOrigin)
    try await device.runtime.bindAccount(account, adoptingUnownedData: true)
    return device
  }

  /// More than a piece of a page and more than a push.
  private static let ids = (0..<110).map { RecordID.named("n\($0)") }

  /// Sets every note to `minutes`, later than all before.
  private func saveAll(_ device: TestDevice, _ minutes: Int) async throws {
    clock.advance(milliseconds: 1_000)
    try await device.store.put(
      Dictionary(uniqueKeysWithValues: Self.ids.map { ($0, minutes) }))
    let (journal, now) = (device.store.journal, clock.nowMilliseconds)
    try await device.store.pool.write { (transaction) throws(JournalError) in
      for id in Self.ids {
        try journal.enqueue(
          NoteStore.change(id, minutes), nowMilliseconds: now, in: transaction)
      }
    }
  }

  private func held() async throws -> [(note: NoteStore.Note, change: Change)] {
    try await hub.records(of: "ada", .anchor).map { change in
      let body = try RecordBody.read(change.body, domain: .anchor)
      let minutes = try FocusSessionFacts.contract.decode(body.facts).focusedMinutes
      return (NoteStore.Note(id: change.record, minutes: minutes), change)
    }
  }

  private static let fillings = 8

  /// Runs `act` once with room, and then again and again with a disk that is full from one of its durable
  /// steps on, each time a later one.
  ///
  /// `prepare` makes something to do and is told which time it is, `check` looks while there is no room, and
  /// `goOn` runs when there is.
  private func fill(
    _ device: TestDevice, prepare: (Int) async throws -> Void,
    act: () async throws(SyncError) -> Void, check: () async throws -> Void,
    goOn: () async throws -> Void
  ) async throws {
    var (stepsOfAll, timesFull) = (0, 0)
    for filling in 0...Self.fillings {
      try await prepare(filling + 1)
      let (steps, faults) = (device.disk.steps, device.disk.faults)
      if filling > 0 {
        let step = 1 + (filling - 1) * stepsOfAll / Self.fillings
        device.disk.arm(.full, inSteps: step, isLasting: true)
      }
      do throws(SyncError) { try await act() } catch {
        #expect(["journal.disk_full", "sync.apply_failed"].contains(error.code))
        #expect(device.disk.faults > faults, "there was room: \(error)")
        timesFull += 1
      }
      if filling == 0 { stepsOfAll = device.disk.steps - steps }
      try await check()
      device.disk.disarm()
      try await goOn()
    }
    #expect(timesFull > 1)
  }

  /// What the Hub holds up to the place that `column` says, the store holds.
  private func expectSaved(_ device: TestDevice, upTo column: StaticString) async throws {
    let place = try await device.store.pool.read { (transaction) throws(SQLiteError) in
      Cursor(try transaction.first(column) { $0.integer(0) } ?? 0)
    }
    let notes = try await device.store.notes()
    let passed = try await held().filter { $0.change.cursor <= place }.map(\.note)
    #expect(notes.isSuperset(of: passed))
  }

  @Test(arguments: JournalForm.allCases)
  func `S2 no cursor passes what a disk that fills up in a pull had no room for`(
    form: JournalForm
  ) async throws {
    let device = try await connected("device", form)
    let other = try await connected("other", .attached)

    try await fill(device) { round in
      try await saveAll(other, round)
      try await other.synchronize()
    } act: { () throws(SyncError) in
      try await device.synchronize()
    } check: {
      try await expectSaved(device, upTo: "SELECT max(cursor) FROM sync_position")
    } goOn: {
      try await device.synchronize()
      let notes = try await other.store.notes()
      #expect(try await device.store.notes() == notes)
    }

    #expect(try await device.conflicts() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `S7 a disk that fills up in a push loses no edit and sends none twice`(
    form: JournalForm
  ) async throws {
    let device = try await connected("device", form)

    try await fill(device) { round in
      try await saveAll(device, round)
    } act: { () throws(SyncError) in
      try await device.synchronize()
    } check: {
      // What is not acknowledged waits, though the Hub may hold it.
      let atHub = try await held().map(\.note)
      let unsent = try await device.store.notes().subtracting(atHub)
      #expect(try await device.runtime.pendingMutationCount() >= unsent.count)
    } goOn: {
      try await device.synchronize()
      #expect(try await device.runtime.pendingMutationCount() == 0)
    }

    let atHub = try await held()
    #expect(try await device.store.notes() == Set(atHub.map(\.note)))
    // Each time every note was edited once.
    #expect(atHub.allSatisfy { $0.change.version == Version(Int64(Self.fillings + 1)) })
    #expect(try await device.conflicts() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `R2 a replay on a disk that fills up goes on where it had room`(
    form: JournalForm
  ) async throws {
    let device = try await connected("device", form)
    try await saveAll(device, 7)
    try await device.synchronize()

    try await fill(device) { _ in
      try await device.store.put(Dictionary(uniqueKeysWithValues: Self.ids.map { ($0, nil) }))
    } act: { () throws(SyncError) in
      try await device.synchronize(replayFromStart: true)
    } check: {
      try await expectSaved(device, upTo: "SELECT max(replay_cursor) FROM sync_position")
    } goOn: {
      try await device.synchronize(replayFromStart: true)
      #expect(try await device.store.notes().count == Self.ids.count)
    }

    #expect(try await device.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `H5 a disk that fills up while a restored Hub is compared costs nothing that it lost`(
    form: JournalForm
  ) async throws {
    let device = try await connected("device", form)

    try await fill(device) { round in
      let backup = try await hub.backedUp()
      try await saveAll(device, round)
      try await device.synchronize()
      clock.advance(milliseconds: 2_000)
      try await backup.restore()
    } act: { () throws(SyncError) in
      try await device.synchronize()
    } check: {
      let notes = try await device.store.notes()
      #expect(notes.count == Self.ids.count)
    } goOn: {
      try await device.synchronize()
      let atHub = try await held().map(\.note)
      #expect(try await device.store.notes() == Set(atHub))
    }

    #expect(try await device.conflicts() == 0)
    #expect(try await device.runtime.pendingMutationCount() == 0)
  }
}

extension TestDevice {
  fileprivate func conflicts() async throws(JournalError) -> Int { try await status().conflicts }
}
