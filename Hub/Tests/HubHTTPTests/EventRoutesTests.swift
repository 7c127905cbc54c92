import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxHTTP

/// `/v1/sync/events` as a device reads it.
@Suite struct EventRoutesTests {
  private let door: FrontDoor

  init() throws {
    door = try FrontDoor { identity, _ in
      EventRoutes(
        sync: identity.sync, actions: identity.actions, identity: identity.service,
        limits: StreamLimits(perSession: 2, perAccount: 3, inAll: 4)
      ).routes
    }
  }

  @Test func `a stream begins with the heads of now and goes on with those that move`()
    async throws
  {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)
    try await push(of: owner)

    var stream = try await open(device)
    let first = await stream.next()
    try await push(of: owner)
    let second = await stream.next()

    #expect(first == Self.event("habits", 0) + Self.event("anchor", 1))
    #expect(second == Self.event("anchor", 2))
  }

  @Test(arguments: [(0, [2]), (1, [2]), (2, []), (40, [])])
  func `a stream that is taken up again tells at once what is past the last event`(
    last: Int, told: [Int]
  ) async throws {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)
    for _ in 0..<2 { try await push(of: owner) }

    var stream = try await open(device, lastEventID: String(last))

    let events = told.map { Self.event("anchor", $0) }.joined()
    #expect(await stream.next() == (told.isEmpty ? Self.heartbeat : events))
  }

  @Test func `nothing of another account is told (H7)`() async throws {
    let device = try await door.identity.connect(try await door.identity.makeOwner())
    let guest = try await door.identity.makeGuest()
    var stream = try await open(device)
    _ = await stream.next()

    try await push(of: guest)
    round()

    #expect(await stream.next() == Self.heartbeat)
  }

  @Test(arguments: EndOfSession.allCases)
  fileprivate func `a session that is ended ends its stream at once, and no other (SES-06)`(
    end: EndOfSession
  ) async throws {
    let owner = try await door.identity.makeOwner()
    let ended = try await door.identity.connect(owner)
    let living = end == .all ? try await door.identity.makeGuest() : owner
    let other = try await door.identity.connect(living)
    var stream = try await open(ended)
    var own = try await open(other)
    _ = (await stream.next(), await own.next())

    try await end.end(ended, by: owner, at: door.identity)

    #expect(await stream.next() == nil)
    round()
    #expect(await own.next() == Self.heartbeat)
  }

  @Test func `a stream that is opened while its session ends says nothing (SES-06)`() async throws {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)
    // As far as a request is that was admitted just before.
    var stream = try await open(device)

    _ = try await door.identity.service.revokeDevice(
      device.session.id, of: owner.session.account.number, from: TestIdentity.home)

    #expect(await stream.next() == nil)
  }

  @Test func `the end of one account's session is heard by no other account (H7)`() async throws {
    let owner = try await door.identity.makeOwner()
    let ended = try await door.identity.connect(owner)
    let guest = try await door.identity.connect(try await door.identity.makeGuest())
    let watch = door.identity.feed.watch(guest.session.account.number, [.anchor])

    _ = try await door.identity.service.revoke(
      token: ended.revokeHandle.text, from: TestIdentity.home)

    #expect(!watch.takeBeat())
  }

  @Test func `a session that has ended ends its stream also where the feed never rests`()
    async throws
  {
    let owner = try await door.identity.makeOwner()
    let ended = try await door.identity.connect(owner)
    var stream = try await open(ended)
    _ = await stream.next()

    _ = try await door.identity.service.signOutDevice(token: ended.bearer.text)
    // Whoever reads slowly always finds news beside the beat.
    try await push(of: owner)
    round()

    #expect(await stream.next() == nil)
  }

  @Test func `a stream outlives its bearer, whose daily change does not end the session (SES-04)`()
    async throws
  {
    let identity = door.identity
    let device = try await identity.connect(try await identity.makeOwner())
    var stream = try await open(device)
    _ = await stream.next()
    let next = SecretToken(.device, random: identity.random)
    #expect(try await identity.service.offerToken(next.hash, to: device.session))
    _ = try await identity.service.device(bearer: next.text, isUse: true)

    identity.clock.advance(10 * Milliseconds.minute)
    round()

    #expect(await stream.next() == Self.heartbeat)
    let answer = try await identity.service.device(bearer: next.text, isUse: true)
    guard case .session = answer else { throw Unexpected.answer }
  }

  @Test func `a session that is too old ends its stream`() async throws {
    let device = try await door.identity.connect(try await door.identity.makeOwner())
    var stream = try await open(device)
    _ = await stream.next()

    door.identity.clock.advance(61 * Milliseconds.day)
    round()

    #expect(await stream.next() == nil)
  }

  @Test func `the end of the Hub ends every stream at once`() async throws {
    let device = try await door.identity.connect(try await door.identity.makeOwner())
    var stream = try await open(device)
    _ = await stream.next()

    door.identity.feed.end()

    #expect(await stream.next() == nil)
  }

  @Test func `streams are bounded for a session, an account and in all, and an end makes room`()
    async throws
  {
    let owner = try await door.identity.makeOwner()
    let guest = try await door.identity.connect(try await door.identity.makeGuest("Grace"))
    let first = try await door.identity.connect(owner)
    let second = try await door.identity.connect(owner)
    var held = [await answer(to: first), await answer(to: first)]
    let overSession = await answer(to: first)
    held.append(await answer(to: second))
    let overAccount = await answer(to: second)
    held.append(await answer(to: guest))
    let overAll = await answer(to: guest)

    #expect(held.map(\.status) == [200, 200, 200, 200])
    for refused in [overSession, overAccount, overAll] {
      #expect(refused.status == 503)
      #expect(refused.headers["Hub-Error"] == "too_many_streams")
      #expect(refused.headers["Retry-After"] == "60")
    }
    held.removeFirst()
    #expect(await answer(to: second).status == 200)
  }

  @Test(arguments: ["x", "-1", "+1", "1.5", "9223372036854775807"])
  func `what is no event's id is refused`(text: String) async throws {
    let device = try await door.identity.connect(try await door.identity.makeOwner())

    #expect(await answer(to: device, lastEventID: text).status == 400)
  }

  @Test func `a stream is for devices only and is kept by no cache`() async throws {
    let device = try await door.identity.connect(try await door.identity.makeOwner())

    let stranger = await door.send(.get, "/v1/sync/events")
    let stream = await answer(to: device)

    #expect(stranger.status == 401)
    #expect(stream.headers["Content-Type"] == "text/event-stream; charset=utf-8")
    #expect(stream.headers["Cache-Control"] == "no-store")
  }

  // MARK: - Steps

  /// The ways in which somebody ends a device's session.
  fileprivate enum EndOfSession: CaseIterable {
    case person, all, bearer, handle, copiedBearer

    func end(
      _ device: DeviceSignIn, by owner: SignedIn, at identity: TestIdentity
    ) async throws {
      let service = identity.service
      switch self {
      case .person:
        _ = try await service.revokeDevice(
          device.session.id, of: owner.session.account.number, from: TestIdentity.home)
      case .all:
        _ = try await service.endAllDeviceSessions(by: owner.session, from: TestIdentity.home)
      case .bearer:
        _ = try await service.revoke(token: device.bearer.text, from: TestIdentity.home)
      case .handle:
        _ = try await service.revoke(token: device.revokeHandle.text, from: TestIdentity.home)
      case .copiedBearer:
        let next = SecretToken(.device, random: identity.random)
        _ = try await service.offerToken(next.hash, to: device.session)
        _ = try await service.device(bearer: next.text, isUse: true)
        identity.clock.advance(2 * Milliseconds.minute)
        _ = try await service.device(bearer: device.bearer.text, isUse: true)
      }
    }
  }

  private static let heartbeat = ": all is quiet\nretry: 2000\n\n"

  private static func event(_ domain: String, _ cursor: Int) -> String {
    let head = #"{"domain":"\#(domain)","cursor":\#(cursor),"epoch":1}"#
    return "id: \(cursor)\nevent: head\ndata: \(head)\n\n"
  }

  private func round() {
    for _ in 0..<ChangeFeed.beatsPerRound { door.identity.feed.beat() }
  }

  private func push(of person: SignedIn) async throws {
    let session = door.identity.focusSession(
      from: Minute(number: 29_000_000), to: Minute(number: 29_000_025), focusedMinutes: 25)
    try await door.identity.push([session], of: person.session.account.number)
  }

  private func answer(to device: DeviceSignIn, lastEventID: String? = nil) async -> HTTPResponse {
    var headers: HTTPHeaders = ["Authorization": "Bearer \(device.bearer.text)"]
    headers["Last-Event-ID"] = lastEventID
    return await door.send(.get, "/v1/sync/events", headers: headers)
  }

  private func open(
    _ device: DeviceSignIn, lastEventID: String? = nil
  ) async throws -> TextStream {
    guard case .stream(let chunks) = await answer(to: device, lastEventID: lastEventID).body else {
      throw Unexpected.answer
    }
    return TextStream(chunks: chunks.makeAsyncIterator())
  }
}
