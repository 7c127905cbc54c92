import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxHTTP

/// `/live` as a browser reads it.
@Suite struct PageStreamTests {
  private let door: FrontDoor

  init() throws {
    door = try FrontDoor { identity, _ in
      EventRoutes(
        sync: identity.sync, actions: identity.actions, identity: identity.service,
        limits: StreamLimits(perSession: 2, perAccount: 3, inAll: 4)
      ).routes
        + SyncRoutes(sync: identity.sync).routes
        + [
          .person(.post, "/for-this-test", summary: "For this test.") { _, _ in
            HTTPResponse(status: 303)
          },
          .person(.post, "/refusing", summary: "For this test.") { _, _ in
            HTTPResponse(status: 422)
          },
          .person(.get, "/looking", summary: "For this test.") { _, _ in
            HTTPResponse(status: 200)
          },
        ]
    }
  }

  @Test func `what any caller of the account changes is told, and never what it is`() async throws {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)
    var stream = try await open(owner)
    #expect(await stream.next() == Self.heartbeat)

    _ = await send(.post, "/for-this-test", owner)
    #expect(await stream.next() == Self.changed)
    #expect(try await push(from: device) == 200)
    #expect(await stream.next() == Self.changed)
  }

  @Test func `looking and what is refused tell nothing`() async throws {
    let owner = try await door.identity.makeOwner()
    var stream = try await open(owner)
    _ = await stream.next()

    #expect(await send(.get, "/looking", owner).status == 200)
    #expect(await send(.post, "/refusing", owner).status == 422)
    round()

    #expect(await stream.next() == Self.heartbeat)
  }

  @Test func `an app that is connected is told`() async throws {
    let owner = try await door.identity.makeOwner()
    var stream = try await open(owner)
    _ = await stream.next()

    let asked = try await door.identity.ask()
    _ = try await door.identity.approve(asked, by: owner)
    let answer = await door.send(
      .post, "/oauth/token", headers: ["Content-Type": "application/json"],
      body:
        #"{"device_code":"\#(asked.offer.deviceCode.text)","code_verifier":"\#(asked.verifier)"}"#)

    #expect(answer.status == 200)
    #expect(await stream.next() == Self.changed)
  }

  @Test func `nothing of another account is told (H7)`() async throws {
    let owner = try await door.identity.makeOwner()
    let guest = try await door.identity.makeGuest()
    var stream = try await open(owner)
    _ = await stream.next()

    _ = await send(.post, "/for-this-test", guest)
    #expect(try await push(from: try await door.identity.connect(guest)) == 200)
    round()

    #expect(await stream.next() == Self.heartbeat)
  }

  @Test func `a session that somebody ended ends its stream at once, and no other's`() async throws
  {
    let identity = door.identity
    let owner = try await identity.makeOwner()
    let ended = try await door.identity.signIn()
    var stream = try await open(ended)
    var own = try await open(owner)
    _ = (await stream.next(), await own.next())

    _ = try await identity.service.endOtherWebSessions(
      by: owner.session, from: NetworkPrefix(peer: nil))
    _ = await send(.post, "/for-this-test", owner)

    #expect(await stream.next() == nil)
    #expect(await own.next() == Self.changed)
  }

  @Test func `a browser that signs out ends its stream at once (SES-06)`() async throws {
    let owner = try await door.identity.makeOwner()
    var stream = try await open(owner)
    _ = await stream.next()

    try await door.identity.service.signOut(owner.session)

    #expect(await stream.next() == nil)
  }

  @Test func `a recovery code that is used ends the other browsers' streams at once (SES-06)`()
    async throws
  {
    let identity = door.identity
    let owner = try await identity.makeOwner()
    let codes = try await identity.service.renewRecoveryCodes(
      by: owner.session, from: TestIdentity.home)
    let code = try #require(codes?.first)
    var stream = try await open(owner)
    _ = await stream.next()

    _ = try await identity.service.recover(
      RecoveryForm(
        code: code.text, password: "another kettle on a hill",
        repeatedPassword: "another kettle on a hill"), from: TestIdentity.home)

    #expect(await stream.next() == nil)
  }

  @Test func `a session that is too old ends its stream, which does not keep it alive`()
    async throws
  {
    let owner = try await door.identity.makeOwner()
    var stream = try await open(owner)
    _ = await stream.next()
    for _ in 0..<6 {
      door.identity.clock.advance(Milliseconds.day)
      round()
      #expect(await stream.next() == Self.heartbeat)
    }

    door.identity.clock.advance(2 * Milliseconds.day)
    round()

    #expect(await stream.next() == nil)
  }

  @Test func `the end of the Hub ends every stream at once`() async throws {
    let owner = try await door.identity.makeOwner()
    var stream = try await open(owner)
    _ = await stream.next()

    door.identity.feed.end()

    #expect(await stream.next() == nil)
  }

  @Test func `streams of pages and of devices share their room, and an end makes some`()
    async throws
  {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)
    var held = [await answer(to: owner), await answer(to: owner)]
    let overSession = await answer(to: owner)
    held.append(
      await door.send(
        .get, "/v1/sync/events", headers: ["Authorization": "Bearer \(device.bearer.text)"]))
    let overAccount = await answer(to: try await door.identity.signIn())

    #expect(held.map(\.status) == [200, 200, 200])
    for refused in [overSession, overAccount] {
      #expect(refused.status == 503)
      #expect(refused.headers["Hub-Error"] == "too_many_streams")
    }
    held.removeFirst()
    #expect(await answer(to: owner).status == 200)
  }

  @Test func `a stream is for a signed-in browser on a page of ours, and is kept by no cache`()
    async throws
  {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)

    let stranger = await door.send(.get, "/live", headers: ["Sec-Fetch-Site": "same-origin"])
    let app = await door.send(
      .get, "/live",
      headers: [
        "Authorization": "Bearer \(device.bearer.text)", "Sec-Fetch-Site": "same-origin",
      ])
    let foreign = await send(.get, "/live", owner, site: "cross-site")
    let stream = await answer(to: owner)

    #expect([stranger.status, app.status, foreign.status] == [401, 401, 403])
    #expect(stream.headers["Content-Type"] == "text/event-stream; charset=utf-8")
    #expect(stream.headers["Cache-Control"] == "no-store")
  }

  // MARK: - Steps

  private static let heartbeat = ": all is quiet\nretry: 2000\n\n"
  private static let changed = "event: changed\ndata: -\n\n"

  private func round() {
    for _ in 0..<ChangeFeed.beatsPerRound { door.identity.feed.beat() }
  }

  private func push(from device: DeviceSignIn) async throws -> Int {
    let session = door.identity.focusSession(
      from: Minute(number: 29_000_000), to: Minute(number: 29_000_025), focusedMinutes: 25)
    let request = PushRequest(
      domain: .anchor, device: try door.identity.identifier(), mutations: [session])
    return await door.send(
      .post, "/v1/sync/push",
      headers: [
        "Authorization": "Bearer \(device.bearer.text)", "Content-Type": "application/json",
      ], body: String(decoding: request.json, as: UTF8.self)
    ).status
  }

  private func send(
    _ method: HTTPMethod, _ target: String, _ person: SignedIn, site: String = "same-origin"
  ) async -> HTTPResponse {
    await door.send(
      method, target,
      headers: ["Cookie": "hub_dev=\(person.token.text)", "Sec-Fetch-Site": site])
  }

  private func answer(to person: SignedIn) async -> HTTPResponse {
    await send(.get, "/live", person)
  }

  private func open(_ person: SignedIn) async throws -> TextStream {
    guard case .stream(let chunks) = await answer(to: person).body else { throw Unexpected.answer }
    return TextStream(chunks: chunks.makeAsyncIterator())
  }
}
