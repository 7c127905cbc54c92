import HubCore
import HubTesting
import Testing
import ToolboxHTTP

/// Signing in and out in a browser.
@Suite struct SignInPageTests {
  let door: PageDoor

  init() throws { door = try PageDoor() }

  func fields(_ name: String, _ password: String = TestIdentity.password) -> [(String, String)] {
    [("name", name), ("password", password)]
  }

  @Test(arguments: [
    ("/", "/signin"), ("/devices", "/signin?for=devices"), ("/connect", "/signin?for=connect"),
    ("/connect?code=wdjb-mjht", "/signin?for=connect&code=WDJB-MJHT"),
    ("/connect?code=%22%3E", "/signin?for=connect"),
  ])
  func `who is not signed in is led to sign in, and from there on`(
    wanted: String, asked: String
  ) async throws {
    _ = try await door.hub.makeOwner()
    var browser = door.browser()

    let answer = await browser.get(wanted)
    #expect(answer.status == 303 && answer.location == asked)

    let query = asked.split(separator: "?").dropFirst().first ?? ""
    let carried = try HTTPQuery(parsing: String(query).utf8).fields.map { ($0.name, $0.value) }
    let signedIn = await browser.post("/signin", carried + fields("ada"))
    let isKept = !wanted.contains("%22")
    #expect(signedIn.location?.lowercased() == (isKept ? wanted.lowercased() : "/connect"))
  }

  @Test(arguments: ["//evil.example", "/\\evil.example", "https://evil.example", "connect/../x"])
  func `no address out of a request is a target (SES-40)`(target: String) async throws {
    _ = try await door.hub.makeOwner()
    var browser = door.browser()

    let answer = await browser.post("/signin", [("for", target)] + fields("Ada"))

    #expect(answer.location == "/")
  }

  @Test func `an unknown name and a wrong password are answered alike (SES-51)`() async throws {
    _ = try await door.hub.makeOwner()
    var browser = door.browser()

    let wrong = await browser.post("/signin", fields("Ada", "not the one at all"))
    let unknown = await browser.post("/signin", fields("Eve", "not the one at all"))

    #expect(wrong.status == 422 && unknown.status == 422)
    #expect(wrong.headers.comparable == unknown.headers.comparable)
    #expect(wrong.text == unknown.text.replacing("Eve", with: "Ada"))
    #expect(wrong.text.contains("value=\"Ada\"") && !wrong.text.contains("not the one"))
    #expect(browser.cookie == nil)
  }

  @Test func `too many tries are told how long to wait`() async throws {
    _ = try await door.hub.makeOwner()
    var browser = door.browser()
    for _ in 0..<5 { _ = await browser.post("/signin", fields("Ada", "wrong")) }

    let answer = await browser.post("/signin", fields("Ada"))

    #expect(answer.status == 429 && answer.headers["Retry-After"] == "1")
    #expect(answer.text.contains("Wait 1 second, then try again. Nothing is locked."))
  }

  @Test func `who is signed in is not asked again`() async throws {
    let browser = door.browser(try await door.hub.makeOwner())

    #expect(await browser.get("/signin?for=devices").location == "/devices")
    #expect(await browser.get("/signed-out").location == "/")
  }

  @Test func `before there is an owner the page says where the link is`() async throws {
    _ = try await door.hub.service.openSetup()

    #expect(await door.browser().get("/signin").text.contains("This Hub has no owner yet"))
  }

  @Test func `signing out ends the session and makes the browser forget (SES-23)`() async throws {
    let owner = try await door.hub.makeOwner()
    var browser = door.browser(owner)

    let answer = await browser.post("/signout")

    #expect(answer.status == 303 && answer.location == "/signed-out")
    #expect(browser.cookie == nil)
    #expect(answer.headers["Clear-Site-Data"]?.contains("storage") == true)
    #expect(try await door.hub.service.webSession(cookie: owner.token.text) == nil)
    #expect(await browser.get("/signed-out").text.contains("Signed out"))
    #expect(await door.browser(owner).get("/").location == "/signin")
  }
}

extension HTTPHeaders {
  /// What two answers must have in common; each has a request id of its own.
  var comparable: [String] {
    fields.filter { $0.name != "Hub-Request-Id" }.map { "\($0.name): \($0.value)" }.sorted()
  }
}
