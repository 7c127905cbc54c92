import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks
import ToolboxSQLite

@testable import PersonalSyncKit

/// What of the secrets shows, and where they may go (docs/protocol/identity.md, KIT-07, KIT-16, KIT-17).
@Suite struct SecrecyTests {
  /// Every way in which a value is made text.
  func texts(of value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value) \(String(reflecting: value)) \(dumped)"
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-16: no secret shows in a description, a dump or an error`(form: JournalForm)
    async throws
  {
    let pair = try await PairOfDevices.connected(form)
    let account = try #require(try await pair.first.identity.currentAccount())
    try pair.first.tokens.update { $0.change(account.session) { $0.nextBearer = "canary-next" } }
    let stored = try pair.first.tokens.load()
    let secrets = try #require(stored.sessions.first)
    let identity = PersonalIdentityClient(
      client: "anchor", journal: pair.first.store.journal, store: pair.first.store.pool,
      tokens: pair.first.tokens, http: DeafLink(), clock: pair.clock, random: pair.dice)
    let prompt = try await pair.first.identity.startSignIn(at: TestDevice.hubOrigin)
    let granted = GrantedSession(
      session: secrets.session, bearer: secrets.bearer, revokeHandle: secrets.revokeHandle)
    let link = HubLink(http: DeafLink(), origin: TestDevice.hubOrigin, bearer: secrets.bearer)
    let error = await #expect(throws: IdentityError.self) {
      try await identity.verifiedSyncAccount()
    }

    let shown = [
      secrets, stored, secrets.revocation(by: nil), prompt, granted, link, account, identity,
      try #require(error), pair.first.tokens, FileTokenStore(path: "/nowhere"),
    ].map(texts(of:)).joined()

    for canary in [
      secrets.bearer, secrets.revokeHandle, "canary-next", prompt.deviceCode, prompt.verifier,
    ] {
      #expect(!shown.contains(canary))
    }
    #expect(shown.contains(prompt.userCode))
  }

  @Test(arguments: [
    "http://hub.example.org", "http://192.168.1.2", "ftp://hub.example.org", "file:///etc/passwd",
    "javascript:alert(1)", "https://ada@hub.example.org", "https://hub.example.org/path",
    "https://hub.example.org?x=1", "https://hub.example.org/#x", "https://hub.example.org\r\nX: y",
    "",
  ])
  func `KIT-17: what is remembered as an address and is none gets no request`(
    address: String
  ) async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.store.pool.write { (transaction) throws(JournalError) in
      try inJournal { () throws(SQLiteError) in
        try transaction.run("UPDATE sync_session SET origin = ?", .text(address))
      }
    }
    let before = pair.first.link.requests

    await #expect(throws: IdentityError.invalidResponse) {
      try await pair.first.identity.verifiedSyncAccount()
    }

    #expect(pair.first.link.requests == before)
  }

  @Test(arguments: JournalForm.allCases, ["/v1/sync/pull", "/v1/sync/push"])
  func `KIT-07: a session that ends while a request is under way saves and sends nothing more`(
    form: JournalForm, path: String
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.save("elsewhere", 50)
    try await pair.first.synchronize()
    let device = Locked<TestDevice.Parts?>(nil)
    let tap = RequestTap(pair.hub)
    let link = FaultyLink(
      to: tap,
      interlude: { request in
        guard request.path == path, let other = device.withLock({ $0 }) else { return }
        do { _ = try await other.identity.signOut() } catch { Issue.record(error) }
      })
    let third = try TestDevice(
      "third", form: form, link: link, clock: pair.clock, random: pair.dice)
    try await third.connect(to: pair.hub, as: pair.ada)
    try await third.save("here", 25)
    let other = try third.process(over: FaultyLink(to: pair.hub))
    device.withLock { $0 = other }

    let error = await #expect(throws: SyncError.self) { try await third.synchronize() }

    #expect(error?.code == "sync.session_changed" || error?.code == "sync.sign_in_needed")
    #expect(tap.paths.last == path)
    #expect(try await third.runtime.pendingMutationCount() == 1)
    #expect(try await third.minutes("elsewhere") == (path == "/v1/sync/pull" ? nil : 50))
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
  }
}

/// A network without a Hub.
private struct DeafLink: HTTPClient {
  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse { throw .cannotConnect }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse { throw .cannotConnect }
}
