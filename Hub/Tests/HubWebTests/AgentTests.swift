import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxHTTP
import ToolboxJSON

/// Letting an agent look, what it then sees, and ending that.
@Suite struct AgentTests {
  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws { door = try PageDoor() }

  private static let all = AgentScope.allCases.map { ($0.rawValue, "1") }

  /// The bearer that the page shows.
  private func bearer(
    of person: SignedIn, _ scopes: [(String, String)] = all
  ) async throws -> String {
    var browser = door.browser(person)
    let page = await browser.post("/account/agents", [("agentName", "Assistant")] + scopes)
    return String(try #require(page.text.firstMatch(of: /hub_m1_[A-Za-z0-9_-]{49}/)).0)
  }

  private func ask(
    _ body: String, bearer: String?, _ more: HTTPHeaders = [:]
  ) async -> HTTPResponse {
    var headers = more
    headers["Content-Type"] = "application/json"
    if let bearer { headers["Authorization"] = "Bearer \(bearer)" }
    return await door.door.send(.post, "/mcp", headers: headers, body: body)
  }

  private func result(_ response: HTTPResponse) throws -> JSONNode {
    let bytes = try #require(response.bytes)
    let node = try JSONNode.parse(bytes, limits: JSONLimits(depth: 32, membersPerObject: 256))
    return try #require(node["result"], "\(String(decoding: bytes, as: UTF8.self))")
  }

  private static func call(_ tool: String, _ arguments: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }

  private static let list = #"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#

  // MARK: - What it sees

  @Test(arguments: AgentScope.allCases)
  func `each scope opens its own tool and no other`(scope: AgentScope) async throws {
    let bearer = try await bearer(of: try await hub.makeOwner(), [(scope.rawValue, "1")])

    let listed = try result(await ask(Self.list, bearer: bearer))
    guard case .array(let tools)? = listed["tools"]?.value else { throw Unexpected.answer }
    #expect(tools.map { $0["name"]?.value } == [.string(scope.rawValue)])
    for other in AgentScope.allCases {
      let answer = await ask(Self.call(other.rawValue), bearer: bearer)
      #expect((answer.status == 200) == (other == scope), "\(other)")
    }
  }

  @Test func `today is what the person's own page gets`() async throws {
    let owner = try await hub.makeOwner()
    let bearer = try await bearer(of: owner)

    let own = await door.browser(owner).get(
      "/v1/life/today", headers: ["Sec-Fetch-Site": "same-origin"])
    let told = try result(await ask(Self.call("today"), bearer: bearer))

    #expect(told["isError"]?.value == .bool(false))
    guard case .array(let content)? = told["content"]?.value else { throw Unexpected.answer }
    #expect(content.first?["text"]?.value == .string(own.text))
  }

  @Test func `arguments are those of the route, and a wrong one is told to the model`()
    async throws
  {
    let bearer = try await bearer(of: try await hub.makeOwner())

    let page = try result(await ask(Self.call("timeline", #"{"limit":3}"#), bearer: bearer))
    let over = try result(await ask(Self.call("timeline", #"{"limit":300}"#), bearer: bearer))
    let unknown = try result(await ask(Self.call("timeline", #"{"account":"x"}"#), bearer: bearer))

    #expect(page["structuredContent"]?["page"]?["limit"]?.value == .integer(3))
    #expect(over["isError"]?.value == .bool(true))
    #expect(unknown["isError"]?.value == .bool(true))
  }

  // MARK: - What it proposes

  private func proposed(
    _ arguments: String, bearer: String
  ) async throws -> (state: JSONValue?, isError: Bool) {
    let result = try result(await ask(Self.call("propose_action", arguments), bearer: bearer))
    return (result["structuredContent"]?["state"]?.value, result["isError"]?.value == .bool(true))
  }

  @Test func `what it proposes waits for the person, whatever its risk, and says who asked`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner)
    let bearer = try await bearer(of: owner)

    let answer = try await proposed(
      #"{"domain":"anchor","action":"startFocus","parameters":{"minutes":25}}"#, bearer: bearer)
    let before = try await hub.actions.inbox(of: device.session).items
    var browser = door.browser(owner)
    let page = await browser.get("/activity")
    let id = try #require(
      try await hub.actions.actions(of: owner.session.account.number).actions.first
    ).id
    _ = await browser.post("/activity/\(id)/approve")

    #expect(answer.state == .string("proposed") && before.isEmpty)
    #expect(page.plainText.contains("Asked by the agent Assistant"))
    #expect(page.plainText.contains("Waits for you"))
    #expect(try await hub.actions.inbox(of: device.session).items.map(\.id) == [id])
  }

  @Test(arguments: [
    ("anchor", "startFocus", #"{"minutes":0,"theme":"writing"}"#, "open end, theme writing"),
    (
      "anchor", "checkInHabit", #"{"habit":"$ID","day":"2027-01-15","status":"done"}"#,
      "habit 3f2b8c1e, for today, done"
    ),
    ("calorie", "logWater", #"{"ml":1250,"at":"2027-01-15T08:05:00Z"}"#, "1,250 ml, today 09:05"),
    (
      "calorie", "logQuickEnergy", #"{"kcal":500,"meal":"lunch","at":"2027-01-14T11:30:00Z"}"#,
      "500 kcal, lunch, yesterday 12:30"
    ),
    (
      "setline", "recordActivity", #"{"minutes":1,"occurredOn":"2026-12-31"}"#,
      "1 minute, for 31 December 2026"
    ),
    (
      "kith", "setFollowUp", #"{"person":"$ID","day":"2027-01-16"}"#,
      "person 3f2b8c1e, for tomorrow"
    ),
    (
      "live", "addItem", #"{"category":"concert","targetDay":"2028-02-29"}"#,
      "concert, for 29 February 2028"
    ),
  ])
  func `all that it proposes is shown in words, with units and the account's own times`(
    domain: String, action: String, parameters: String, words: String
  ) async throws {
    let owner = try await hub.makeOwner()
    let bearer = try await bearer(of: owner)
    let asked = parameters.replacing("$ID", with: "3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f")

    let answer = try await proposed(
      #"{"domain":"\#(domain)","action":"\#(action)","parameters":\#(asked)}"#, bearer: bearer)

    #expect(answer.state == .string("proposed"))
    let page = await door.browser(owner).get("/activity")
    #expect(page.plainText.contains(", \(words) Waits for you"), "\(page.plainText)")
  }

  @Test(arguments: [
    #"{"domain":"anchor","action":"takeBack"}"#,
    #"{"domain":"anchor","action":"forgetHubData"}"#,
    #"{"domain":"nowhere","action":"startFocus"}"#,
    #"{"domain":"anchor","action":"startFocus","parameters":{"minutes":999}}"#,
    #"{"domain":"anchor","action":"startFocus","parameters":{"note":"hello"}}"#,
    #"{"domain":"anchor","action":"startFocus","parameters":{"minutes":[25]}}"#,
    #"{"domain":"anchor","action":"startFocus","parameters":{"minutes":25},"id":"x"}"#,
  ])
  func `what is no action, or breaks its contract, is told to the model and kept nowhere`(
    arguments: String
  ) async throws {
    let owner = try await hub.makeOwner()
    let bearer = try await bearer(of: owner)

    #expect(try await proposed(arguments, bearer: bearer).isError)

    #expect(try await hub.actions.actions(of: owner.session.account.number).actions.isEmpty)
  }

  @Test func `the same id is one action, and an agent cannot fill what waits`() async throws {
    let owner = try await hub.makeOwner()
    let bearer = try await bearer(of: owner)
    let first =
      #"{"domain":"anchor","action":"finishFocus","#
      + #""id":"3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f"}"#
    let more = #"{"domain":"anchor","action":"finishFocus"}"#

    var refused: [Bool] = []
    for arguments in [first, first] + Array(repeating: more, count: 10) {
      refused.append(try await proposed(arguments, bearer: bearer).isError)
    }

    #expect(refused == Array(repeating: false, count: 11) + [true])
    let count = try await hub.actions.actions(of: owner.session.account.number).actions.count
    #expect(count == Agent.proposalsOpenMax)
    try await hub.ask(for: StartFocus(minutes: 25), by: owner)
  }

  @Test func `activity tells what was asked, by whom and what became of it`() async throws {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner)
    try await hub.perform(try await hub.ask(for: FinishFocus(), by: owner), by: device)
    let bearer = try await bearer(of: owner)

    let told = try result(await ask(Self.call("activity"), bearer: bearer))

    guard case .array(let actions)? = told["structuredContent"]?["actions"]?.value else {
      throw Unexpected.answer
    }
    #expect(actions.map { $0["action"]?.value } == [.string("finishFocus")])
    #expect(actions.map { $0["state"]?.value } == [.string("applied")])
    #expect(actions.map { $0["proposedBy"]?.value } == [.string("person")])
  }

  // MARK: - Who it is

  @Test func `its bearer opens nothing else, and no other bearer or cookie opens it`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let bearer = try await bearer(of: owner)
    let device = try await hub.connect(owner)

    for path in ["/v1/life/today", "/v1/sync/pull?domain=anchor", "/v1/session"] {
      let answer = await door.door.send(
        .get, path, headers: ["Authorization": "Bearer \(bearer)"])
      #expect(answer.status == 401, "\(path)")
    }
    #expect(await ask(Self.list, bearer: device.bearer.text).status == 401)
    #expect(await ask(Self.list, bearer: nil).status == 401)
    let cookie: HTTPHeaders = [
      "Cookie": "hub_dev=\(owner.token.text)", "Sec-Fetch-Site": "same-origin",
    ]
    #expect(await ask(Self.list, bearer: nil, cookie).status == 401)
    let elsewhere = await ask(Self.list, bearer: bearer, ["Origin": "https://evil.example"])
    #expect(elsewhere.status == 403)
  }

  @Test func `an agent that was ended sees nothing more, and only its person can end it`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let bearer = try await bearer(of: owner)
    let agent = try #require(try await hub.service.agents(of: owner.session.account).first)
    var guest = door.browser(try await hub.makeGuest("Grace"))
    var browser = door.browser(owner)

    #expect(await guest.post("/account/agents/\(agent.id)/end").status == 404)
    #expect(await ask(Self.list, bearer: bearer).status == 200)
    #expect(await browser.post("/account/agents/\(agent.id)/end").status == 303)
    #expect(await ask(Self.list, bearer: bearer).status == 401)
  }

  @Test func `an agent that was not used for 90 days is over`() async throws {
    let bearer = try await bearer(of: try await hub.makeOwner())

    hub.clock.advance(Agent.idleMilliseconds - 1)
    #expect(await ask(Self.list, bearer: bearer).status == 200)
    hub.clock.advance(Agent.idleMilliseconds)
    #expect(await ask(Self.list, bearer: bearer).status == 401)
  }

  @Test func `letting one look needs a fresh session, a name and something to see`()
    async throws
  {
    let owner = try await hub.makeOwner()
    var browser = door.browser(owner)

    let nameless = await browser.post("/account/agents", [("agentName", " ")] + Self.all)
    let blind = await browser.post("/account/agents", [("agentName", "Assistant")])
    var stale = door.browserAfterAWhile(owner)
    let late = await stale.post("/account/agents", [("agentName", "Assistant")] + Self.all)

    #expect(nameless.status == 422 && blind.status == 422)
    #expect(late.status == 303 && late.location?.hasPrefix("/verify") == true)
    #expect(try await hub.service.agents(of: owner.session.account).isEmpty)
  }

  // MARK: - The protocol

  @Test(arguments: [
    ("{", 400, "-32700"), ("[]", 400, "-32600"), (#"{"jsonrpc":"2.0","id":1}"#, 400, "-32600"),
    (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, 400, "-32600"),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, 400, "-32600"),
    (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, 404, "-32601"),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, 400, "-32602"),
  ])
  func `what is no message is refused as JSON-RPC says`(
    body: String, status: Int, code: String
  ) async throws {
    let answer = await ask(body, bearer: try await bearer(of: try await hub.makeOwner()))

    #expect(answer.status == status)
    let text = String(decoding: answer.bytes ?? [], as: UTF8.self)
    #expect(text.contains("\"code\":\(code)"), "\(text)")
  }

  @Test func `a notification is taken and not answered`() async throws {
    let bearer = try await bearer(of: try await hub.makeOwner())

    let answer = await ask(
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, bearer: bearer)

    #expect(answer.status == 202 && answer.bytes?.isEmpty == true)
  }

  @Test(arguments: [
    ("2026-07-28", "tools/list", 200), ("2026-07-28", "tools/call", 400),
    ("2027-01-01", "tools/list", 400),
  ])
  func `a request that stands alone says in its headers what its body says`(
    version: String, method: String, status: Int
  ) async throws {
    let bearer = try await bearer(of: try await hub.makeOwner())
    let meta = """
      {"io.modelcontextprotocol/protocolVersion":"\(version)",\
      "io.modelcontextprotocol/clientCapabilities":{}}
      """

    let answer = await ask(
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":\#(meta)}}"#,
      bearer: bearer, ["MCP-Protocol-Version": version, "Mcp-Method": method])

    #expect(answer.status == status)
  }
}
