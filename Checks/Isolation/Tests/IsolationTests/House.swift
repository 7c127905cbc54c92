import HubContracts
import HubCore
import HubHTTP
import HubTesting
import HubWeb
import Testing
import ToolboxHTTP
import WebInterface

/// A whole Hub with three people: the owner, who attacks, a guest who does too, and the victim.
struct House: Sendable {
  let door: FrontDoor
  let routes: [Route]
  let owner: SignedIn
  let guest: SignedIn
  let victim: SignedIn
  let victimDevice: DeviceSignIn
  let victimLink: DeviceSignIn
  let bearers: (owner: String, guest: String)
  /// An agent of the owner's, with every scope.
  let agentBearer: String
  let meal: RecordID
  /// What the victim's app has been asked to do, and has not done yet.
  let action: ActionID
  /// A service that the victim has linked, and what is there.
  let service: PlayedService
  let outing: RecordID

  var hub: TestIdentity { door.identity }

  init() async throws {
    var routes: [Route] = []
    let identity = try TestIdentity()
    let played = PlayedService(of: identity.service.identity)
    service = played
    let origin = try #require(SiteOrigin("http://hub.localhost:8765"))
    door = try FrontDoor.serving(
      at: origin.text, pages: HubProblemPages(address: HubAddress(origin)),
      over: identity
    ) { hub, address in
      let parts = HubPages.Parts(
        identity: hub.service, storage: hub.database, feed: hub.feed, clock: hub.clock,
        address: address, zones: TimeZones(), services: hub.desk(played))
      routes = HubRoutes.all(parts, sync: hub.sync, streams: StreamLimits())
      return routes
    }
    self.routes = routes
    let hub = door.identity
    owner = try await hub.makeOwner()
    guest = try await hub.makeGuest("Grace")
    victim = try await hub.makeGuest("Victoria Vellum")
    bearers = (
      try await hub.connect(owner).bearer.text, try await hub.connect(guest).bearer.text
    )
    agentBearer = try await Self.agent(of: owner, hub)
    victimDevice = try await hub.connect(victim)
    var facts = FoodEntryFacts()
    facts.at = Minute(containingMilliseconds: hub.clock.nowMilliseconds)
    facts.kcal = 13_570
    let mutation = hub.record(facts, at: facts.at)
    meal = mutation.record
    try await hub.push([mutation], to: .calorie, of: victim.session.account.number)
    action = hub.actions.newID()
    _ = try await hub.actions.propose(
      ActionProposal(action, FinishFocus()), by: victim.session)
    victimLink = try await hub.link(victim)
    outing = RecordID(type: "item", uuid: hub.random.uuid())
    played.put(outing, LiveItemFacts(), of: victimLink.session.document)
  }

  private static func agent(of person: SignedIn, _ hub: TestIdentity) async throws -> String {
    let answer = try await hub.service.makeAgent(
      named: "Assistant", Set(AgentScope.allCases), by: person.session,
      from: NetworkPrefix(peer: nil))
    guard case .made(let bearer) = answer else { throw Unexpected.answer }
    return bearer.text
  }

  /// What names something of the victim's, and could be sent by somebody who has seen it.
  var victimIDs: [String] {
    [
      victim.session.account.id.description, victim.session.account.name,
      victim.session.id.description, victimDevice.session.id.description,
      victimDevice.session.document.description, meal.description, action.description,
      victimLink.session.id.description, victimLink.session.document.description,
      outing.description, "calorie",
    ]
  }

  /// The same as ``victimIDs``, each of its form and length, of nobody.
  var unknownIDs: [String] {
    victimIDs.map { id in
      switch id {
      case victim.session.account.name: "Veronica Vellum"
      case "calorie": id
      default: id.dropLast(12) + "0123456789ab"
      }
    }
  }

  /// What no answer to anybody else may hold.
  var victimMarks: [String] {
    victimIDs.filter { $0 != "calorie" } + [
      victim.token.text, victimDevice.bearer.text, victimLink.bearer.text, "13,570", "13570",
      String(victimDevice.session.document.description.prefix(8)),
    ]
  }

  /// All that the Hub keeps of the victim, as far as an attack could change it.
  func victimState() async throws -> String {
    let account = victim.session.account.number
    let devices = try await hub.service.deviceSessions(of: account)
    let session = try await hub.service.webSession(cookie: victim.token.text)
    let meal = try await hub.database.record(meal, in: .calorie, of: account)
    let counts = try await hub.database.counts(of: account)
    let actions = try await hub.database.actions(before: nil, limit: 50, of: account)
    return "\(devices)\(String(describing: session))\(String(describing: meal))\(counts.values)"
      + "\(actions)\(service.items(of: victimLink.session.document))"
  }
}
