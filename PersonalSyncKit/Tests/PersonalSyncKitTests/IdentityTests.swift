import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxHTTPClient

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

  @Test func `KIT-01: a bearer whose statement does not verify is not saved`() async throws {
    let pair = try PairOfDevices()
    pair.first.link.next(.garbage)

    await #expect(throws: IdentityError.invalidResponse) {
      try await pair.first.signIn(to: pair.hub, as: pair.ada)
    }

    #expect(try pair.first.tokens.load().current == nil)
  }

  @Test func `KIT-08: a sign-out holds without the Hub, which hears of it later`() async throws {
    let pair = try await PairOfDevices.connected()
    pair.first.link.next(.lostRequest)

    try await pair.first.identity.signOut()

    #expect(try await pair.first.identity.currentAccount() == nil)
    #expect(try pair.first.tokens.load().revocations.count == 1)
    try await pair.first.identity.signOut()
    #expect(try pair.first.tokens.load().revocations.isEmpty)
  }

  @Test func `KIT-10: a late 401 of an old session does not end the new one`() async throws {
    let pair = try await PairOfDevices.connected()
    let old = try #require(try await pair.first.identity.currentAccount())
    let new = try await pair.first.signIn(to: pair.hub, as: pair.ada)

    await #expect(throws: SyncError.self) {
      try await pair.first.runtime.synchronize(account: old)
    }

    #expect(try await pair.first.identity.currentAccount() == new)
  }

  @Test func `KIT-05: a secret without its session is discarded at the next start`() async throws {
    let pair = try await PairOfDevices.connected()
    let session = pair.hub.signIn(
      pair.ada, client: "anchor", document: pair.first.store.journal.document)
    try pair.first.tokens.update {
      $0.current?.session = session.id
      $0.current?.bearer = session.bearer
    }

    try pair.first.relaunch()

    #expect(try await pair.first.identity.currentAccount() == nil)
    #expect(try pair.first.tokens.load().current == nil)
  }

  @Test func `KIT-05: somebody who looks during a sign-in does not end it`() async throws {
    let pair = try PairOfDevices()
    let bystander = PersonalIdentityClient(
      client: "anchor", journal: pair.first.store.journal, store: pair.first.store.pool,
      tokens: pair.first.tokens, http: pair.first.link, clock: pair.clock, random: pair.dice)

    for _ in 0..<40 {
      async let looked = bystander.currentAccount()
      let account = try await pair.first.signIn(to: pair.hub, as: pair.ada)
      _ = try await looked
      #expect(try await bystander.currentAccount() == account)
      #expect(try await pair.first.identity.verifiedSyncAccount() == account)
    }
  }

  @Test
  func `KIT-05: a sign-in that was cut off before its session was current leaves the old one`()
    async throws
  {
    let pair = try await PairOfDevices.connected()
    let before = try await pair.first.identity.currentAccount()
    let cutOff = pair.hub.signIn(
      pair.ada, client: "anchor", document: pair.first.store.journal.document)
    let next = SessionSecrets(
      session: cutOff.id, bearer: cutOff.bearer, revokeHandle: cutOff.revokeHandle,
      origin: TestDevice.origin, generation: 2)
    try pair.first.tokens.update { $0.next = next }

    try pair.first.relaunch()

    #expect(try await pair.first.identity.verifiedSyncAccount() == before)
    // The next sign-in takes its place and the Hub hears that it has ended.
    _ = try await pair.first.signIn(to: pair.hub, as: pair.ada)
    #expect(try pair.first.tokens.load().next == nil)
    #expect(try pair.first.tokens.load().revocations.isEmpty)
  }

  @Test func `KIT-08: the next contact with the Hub tells it of a session that ended offline`()
    async throws
  {
    let pair = try await PairOfDevices.connected()
    pair.first.link.next(.lostRequest)
    let isTold = try await pair.first.identity.signOut()

    _ = try await pair.first.signIn(to: pair.hub, as: pair.ada)

    #expect(!isTold)
    #expect(try pair.first.tokens.load().revocations.isEmpty)
  }

  @Test func `KIT-16: secrets are not printed`() async throws {
    let pair = try await PairOfDevices.connected()
    let secrets = try #require(try pair.first.tokens.load().current)

    var dumped = "\(secrets) \(String(reflecting: secrets))"
    dump(secrets, to: &dumped)

    #expect(!dumped.contains(secrets.bearer) && !dumped.contains(secrets.revokeHandle))
  }
}
