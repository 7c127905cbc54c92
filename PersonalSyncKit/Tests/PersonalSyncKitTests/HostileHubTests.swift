import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks
import ToolboxSQLite

/// What a Hub, or something in its place, may do to a store: waste time, and nothing else.
@Suite struct HostileHubTests {
  /// A Hub that answers each request as a test says.
  final class Puppet: HTTPClient {
    private let hub: FakeHub
    private let answer: @Sendable (HTTPRequest) -> HTTPResponse?
    private let bearers = Locked<[String]>([])

    init(_ hub: FakeHub, answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse?) {
      self.hub = hub
      self.answer = answer
    }

    /// What it was shown.
    var seenBearers: [String] { bearers.withLock { $0 } }

    func send(
      _ request: HTTPRequest, to origin: HTTPOrigin
    ) async throws(HTTPClientError) -> HTTPResponse {
      if let bearer = request.headers["Authorization"] { bearers.withLock { $0.append(bearer) } }
      return answer(request) ?? hub.respond(to: request)
    }

    func stream(
      _ request: HTTPRequest, to origin: HTTPOrigin
    ) async throws(HTTPClientError) -> HTTPResponse {
      try await send(request, to: origin)
    }
  }

  /// The same store with `http` in its Hub's place.
  private func runtime(_ device: TestDevice, _ http: any HTTPClient, _ pair: PairOfDevices)
    -> PersonalSyncRuntime
  {
    let identity = PersonalIdentityClient(
      client: "anchor", journal: device.store.journal, store: device.store.pool,
      tokens: device.tokens, http: http, clock: pair.clock, random: pair.dice)
    return PersonalSyncRuntime(
      domain: .anchor, journal: device.store.journal, store: device.store.pool,
      identity: identity, http: http, lockPath: device.folder + "/sync.lock", clock: pair.clock,
      random: pair.dice)
  }

  @Test func `a bearer is shown to nobody who does not hold the Hub's key`() async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.save("a", 25)
    let imposter = FakeHub(clock: pair.clock, random: pair.dice)
    let puppet = Puppet(imposter) { _ in nil }
    let grant = try await pair.first.identity.currentAccount()
    let runtime = runtime(pair.first, puppet, pair)

    for account in [nil, grant] {
      let error = await #expect(throws: SyncError.self) {
        try await runtime.synchronize(account: account) { try NoteStore.apply($0, $1) }
      }
      #expect(error?.code == "identity.hub_key_changed")
    }

    #expect(puppet.seenBearers.isEmpty)
    #expect(try await pair.first.runtime.pendingMutationCount() == 1)
    #expect(try await pair.first.identity.currentAccount() == grant)
  }

  @Test func `a 401 of somebody in the Hub's place signs nobody out`() async throws {
    let pair = try await PairOfDevices.connected()
    let puppet = Puppet(pair.hub) { _ in HTTPResponse(status: 401) }

    await #expect(throws: SyncError.self) {
      try await runtime(pair.first, puppet, pair).synchronize { try NoteStore.apply($0, $1) }
    }

    #expect(try await pair.first.identity.currentAccount() != nil)
  }

  @Test func `a stamp from a clock far ahead does not spoil the stamps that follow`() async throws {
    let pair = try await PairOfDevices.connected()
    let journal = pair.first.store.journal
    try await pair.first.store.pool.write { (transaction) throws(SQLiteError) in
      try transaction.run("UPDATE sync_stamp SET highest_ms = ?", .integer(Int64(1) << 53))
    }

    try await pair.first.save("a", 25)
    try await pair.first.synchronize()

    let change = try #require(pair.hub.feed(of: pair.ada, .anchor).first)
    #expect(change.modifiedAt.milliseconds == pair.clock.nowMilliseconds)
    #expect(change.origin == journal.device)
  }

  @Test func `results that do not fit what was sent are not used, none of them`() async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.save("a", 25)
    try await pair.first.save("b", 30)
    let hub = pair.hub
    let puppet = Puppet(hub) { request in
      guard request.path == "/v1/sync/push" else { return nil }
      do {
        let answer = try PushAnswer.read(
          hub.respond(to: request).bytes ?? [], domain: .anchor)
        let swapped = PushAnswer(results: answer.results.reversed(), epoch: answer.epoch)
        return HTTPResponse(status: 200, body: .bytes(swapped.json))
      } catch { return HTTPResponse(status: 500) }
    }
    let runtime = runtime(pair.first, puppet, pair)

    let error = await #expect(throws: SyncError.self) {
      try await runtime.synchronize { try NoteStore.apply($0, $1) }
    }

    #expect(error?.code == "sync.invalid_response")
    #expect(try await pair.first.runtime.pendingMutationCount() == 2)
    try await pair.settle()
    #expect(try await pair.first.runtime.pendingMutationCount() == 0)
    #expect(try await pair.second.store.notes().count == 2)
  }

  @Test func `a proxy's refusal of a push keeps the edits waiting`() async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.save("a", 25)
    let proxy = Puppet(pair.hub) { request in
      guard request.path == "/v1/sync/push" else { return nil }
      return HTTPResponse(status: 413, body: .bytes(Array("<html>too large</html>".utf8)))
    }

    await #expect(throws: SyncError.self) {
      try await runtime(pair.first, proxy, pair).synchronize { try NoteStore.apply($0, $1) }
    }

    #expect(try await pair.first.quarantined().isEmpty)
    try await pair.first.synchronize()
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
  }

  @Test(arguments: ["Ada\n  Fingerprint  0000 0000 0000 0000", String(repeating: "A", count: 65)])
  func `an account's name cannot look like the kit's own words`(name: String) async throws {
    let pair = try PairOfDevices()

    await #expect(throws: IdentityError.invalidResponse) {
      try await pair.first.signIn(to: pair.hub, as: pair.hub.account(name))
    }
  }
}
