import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxHTTPClient
import ToolboxSQLite

@testable import PersonalSyncKit

/// Status tells the truth (docs/protocol/sync.md, S10).
@Suite struct SyncStatusTests {
  @Test(arguments: JournalForm.allCases)
  func `S10 a store goes from signed out over approval and waiting to up to date`(form: JournalForm)
    async throws
  {
    let pair = try PairOfDevices(form)
    let device = pair.first
    try await device.save("a", 25)
    var states = [try await device.state()]

    let account = try await device.signIn(to: pair.hub, as: pair.ada)
    states.append(try await device.state())
    try await device.runtime.bindAccount(account, adoptingUnownedData: true)
    states.append(try await device.state())
    try await device.synchronize()
    states.append(try await device.state())
    try await device.identity.signOut()
    states.append(try await device.state())

    #expect(states == [.signedOut, .approvalNeeded, .waiting(1), .upToDate, .signedOut])
  }

  @Test(arguments: JournalForm.allCases)
  func `S10 a connected store that was never synchronised is not up to date`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)

    #expect(try await pair.first.state() == .waiting(0))
  }

  @Test(arguments: JournalForm.allCases)
  func `S10 what waits is not up to date, also after a pass that went through`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.synchronize()

    try await pair.first.save("a", 25)
    try await pair.first.save("b", 25)

    #expect(try await pair.first.state() == .waiting(2))
  }

  @Test(
    arguments: JournalForm.allCases,
    [
      (FaultyLink.Fault.lostRequest, "http_client.cannot_connect"),
      (.lostReply, "http_client.connection_lost"), (.busy, "http_503"),
      (.garbage, "sync.invalid_response"),
    ])
  func `S10 a pass that failed is told with its beginning, until one goes through`(
    form: JournalForm, failure: (fault: FaultyLink.Fault, code: String)
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.synchronize()
    let began = pair.clock.nowMilliseconds
    for _ in 0..<3 {
      pair.first.link.next(failure.fault)
      await #expect(throws: SyncError.self) { try await pair.first.synchronize() }
      pair.pass(milliseconds: 60_000)
    }
    let failed = try await pair.first.syncStatus()

    try await pair.first.synchronize()

    #expect(failed.state == .offline)
    #expect(failed.journal?.failure == SyncFailure(sinceMilliseconds: began, code: failure.code))
    #expect(try await pair.first.state() == .upToDate)
  }

  @Test(arguments: JournalForm.allCases)
  func `S10 an app that cannot save what came is not up to date`(form: JournalForm) async throws {
    struct Full: Error {}
    let pair = try await PairOfDevices.connected(form)
    try await pair.second.synchronize()
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()

    await #expect(throws: SyncError.self) {
      try await pair.second.synchronize(.init(before: { _ in throw Full() }))
    }

    let status = try await pair.second.syncStatus()
    #expect(status.state == .offline)
    #expect(status.journal?.failure?.code == "sync.apply_failed")
  }

  @Test(arguments: JournalForm.allCases)
  func `S10 a pass that was cancelled or had no session is no failure`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.synchronize()
    let cancelled = Task { try await pair.first.synchronize() }
    cancelled.cancel()
    _ = await cancelled.result
    pair.hub.endSessions(of: pair.ada)

    #expect(try await pair.first.synchronize() == .signedOut)
    #expect(try await pair.first.syncStatus().journal?.failure == nil)
  }

  @Test(arguments: JournalForm.allCases)
  func `S10 a failure of an ended session is forgotten with it`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    pair.first.link.next(.lostRequest)
    await #expect(throws: SyncError.self) { try await pair.first.synchronize() }

    try await pair.first.identity.signOut()
    _ = try await pair.first.signIn(to: pair.hub, as: pair.ada)

    #expect(try await pair.first.state() == .waiting(0))
  }

  @Test(arguments: JournalForm.allCases)
  func `S10 status says synced while nothing moves: an old success is not fresh`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.synchronize()
    let status = try await pair.first.syncStatus()
    let now = pair.clock.nowMilliseconds

    #expect(status.isFresh(atMilliseconds: now + 3_600_000))
    #expect(!status.isFresh(atMilliseconds: now + 3_600_001))
    // A clock that was set back proves nothing.
    #expect(!status.isFresh(atMilliseconds: now - 1))
  }

  @Test(arguments: JournalForm.allCases)
  func `S10 conflicts are told until the person has looked`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    pair.pass()
    try await pair.second.save("a", 50)
    try await pair.settle()
    let device = try await pair.first.conflicts().isEmpty ? pair.second : pair.first

    #expect(try await device.state() == .conflicts(1))
    #expect(try await device.syncStatus().needsPerson)
  }

  @Test(arguments: JournalForm.allCases)
  func `S10 bookkeeping that cannot be read is damaged, whatever else there is`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.synchronize()
    let database = try Database(
      path: pair.first.folder + (form == .attached ? "/notes.db" : "/journal.db"))
    try database.write { (transaction) throws(SQLiteError) in
      try transaction.execute(
        script: "UPDATE sync_session SET account = x'00', session = x'00'")
    }
    let monitor = SyncMonitor(
      journal: pair.first.store.journal, store: pair.first.store.pool)
    let statuses = await monitor.statuses()

    await monitor.look()

    #expect(try await pair.first.state() == .damaged)
    #expect(await statuses.first { _ in true }?.state == .damaged)
  }
}

@Suite struct SyncMonitorTests {
  @Test(arguments: JournalForm.allCases)
  func `S10 a screen sees each change of the status, and how far a pass is`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(700)
    try await pair.first.synchronize()
    let device = pair.second
    let monitor = SyncMonitor(journal: device.store.journal, store: device.store.pool)
    await monitor.look()
    let seen = Task { [statuses = await monitor.statuses()] in
      var seen: [SyncStatus] = []
      for await status in statuses {
        seen.append(status)
        if status.state == .upToDate { break }
      }
      return seen
    }

    try await device.runtime.watched(by: monitor).synchronize()

    let statuses = await seen.value
    #expect(statuses.last?.state == .upToDate)
    #expect(statuses.last?.progress == nil)
    for progress in statuses.compactMap(\.progress) {
      #expect(progress.phase == .receiving)
      #expect([1, 2].contains(progress.pages))
      #expect([500, 700].contains(progress.records))
    }
  }

  @Test(arguments: JournalForm.allCases)
  func `S10 a screen that does not read gets the newest status only`(form: JournalForm) async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let device = pair.first
    let monitor = SyncMonitor(journal: device.store.journal, store: device.store.pool)
    let statuses = await monitor.statuses()

    for number in 1...5 {
      try await device.save("note \(number)", 25)
      await monitor.look()
    }

    #expect(await statuses.first { _ in true }?.state == .waiting(5))
  }

  @Test(arguments: JournalForm.allCases)
  func `S10 a pass that fails tells its screens`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    let device = pair.first
    let monitor = SyncMonitor(journal: device.store.journal, store: device.store.pool)
    device.link.next(.lostRequest)

    await #expect(throws: SyncError.self) {
      try await device.runtime.watched(by: monitor).synchronize()
    }

    #expect(await monitor.statuses().first { _ in true }?.state == .offline)
  }
}

extension TestDevice {
  fileprivate func syncStatus() async throws(JournalError) -> SyncStatus {
    let journal = store.journal
    return try await store.pool.read { (transaction) throws(JournalError) in
      try journal.syncStatus(transaction)
    }
  }

  fileprivate func state() async throws(JournalError) -> SyncStatus.State {
    try await syncStatus().state
  }
}
