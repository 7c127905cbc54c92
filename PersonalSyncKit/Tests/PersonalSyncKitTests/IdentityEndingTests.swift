import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

@testable import PersonalSyncKit

/// How sessions end (docs/protocol/identity.md, KIT-08 to KIT-11 and KIT-13).
@Suite struct IdentityEndingTests {
  @Test(arguments: JournalForm.allCases)
  func `KIT-08: a sign-out holds without the Hub, which hears of it at the next pass`(
    form: JournalForm
  )
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let handle = try #require(try pair.first.tokens.load().sessions.first?.revokeHandle)
    pair.first.link.next(.lostRequest)

    let outcome = try await pair.first.identity.signOut()

    #expect(outcome == .hubNotToldYet)
    #expect(try await pair.first.identity.currentAccount() == nil)
    #expect(try pair.first.tokens.load().sessions.isEmpty)
    #expect(pair.hub.isLive(revokeHandle: handle))
    try pair.first.relaunch()
    #expect(try await pair.first.synchronize() == .signedOut)
    #expect(!pair.hub.isLive(revokeHandle: handle))
    #expect(try await pair.first.revocations() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-08: a sign-out is durable while the network hangs`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    let hanging = HangingLink(pair.hub)
    let identity = PersonalIdentityClient(
      client: "anchor", journal: pair.first.store.journal, store: pair.first.store.pool,
      tokens: pair.first.tokens, http: hanging, clock: pair.clock, random: pair.dice)

    let signOut = Task { try await identity.signOut() }
    await hanging.waitUntilAsked()

    #expect(try await pair.first.identity.currentAccount() == nil)
    #expect(try pair.first.tokens.load().sessions.isEmpty)
    #expect(try await pair.first.revocations() == 1)
    hanging.letGo()
    #expect(try await signOut.value == .hubTold)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-08: a sign-out says when nobody was signed in`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    let never = try PairOfDevices(form)

    let outcomes = [
      try await never.first.identity.signOut(), try await pair.first.identity.signOut(),
      try await pair.first.identity.signOut(),
    ]

    #expect(outcomes == [.nobodyWasSignedIn, .hubTold, .nobodyWasSignedIn])
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-08: killed at any step, a sign-out has happened or has not`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let handle = try #require(try pair.first.tokens.load().sessions.first?.revokeHandle)
    let moments = pair.first.recordMoments(at: pair.hub)
    pair.first.link.next(.lostRequest)
    try await pair.first.identity.signOut()

    for moment in moments.stop() {
      let revived = try TestDevice(
        "revived", as: .init(form: form, image: moment.image), link: FaultyLink(to: pair.hub),
        clock: pair.clock,
        random: pair.dice)
      #expect(try await revived.synchronize() == .signedOut)
      #expect(try revived.tokens.load().sessions.isEmpty)
      #expect(try await revived.status().owner?.account == pair.ada.id)
    }

    #expect(!pair.hub.isLive(revokeHandle: handle))
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-08: a Hub that never answers is asked for thirty days`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    pair.first.link.next(.lostRequest)
    try await pair.first.identity.signOut()

    pair.clock.advance(milliseconds: 29 * 86_400_000)
    pair.first.link.next(.busy)
    try await pair.first.synchronize()
    #expect(try await pair.first.revocations() == 1)
    pair.clock.advance(milliseconds: 86_400_000)
    let before = pair.first.link.requests
    try await pair.first.synchronize()

    #expect(try await pair.first.revocations() == 0)
    #expect(pair.first.link.requests == before)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-08: a stranger at the Hub's address is told nothing`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    pair.first.link.next(.lostRequest)
    try await pair.first.identity.signOut()
    let stranger = FakeHub(clock: pair.clock, random: pair.dice)
    let tap = RequestTap(stranger)
    let identity = PersonalIdentityClient(
      client: "anchor", journal: pair.first.store.journal, store: pair.first.store.pool,
      tokens: pair.first.tokens, http: tap, clock: pair.clock, random: pair.dice)

    _ = try await identity.verifiedSyncAccount()

    #expect(tap.paths == [HubStatement.path])
    #expect(try await pair.first.revocations() == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-09: a secret that cannot be removed is said, never used, and removed later`(
    form: JournalForm
  )
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let stuck = try pair.first.tokens.load()
    pair.first.tokens.fail(with: .unavailable(code: "token_store.locked"))

    await #expect(throws: IdentityError.secrets(.unavailable(code: "token_store.locked"))) {
      try await pair.first.identity.signOut()
    }

    #expect(try await pair.first.session().account == nil)
    pair.first.tokens.fail(with: nil)
    #expect(try pair.first.tokens.load() == stuck)
    try pair.first.relaunch()
    #expect(try await pair.first.synchronize() == .signedOut)
    #expect(try pair.first.tokens.load().sessions.isEmpty)
    #expect(!pair.hub.isLive(revokeHandle: try #require(stuck.sessions.first).revokeHandle))
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-09: a locked token store ends no session`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    pair.first.tokens.fail(with: .unavailable(code: "token_store.locked"))

    await #expect(throws: SyncError.self) { try await pair.first.synchronize() }

    pair.first.tokens.fail(with: nil)
    #expect(try await pair.first.identity.verifiedSyncAccount()?.account == pair.ada.id)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-10: a late 401 of an old session does not end the new one`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let old = try #require(try await pair.first.identity.currentAccount())
    let bearer = try #require(try pair.first.tokens.load().sessions.first?.bearer)
    let new = try await pair.first.signIn(to: pair.hub, as: pair.ada)

    #expect(try await !pair.first.identity.refused(bearer, of: old))

    #expect(try await pair.first.identity.verifiedSyncAccount() == new)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-10: a late 401 of an old bearer does not end the session that changed it`(
    form: JournalForm
  )
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let account = try #require(try await pair.first.identity.currentAccount())
    let old = try #require(try pair.first.tokens.load().sessions.first?.bearer)
    pair.clock.advance(milliseconds: 2 * 86_400_000)
    try await pair.first.synchronize()

    #expect(try await !pair.first.identity.refused(old, of: account))

    #expect(try await pair.first.identity.verifiedSyncAccount() == account)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-11: signing in again replaces the session, and the queue goes on`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    let old = try #require(try await pair.first.identity.currentAccount())
    let handle = try #require(try pair.first.tokens.load().sessions.first?.revokeHandle)

    let new = try await pair.first.signIn(to: pair.hub, as: pair.ada)

    #expect(!pair.hub.isLive(revokeHandle: handle))
    await #expect(throws: IdentityError.sessionChanged) {
      try await pair.first.identity.requireCurrentAccount(old)
    }
    try await pair.first.synchronize()
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
    #expect(try await pair.first.identity.currentAccount() == new)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-13: a sign-out touches neither owner nor data`(form: JournalForm) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()
    try await pair.first.save("b", 50)

    try await pair.first.identity.signOut()

    #expect(try await pair.first.status().owner?.account == pair.ada.id)
    #expect(try await pair.first.store.notes().count == 2)
    #expect(try await pair.first.runtime.pendingMutationCount() == 1)
    _ = try await pair.first.signIn(to: pair.hub, as: pair.ada)
    try await pair.first.synchronize()
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 2)
  }
}
