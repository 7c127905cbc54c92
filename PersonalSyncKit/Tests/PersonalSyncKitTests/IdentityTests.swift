import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxHTTPClient
import ToolboxLocks

@testable import PersonalSyncKit

/// How a store signs in and out (docs/protocol/identity.md, KIT rules).
@Suite struct IdentityTests {
  @Test func `a device grant that the person approves becomes the session`() async throws {
    let pair = try PairOfDevices()
    try await pair.first.save("a", 25)

    let prompt = try await pair.first.identity.startSignIn(at: TestDevice.hubOrigin)
    #expect(pair.hub.unownedRecordsOfGrant == 1)
    pair.hub.approveGrant(as: pair.ada)
    let account = try await pair.first.identity.finishSignIn(prompt)

    #expect(account.name == "Ada" && account.account == pair.ada.id)
    #expect(account.hubFingerprint == pair.hub.key.publicKey.fingerprint)
    #expect(try await pair.first.identity.currentAccount() == account)
  }

  @Test func `a grant that the person denies leaves nothing`() async throws {
    let pair = try PairOfDevices()
    let prompt = try await pair.first.identity.startSignIn(at: TestDevice.hubOrigin)
    pair.hub.denyGrant()

    await #expect(throws: IdentityError.refused(code: "access_denied")) {
      try await pair.first.identity.finishSignIn(prompt)
    }

    #expect(try await pair.first.identity.currentAccount() == nil)
  }

  @Test func `a code that runs out is said`() async throws {
    let pair = try PairOfDevices()
    let prompt = try await pair.first.identity.startSignIn(at: TestDevice.hubOrigin)

    await #expect(throws: IdentityError.refused(code: "expired_token")) {
      try await pair.first.identity.finishSignIn(prompt)
    }
  }

  @Test func `the approval of a sign-in that another one has overtaken has no effect`() async throws
  {
    let pair = try PairOfDevices()
    let prompt = try await pair.first.identity.startSignIn(at: TestDevice.hubOrigin)
    let current = try await pair.first.signIn(to: pair.hub, as: pair.ada)
    pair.hub.approveGrant(as: pair.bob)

    await #expect(throws: IdentityError.sessionChanged) {
      try await pair.first.identity.finishSignIn(prompt)
    }

    #expect(try await pair.first.identity.currentAccount() == current)
    #expect(try await pair.first.identity.verifiedSyncAccount() == current)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-01: a bearer whose statement does not verify is not saved`(form: JournalForm)
    async throws
  {
    let pair = try PairOfDevices(form)
    pair.first.link.next(.garbage)

    await #expect(throws: IdentityError.invalidResponse) {
      try await pair.first.signIn(to: pair.hub, as: pair.ada)
    }

    #expect(try pair.first.tokens.load().sessions.isEmpty)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-01: while the Hub is asked who a bearer belongs to, it is not stored`(
    form: JournalForm
  ) async throws {
    let pair = try PairOfDevices(form)
    let tokens = Locked<MemoryTokenStore?>(nil)
    let stored = Locked<[Int]>([])
    let link = FaultyLink(
      to: pair.hub,
      interlude: { request in
        guard request.path == "/v1/session", let store = tokens.withLock({ $0 }) else { return }
        do {
          let count = try store.load().sessions.count
          stored.withLock { $0.append(count) }
        } catch { Issue.record(error) }
      })
    let device = try TestDevice(
      "asking", form: form, link: link, clock: pair.clock, random: pair.dice)
    tokens.withLock { $0 = device.tokens }

    _ = try await device.signIn(to: pair.hub, as: pair.ada)

    #expect(stored.withLock { $0 } == [0])
    #expect(try device.tokens.load().sessions.count == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-01: a bearer that does not verify is revoked, if need be later`(form: JournalForm)
    async throws
  {
    let pair = try PairOfDevices(form)
    let session = pair.hub.signIn(
      pair.ada, client: "anchor", document: pair.first.store.journal.document)
    pair.first.link.next(.garbage, .lostRequest)

    await #expect(throws: IdentityError.invalidResponse) {
      try await pair.first.adopt(session)
    }

    #expect(pair.hub.isLive(revokeHandle: session.revokeHandle))
    try await pair.first.synchronize()
    #expect(!pair.hub.isLive(revokeHandle: session.revokeHandle))
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-02: a session of another account is refused, revoked, and changes nothing`(
    form: JournalForm
  )
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let before = try await pair.first.identity.currentAccount()
    let secrets = try pair.first.tokens.load()
    let bobs = pair.hub.signIn(
      pair.bob, client: "anchor", document: pair.first.store.journal.document)

    await #expect(throws: IdentityError.differentAccount) { try await pair.first.adopt(bobs) }

    #expect(!pair.hub.isLive(revokeHandle: bobs.revokeHandle))
    #expect(try await pair.first.identity.verifiedSyncAccount() == before)
    #expect(try pair.first.tokens.load() == secrets)
    #expect(try await pair.first.revocations() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-02: a refused session is revoked later where the Hub did not hear of it`(
    form: JournalForm
  )
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let bobs = pair.hub.signIn(
      pair.bob, client: "anchor", document: pair.first.store.journal.document)
    pair.first.link.next(nil, .lostRequest)

    await #expect(throws: IdentityError.differentAccount) { try await pair.first.adopt(bobs) }

    #expect(pair.hub.isLive(revokeHandle: bobs.revokeHandle))
    try pair.first.relaunch()
    try await pair.first.synchronize()
    #expect(!pair.hub.isLive(revokeHandle: bobs.revokeHandle))
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-03: only the person's word makes an owner`(form: JournalForm) async throws {
    let pair = try PairOfDevices(form)
    try await pair.first.save("a", 25)
    let account = try await pair.first.signIn(to: pair.hub, as: pair.ada)

    await #expect(throws: SyncError.self) {
      try await pair.first.runtime.bindAccount(account, adoptingUnownedData: false)
    }

    #expect(try await pair.first.status().owner == nil)
    #expect(pair.hub.feed(of: pair.ada, .anchor).isEmpty)
    try await pair.first.runtime.bindAccount(account, adoptingUnownedData: true)
    #expect(try await pair.first.status().owner?.account == pair.ada.id)
  }

  @Test(arguments: JournalForm.allCases, 0..<10)
  func `KIT-04: of two processes that bind at once, one wins`(form: JournalForm, round: Int)
    async throws
  {
    let pair = try PairOfDevices(form)
    let ada = try await pair.first.signIn(to: pair.hub, as: pair.ada)
    let bob = ada.ofAccount(pair.bob)
    let other = try pair.first.process()

    async let mine = pair.first.parts.bind(ada)
    async let theirs = other.bind(bob)
    async let again = pair.first.parts.bind(ada)
    let outcomes = try await [mine, theirs, again]

    let owner = try await pair.first.status().owner?.account
    #expect(owner == ada.account || owner == bob.account)
    let bound = outcomes.map { $0 == .bound }
    #expect(bound == (owner == ada.account ? [true, false, true] : [false, true, false]))
    #expect(outcomes.allSatisfy { $0 == .bound || $0 == .differentAccount })
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-12: another account has another store, and neither moves`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let bobs = try TestDevice(
      "bob", form: form, link: FaultyLink(to: pair.hub), clock: pair.clock, random: pair.dice)
    try await bobs.connect(to: pair.hub, as: pair.bob)

    await #expect(throws: IdentityError.differentAccount) {
      try await bobs.signIn(to: pair.hub, as: pair.ada)
    }

    #expect(bobs.store.journal.document != pair.first.store.journal.document)
    #expect(try await bobs.status().owner?.account == pair.bob.id)
    #expect(try await pair.first.status().owner?.account == pair.ada.id)
  }
}
