import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP

/// What an app may know and ask of others, as its session sees it (docs/protocol/sharing.md).
@Suite struct SharingRoutesTests {
  private let door: FrontDoor
  private var hub: TestIdentity { door.identity }

  init() throws {
    door = try FrontDoor { identity, _ in
      SharingRoutes(sharing: identity.sharing).routes
        + ActionRequestRoutes(actions: identity.actions).routes
    }
  }

  @Test func `nothing is shared until the person says so, and then just that`() async throws {
    let owner = try await hub.makeOwner()
    let anchor = try await hub.connect(owner)
    try await push(interactions: 2, of: owner)

    let before = try await days(anchor)
    #expect(try await share([.readSummaries(.kith)], with: anchor, by: owner) == .done)
    let after = try await days(anchor)

    #expect(before == .nothing)
    #expect(after.domains == [.kith])
    #expect(after.days.map(\.day.description) == ["2027-01-15"])
    let figures = try #require(after.days.first).figures
    #expect(figures.first { $0.rule.name == "interactions" }?.value == .number(2))
  }

  @Test func `what was taken back is refused at the very next request`() async throws {
    let owner = try await hub.makeOwner()
    let anchor = try await hub.connect(owner)
    try await push(interactions: 2, of: owner)
    let follow = ActionName(.kith, "setFollowUp")
    _ = try await share([.readSummaries(.kith), .propose(follow)], with: anchor, by: owner)
    #expect(try await days(anchor).days.count == 1)
    #expect(await propose(by: anchor).status == 200)

    #expect(try await share([], with: anchor, by: owner) == .done)

    #expect(try await days(anchor) == .nothing)
    let refused = await propose(by: anchor)
    #expect(refused.status == 403 && refused.headers[HTTPResponse.errorHeader] == "forbidden")
  }

  @Test func `a grant is one session's: another device, app or account has nothing of it`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let (anchor, laptop) = (try await hub.connect(owner), try await hub.connect(owner))
    let theirs = try await hub.connect(guest)
    try await push(interactions: 2, of: owner)
    _ = try await share([.readSummaries(.kith)], with: anchor, by: owner)

    #expect(try await share([.readSummaries(.kith)], with: anchor, by: guest) == .unknown)
    #expect(try await days(laptop) == .nothing)
    _ = try await share([.readSummaries(.kith)], with: theirs, by: guest)
    #expect(try await days(theirs) == SharedDays([.kith], []))
  }

  @Test func `a session that has ended takes its grants with it`() async throws {
    let owner = try await hub.makeOwner()
    let anchor = try await hub.connect(owner)
    _ = try await share([.readSummaries(.kith)], with: anchor, by: owner)

    _ = try await hub.service.revokeDevice(
      anchor.session.id, of: owner.session.account.number, from: TestIdentity.home)
    let again = try await hub.connect(owner, document: anchor.session.document)

    #expect(try await hub.sharing.sharing(of: owner.session.account).isEmpty)
    #expect(try await days(again) == .nothing)
  }

  @Test func `granting needs a fresh proof, taking back does not (SES-10)`() async throws {
    let owner = try await hub.makeOwner()
    let anchor = try await hub.connect(owner)
    let both: Set<SharingScope> = [.readSummaries(.kith), .readSummaries(.calorie)]
    _ = try await share(both, with: anchor, by: owner)
    hub.clock.advance(11 * 60_000)

    #expect(try await share([.readSummaries(.kith)], with: anchor, by: owner) == .done)
    #expect(try await share(both, with: anchor, by: owner) == .needsVerification)

    let held = try await hub.sharing.sharing(of: owner.session.account)
    #expect(held == [anchor.session.id: [.readSummaries(.kith)]])
  }

  @Test func `an app is never granted its own domain, nor what only a person may ask`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let anchor = try await hub.connect(owner)
    let beyond: Set<SharingScope> = [
      .readSummaries(.anchor), .propose(ActionName(.anchor, "startFocus")),
      .propose(ActionName(.kith, "forgetHubData")), .propose(ActionName(.kith, "takeBack")),
    ]

    #expect(try await share(beyond, with: anchor, by: owner) == .done)

    #expect(try await hub.sharing.sharing(of: owner.session.account).isEmpty)
  }

  @Test func `each grant and each end of one is on record, once (LOG-01)`() async throws {
    let owner = try await hub.makeOwner()
    let anchor = try await hub.connect(owner)
    _ = try await share([.readSummaries(.kith)], with: anchor, by: owner)
    _ = try await share([.readSummaries(.kith)], with: anchor, by: owner)
    _ = try await share([], with: anchor, by: owner)

    let events = try await hub.database.auditEvents(
      of: owner.session.account.number, countMax: 50
    ).compactMap(\.securityEvent).filter { $0.scope != nil }

    #expect(events.map(\.kind) == [.sharingEnded, .sharingGranted])
    #expect(events.allSatisfy { $0.scope == .readSummaries(.kith) && $0.client == "anchor" })
    #expect(events.allSatisfy { $0.session == anchor.session.id })
  }

  @Test func `what an app asked for says which app, and waits for the other like any action`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let anchor = try await hub.connect(owner)
    let kith = try await hub.connect(owner, client: "kith")
    _ = try await share([.propose(ActionName(.kith, "setFollowUp"))], with: anchor, by: owner)

    #expect(await propose(by: anchor).status == 200)

    let asked = try await hub.actions.actions(of: owner.session.account.number).actions
    #expect(asked.map(\.proposer) == [.app(anchor.session.id, client: "anchor")])
    #expect(try await hub.actions.inbox(of: kith.session).items.map(\.id) == asked.map(\.id))
  }

  @Test(arguments: ["", "?from=2027-01-15", "?from=x&to=y", "?from=2027-01-02&to=2027-01-01"])
  func `days that are none, and too many of them, are refused`(query: String) async throws {
    let anchor = try await hub.connect(try await hub.makeOwner())

    #expect(await send(.get, SharedDays.path + query, by: anchor).status == 400)
    let many = "?from=2027-01-01&to=2027-02-01"
    #expect(await send(.get, SharedDays.path + many, by: anchor).status == 400)
  }

  // MARK: - Steps

  private func share(
    _ scopes: Set<SharingScope>, with device: DeviceSignIn, by person: SignedIn
  ) async throws -> SharingAnswer {
    try await hub.sharing.set(
      scopes, of: device.session, by: person.session, from: TestIdentity.home)
  }

  private func days(_ device: DeviceSignIn) async throws -> SharedDays {
    let answer = await send(
      .get, "\(SharedDays.path)?from=2027-01-01&to=2027-01-31", by: device)
    #expect(answer.status == 200)
    return try SharedDays.read(answer.bytes ?? [])
  }

  private func propose(by device: DeviceSignIn) async -> HTTPResponse {
    let person = "11111111-1111-4111-8111-111111111111"
    let body =
      #"{"id":"3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f","#
      + #""parameters":{"person":"\#(person)","day":"2027-01-20"}}"#
    return await send(.post, "/v1/domains/kith/actions/setFollowUp", by: device, body)
  }

  private func push(interactions: Int, of person: SignedIn) async throws {
    var facts = KithDaySummary()
    facts.interactions = interactions
    let day = try #require(Day("2027-01-15"))
    try await hub.push(
      [hub.summary(facts, of: day)], to: .kith, of: person.session.account.number)
  }

  private func send(
    _ method: HTTPMethod, _ target: String, by device: DeviceSignIn, _ body: String = ""
  ) async -> HTTPResponse {
    var headers: HTTPHeaders = ["Authorization": "Bearer \(device.bearer.text)"]
    if !body.isEmpty { headers["Content-Type"] = "application/json" }
    return await door.send(method, target, headers: headers, body: body)
  }
}
