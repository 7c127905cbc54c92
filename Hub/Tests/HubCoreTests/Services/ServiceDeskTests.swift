import HubContracts
import HubTesting
import Testing
import ToolboxCrypto

@testable import HubCore

/// What the Hub makes of a service that is well, slow, wrong or away.
@Suite struct ServiceDeskTests {
  let hub: TestIdentity
  let service: PlayedService
  let desk: ServiceDesk
  let today: Day

  init() throws {
    hub = try TestIdentity()
    service = PlayedService(of: hub.service.identity)
    desk = hub.desk(service)
    today = try #require(Day("2027-01-15"))
  }

  var actions: ActionService {
    ActionService(storage: hub.database, identity: hub.service, feed: hub.feed, services: desk)
  }

  func look(_ person: SignedIn) async throws -> ServiceReading? {
    let devices = try await hub.service.deviceSessions(of: person.session.account.number)
    return await desk.readings(of: today, for: devices)["live"]
  }

  func add(by person: SignedIn) async throws -> ActionID {
    let id = actions.newID()
    _ = try await actions.propose(
      ActionProposal(id, AddItem(category: .concert)), by: person.session)
    return id
  }

  // MARK: - Looking

  @Test func `only who has linked the service is asked about, by the link alone`() async throws {
    let (owner, guest) = (try await hub.makeOwner(), try await hub.makeGuest())
    let link = try await hub.link(owner)
    service.put(
      RecordID(type: "item", uuid: hub.random.uuid()), LiveItemFacts(), of: link.session.document)

    let (told, none) = (try await look(owner), try await look(guest))

    guard case .told(let day, _) = told else { throw Unexpected.answer }
    #expect(try LiveDaySummary.contract.decode(day.summary).planned == 1 && day.items.count == 1)
    #expect(none == nil)
    #expect(service.asked.map(\.link) == [link.session.document])
    let sent = String(decoding: service.asked.flatMap(\.json), as: UTF8.self)
    for secret in [owner.session.account.id.description, owner.session.account.name, "Berlin"] {
      #expect(!sent.contains(secret))
    }
  }

  @Test func `a link that has not been used, or was ended, is not asked about`() async throws {
    let owner = try await hub.makeOwner()
    let asked = try await hub.ask(client: "live")
    #expect(try await hub.approve(asked, by: owner) == .approved)
    guard case .signedIn(let unused) = try await hub.redeem(asked) else { throw Unexpected.answer }
    #expect(try await look(owner) == nil)

    _ = try await hub.service.device(bearer: unused.bearer.text, isUse: true)
    #expect(try await look(owner) != nil)
    _ = try await hub.service.revokeDevice(
      unused.session.id, of: owner.session.account.number, from: TestIdentity.home)

    #expect(try await look(owner) == nil)
    #expect(service.asked.count == 1)
  }

  @Test func `what was told is shown for ten seconds without asking again`() async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.link(owner)
    for _ in 0..<5 { _ = try await look(owner) }
    #expect(service.asked.count == 1)

    hub.clock.advance(10_000)
    _ = try await look(owner)

    #expect(service.asked.count == 2)
    #expect(Set(service.asked.map(\.nonce)).count == 2)
  }

  @Test func `a page does not wait for a service that hangs, and has its answer at the next look`()
    async throws
  {
    let owner = try await hub.makeOwner()
    _ = try await hub.link(owner)
    service.become(.hanging)

    #expect(try await look(owner) == .asking)
    #expect(try await look(owner) == .asking)
    #expect(service.asked.count == 1)
    service.become(.well)

    guard case .told = try await look(owner) else { throw Unexpected.answer }
  }

  @Test func `pages are told once a service has answered that they had stopped waiting for`()
    async throws
  {
    let owner = try await hub.makeOwner()
    _ = try await hub.link(owner)
    let pages = hub.feed.watchPages(of: owner.session.account.number)
    service.become(.hanging)
    #expect(try await look(owner) == .asking)
    #expect(!pages.takeTouch())

    service.become(.silent(.late))

    #expect(await pages.next() != nil && pages.takeTouch())
    #expect(try await look(owner) == .silent(.late))
  }

  @Test func `pages are told once a service has done what it was asked for`() async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.link(owner)
    service.become(.hanging)
    _ = try await add(by: owner)
    let pages = hub.feed.watchPages(of: owner.session.account.number)

    service.become(.well)

    #expect(await pages.next() != nil && pages.takeTouch())
  }

  @Test func `a service that hangs for many holds eight requests and no more`() async throws {
    let owner = try await hub.makeOwner()
    let link = try await hub.link(owner)
    let line = ServiceLine(
      to: .live, at: PlayedService.origin,
      ServiceLine.Parts(
        identity: hub.service.identity, transport: service, clock: hub.clock, random: hub.random,
        wait: {}))
    service.become(.hanging)
    for back in 0..<8 as Range<Int64> {
      #expect(await line.look(at: today.adding(-back), of: link.session.document) == .asking)
    }

    let ninth = await line.look(at: today.adding(-9), of: link.session.document)

    #expect(ninth == .silent(.crowded))
    service.become(.well)
  }

  @Test func `three failures open the breaker, and the service is back after its rest`()
    async throws
  {
    let owner = try await hub.makeOwner()
    _ = try await hub.link(owner)
    service.become(.silent(.unreachable))
    for _ in 0..<3 {
      #expect(try await look(owner) == .silent(.unreachable))
      hub.clock.advance(10_000)
    }
    hub.clock.advance(-1)
    service.become(.well)
    // The last rest began with the third failure, ten seconds and a bit ago.
    #expect(try await look(owner) == .silent(.unreachable))
    let before = service.asked.count
    hub.clock.advance(1)

    guard case .told = try await look(owner) else { throw Unexpected.answer }
    #expect(service.asked.count == before + 1)
  }

  static let sound =
    #"{"day":"2027-01-15","summary":{"planned":0,"inProgress":0,"doneThisYear":0,"eventsToday":0},"items":[],"performs":[]}"#

  @Test(arguments: [
    "", "null", "[]", "<html>hello</html>", String(repeating: " ", count: 16_385) + sound,
    sound.replacing(":0,\"inP", with: ":-1,\"inP"),
    sound.replacing(":0,\"inP", with: ":1001,\"inP"),
    sound.replacing(":0,\"inP", with: ":\"0\",\"inP"),
    sound.replacing("2027-01-15", with: "2027-01-14"),
    sound.replacing("\"items\":[],", with: ""), sound + sound,
    sound.replacing("\"planned\"", with: "\"title\":\"secret\",\"planned\""),
    sound.replacing(
      "[],\"per",
      with:
        "[{\"id\":\"person-11111111-1111-4111-8111-111111111111\",\"type\":\"person\",\"facts\":{}}],\"per"
    ),
    String(repeating: "[", count: 10_000), "\u{FEFF}" + sound, "{\"error\":{\"code\":\"x\"}}",
  ])
  func `whatever is outside the contract is unreadable, and no number is made of it`(
    answer: String
  ) async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.link(owner)
    service.become(.answering(status: 200, Array(answer.utf8)))

    #expect(try await look(owner) == .silent(.unreadable))

    service.become(.answering(status: 200, Array(Self.sound.utf8)))
    hub.clock.advance(10_000)
    guard case .told = try await look(owner) else { throw Unexpected.answer }
  }

  @Test(arguments: [204, 301, 302, 400, 401, 404, 500, 503])
  func `any other status is a refusal`(status: Int) async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.link(owner)
    service.become(.answering(status: status, Array(Self.sound.utf8)))

    #expect(try await look(owner) == .silent(.refused))
  }

  @Test func `a service that does not know the link any more is well all the same`() async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.link(owner)
    service.become(.answering(status: 404, ServiceRefusal.unknownLink.json))
    for _ in 0..<5 {
      #expect(try await look(owner) == .silent(.unlinked))
      hub.clock.advance(10_000)
    }
    #expect(service.asked.count == 5)
  }

  // MARK: - Actions

  @Test func `an action is done at once, on record, and taken back`() async throws {
    let owner = try await hub.makeOwner()
    let link = try await hub.link(owner)
    let account = owner.session.account.number

    let id = try await add(by: owner)

    let done = try #require(try await hub.database.action(id, of: account))
    #expect(done.life.state == .applied && done.canBeUndone)
    #expect(service.items(of: link.session.document).count == 1)
    _ = try await actions.undo(id, by: owner.session)
    #expect(try await hub.state(of: id, of: owner) == .undone)
    #expect(service.items(of: link.session.document).isEmpty)
  }

  @Test func `what was changed at the service since is not taken back`() async throws {
    let owner = try await hub.makeOwner()
    let link = try await hub.link(owner).session.document
    let id = try await add(by: owner)
    let item = try #require(service.items(of: link).keys.first)
    service.edit(item, of: link)

    _ = try await actions.undo(id, by: owner.session)

    let action = try await hub.database.action(id, of: owner.session.account.number)
    #expect(action?.life.state == .undoRefused && action?.outcome.refusal == .changedSince)
    #expect(service.items(of: link).count == 1)
  }

  @Test func `an action waits while the service is away, and is done once when it is back`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let link = try await hub.link(owner).session.document
    service.become(.losingAnswers)
    let id = try await add(by: owner)
    for _ in 0..<4 {
      hub.clock.advance(10_000)
      await desk.doWaiting()
    }
    #expect(try await hub.state(of: id, of: owner) == .leased)
    #expect(service.items(of: link).count == 1)
    service.become(.well)
    hub.clock.advance(300_000)

    await desk.doWaiting()

    #expect(try await hub.state(of: id, of: owner) == .applied)
    #expect(service.items(of: link).count == 1)
    let fences = service.asked.compactMap { request in
      if case .perform(let intent) = request.ask { intent.fence } else { nil }
    }
    #expect(fences == fences.sorted() && fences.count >= 2)
  }

  @Test func `what an earlier run of the Hub left waiting is done by the next`() async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.link(owner)
    service.become(.silent(.unreachable))
    let id = try await add(by: owner)
    service.become(.well)
    let next = hub.desk(service)

    try await next.takeUp()
    await next.doWaiting()

    #expect(try await hub.state(of: id, of: owner) == .applied)
  }

  @Test func `an action that the service never does is rejected, and not asked for again`()
    async throws
  {
    let owner = try await hub.makeOwner()
    _ = try await hub.link(owner)
    service.become(.answering(status: 422, ServiceRefusal.unknownAction.json))
    let id = try await add(by: owner)
    #expect(try await hub.state(of: id, of: owner) == .rejected)
    let asked = service.asked.count

    hub.clock.advance(60_000)
    await desk.doWaiting()

    #expect(service.asked.count == asked)
  }

  @Test func `what one person asks for is asked under their own link`() async throws {
    let (owner, guest) = (try await hub.makeOwner(), try await hub.makeGuest())
    let links = (try await hub.link(owner), try await hub.link(guest))
    let item = RecordID(type: "item", uuid: hub.random.uuid())
    service.put(item, LiveItemFacts(), of: links.0.session.document)
    let id = actions.newID()

    _ = try await actions.propose(
      ActionProposal(id, SetStatus(item: item, status: .done)), by: guest.session)

    #expect(try await hub.state(of: id, of: guest) == .rejected)
    #expect(service.items(of: links.0.session.document)[item]?.status == .planned)
    #expect(service.asked.map(\.link) == [links.1.session.document])
  }

  @Test func `an action of somebody who ended the link is not asked for`() async throws {
    let owner = try await hub.makeOwner()
    let link = try await hub.link(owner)
    service.become(.silent(.unreachable))
    let id = try await add(by: owner)
    _ = try await hub.service.revokeDevice(
      link.session.id, of: owner.session.account.number, from: TestIdentity.home)
    service.become(.well)
    let asked = service.asked.count

    hub.clock.advance(60_000)
    await desk.doWaiting()

    #expect(service.asked.count == asked)
    #expect(try await hub.state(of: id, of: owner) == .leased)
  }

  @Test func `a service's session says a link and no account`() async throws {
    let owner = try await hub.makeOwner()
    let link = try await hub.link(owner)
    let nonce = Base64URL.encode([UInt8](repeating: 1, count: 32))

    let statement = try SessionStatement.read(
      hub.service.statement(of: link.session, nonce: nonce).bytes)

    #expect(statement.account.bytes == link.session.document.bytes)
    #expect(statement.accountName == link.session.deviceName)
  }
}
