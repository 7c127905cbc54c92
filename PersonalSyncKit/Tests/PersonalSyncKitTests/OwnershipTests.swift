import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxSQLite

/// The promises O1–O7 of docs/protocol/sync.md, on both forms of journal.
@Suite struct OwnershipTests {
  @Test(arguments: JournalForm.allCases)
  func `O1 what would be adopted is told first, and the answer is one transaction`(
    form: JournalForm
  ) async throws {
    let pair = try PairOfDevices(form)
    try await pair.first.saveMany(3)
    let prompt = try await pair.first.identity.startSignIn(at: TestDevice.hubOrigin)
    #expect(pair.hub.unownedRecordsOfGrant == 3)
    pair.hub.approveGrant(as: pair.ada)

    let account = try await pair.first.identity.finishSignIn(prompt)
    #expect(account.name == "Ada" && !account.hubFingerprint.isEmpty)
    #expect(try await pair.first.status().owner == nil)
    try await pair.first.runtime.bindAccount(account, adoptingUnownedData: true)

    #expect(try await pair.first.status().owner?.account == pair.ada.id)
    #expect(try await pair.first.status().waiting == 3)
  }

  @Test(arguments: JournalForm.allCases)
  func `O2 another account is refused and the queue is intact`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)

    let error = await #expect(throws: IdentityError.self) {
      try await pair.first.signIn(to: pair.hub, as: pair.bob)
    }

    #expect(error == .differentAccount)
    #expect(try await pair.first.identity.currentAccount()?.account == pair.ada.id)
    #expect(try await pair.first.runtime.pendingMutationCount() == 1)
    #expect(pair.hub.feed(of: pair.bob, .anchor).isEmpty)
    try await pair.first.synchronize()
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `O2 another Hub that claims the account's id is refused`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    let imposter = FakeHub(clock: pair.clock, random: pair.dice)
    let session = imposter.signIn(
      imposter.account("Ada"), client: "anchor", document: pair.first.store.journal.document)
    let journal = pair.first.store.journal
    let identity = PersonalIdentityClient(
      client: "anchor", journal: journal, store: pair.first.store.pool,
      tokens: pair.first.tokens, http: imposter, clock: pair.clock, random: pair.dice)

    await #expect(throws: IdentityError.hubKeyChanged) {
      try await identity.adoptBearerToken(
        session.bearer, revokeHandle: session.revokeHandle, session: session.id,
        at: TestDevice.hubOrigin)
    }

    #expect(try await pair.first.identity.currentAccount()?.hub == pair.hub.hub)
  }

  @Test(arguments: JournalForm.allCases)
  func `O2 unowned records need the person's word`(form: JournalForm) async throws {
    let pair = try PairOfDevices(form)
    try await pair.first.save("a", 25)
    let account = try await pair.first.signIn(to: pair.hub, as: pair.ada)

    let error = await #expect(throws: SyncError.self) {
      try await pair.first.runtime.bindAccount(account, adoptingUnownedData: false)
    }

    #expect(error?.code == "ownership.approval_required")
    #expect(try await pair.first.status().owner == nil)
  }

  @Test(arguments: JournalForm.allCases)
  func `O3 nothing is uploaded before the person approved`(form: JournalForm) async throws {
    let pair = try PairOfDevices(form)
    try await pair.first.save("a", 25)
    let account = try await pair.first.signIn(to: pair.hub, as: pair.ada)

    let error = await #expect(throws: SyncError.self) { try await pair.first.synchronize() }

    #expect(error?.code == "ownership.approval_required")
    #expect(pair.hub.feed(of: pair.ada, .anchor).isEmpty)
    try await pair.first.runtime.bindAccount(account, adoptingUnownedData: true)
    try await pair.first.synchronize()
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `O3 after a sign-out the store stays bound and usable`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)

    try await pair.first.identity.signOut()
    try await pair.first.save("a", 25)

    #expect(try await pair.first.status().owner?.account == pair.ada.id)
    #expect(try await pair.first.minutes("a") == 25)
    await #expect(throws: IdentityError.differentAccount) {
      try await pair.first.signIn(to: pair.hub, as: pair.bob)
    }
  }

  @Test(
    arguments: JournalForm.allCases,
    [
      "UPDATE sync_owner SET account = zeroblob(16)", "DELETE FROM sync_owner",
      "INSERT OR REPLACE INTO sync_owner VALUES(1, zeroblob(16), zeroblob(32), zeroblob(16), 0)",
      "REPLACE INTO sync_owner VALUES(1, zeroblob(16), zeroblob(32), zeroblob(16), 0)",
      "UPDATE OR REPLACE sync_owner SET hub = zeroblob(16)",
    ])
  func `O4 no statement changes the owner`(form: JournalForm, sql: String) async throws {
    let pair = try await PairOfDevices.connected(form)

    await #expect(throws: SQLiteError.self) {
      try await pair.first.store.pool.write { (transaction) throws(SQLiteError) in
        try transaction.execute(script: sql)
      }
    }

    #expect(try await pair.first.status().owner?.account == pair.ada.id)
  }

  @Test(arguments: JournalForm.allCases)
  func `O5 a grant of an ended session is refused before anything is sent`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    let grant = try #require(try await pair.first.identity.currentAccount())
    try await pair.first.identity.signOut()
    let before = pair.first.link.requests

    let error = await #expect(throws: SyncError.self) {
      try await pair.first.runtime.synchronize(account: grant)
    }

    #expect(error?.code == "sync.session_changed")
    #expect(pair.first.link.requests == before)
  }

  @Test(arguments: JournalForm.allCases)
  func `O6 a new session of the same account goes on with the same queue`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    let old = try #require(try await pair.first.identity.currentAccount())

    let new = try await pair.first.signIn(to: pair.hub, as: pair.ada)

    await #expect(throws: SyncError.self) {
      try await pair.first.runtime.synchronize(account: old)
    }
    let outcome = try await pair.first.synchronize(account: new)
    guard case .completed(let report) = outcome else {
      Issue.record("signed out")
      return
    }
    #expect(report.pushed == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `O7 signed out, a sync touches nothing`(form: JournalForm) async throws {
    let pair = try PairOfDevices(form)
    try await pair.first.save("a", 25)

    #expect(try await pair.first.synchronize() == .signedOut)

    #expect(pair.first.link.requests == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `a session that the Hub ended is removed, and the queue waits`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    let grant = try #require(try await pair.first.identity.currentAccount())
    pair.hub.endSessions(of: pair.ada)

    let error = await #expect(throws: SyncError.self) {
      try await pair.first.runtime.synchronize(account: grant)
    }

    #expect(error?.code == "sync.sign_in_needed")
    #expect(try await pair.first.identity.currentAccount() == nil)
    #expect(try await pair.first.runtime.pendingMutationCount() == 1)
  }
}
