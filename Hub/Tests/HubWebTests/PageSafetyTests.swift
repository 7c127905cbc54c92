import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP
import WebInterface

/// What holds for every page: no foreign markup, no inline script, no stranger's request.
@Suite struct PageSafetyTests {
  static let hostile = #"<img src=x onerror=1>"'&</h2>"#

  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws { door = try PageDoor() }

  /// Every page there is, each with hostile names on it, by a word for it.
  func pages() async throws -> [String: Browser.Answer] {
    var pages: [String: Browser.Answer] = [:]
    let code = try #require(try await hub.service.openSetup())
    var browser = door.browser()
    pages["sign in, no owner"] = await browser.get("/signin")
    pages["setup"] = await browser.get("/setup")
    let fields = [("code", code.text), ("timeZone", "UTC"), ("name", Self.hostile)]
    pages["setup again"] = await browser.post("/setup", fields + [("password", "short")])
    _ = await browser.post(
      "/setup",
      fields + [
        ("password", TestIdentity.password), ("repeatedPassword", TestIdentity.password),
      ])
    pages["nothing here"] = await browser.get("/nothing")
    pages["sign in again"] = await door.browserPosting(
      "/signin", [("name", Self.hostile), ("password", "x")])
    pages["signed out"] = await door.browser().get("/signed-out")
    pages["first app"] = await browser.get("/")
    pages["no device"] = await browser.get("/devices")
    pages["connect"] = await browser.get("/connect")
    pages["connect again"] = await browser.post("/connect", [("code", Self.hostile)])
    let asked = try await hub.ask(from: NetworkPrefix(peer: "203.0.113.9"))
    let typed = ("code", asked.offer.userCode.description)
    pages["link's code"] = await browser.get("/connect?code=\(asked.offer.userCode)")
    pages["review"] = await browser.post("/connect", [typed])
    pages["review again"] = await browser.post(
      "/connect/decision", [typed, ("decision", "approve"), ("deviceName", "")])
    pages["approved"] = await browser.post(
      "/connect/decision", [typed, ("decision", "approve"), ("deviceName", Self.hostile)])
    guard case .signedIn(let signIn) = try await hub.redeem(asked) else { throw Unexpected.answer }
    let number = signIn.session.account.number
    pages["nothing yet"] = await browser.get("/")
    try await hub.push(
      [
        hub.summary(door.today, focusedMinutes: 125),
        hub.focusSession(
          from: Minute(number: 30_000_000), to: Minute(number: 30_000_030), focusedMinutes: 30),
      ], of: number)
    pages["today"] = await browser.get("/")
    for path in ["timeline", "directory", "knows", "knows/anchor/focusSession"] {
      pages[path] = await browser.get("/\(path)")
    }
    pages["devices"] = await browser.get("/devices")
    pages["disconnect"] = await browser.get("/devices/\(signIn.session.id)")
    let denied = try await hub.ask()
    pages["denied"] = await browser.post(
      "/connect/decision",
      [("code", denied.offer.userCode.description), ("decision", "deny")])
    pages["account"] = await browser.get("/account")
    pages["invitation"] = await browser.post("/account/invite")
    pages["authenticator"] = await browser.get("/account/authenticator")
    _ = await browser.post("/account/authenticator")
    pages["authenticator waits"] = await browser.get("/account/authenticator")
    pages["recovery codes"] = await browser.post("/account/recovery-codes")
    pages["new password"] = await browser.get("/account/password")
    pages["rename"] = await browser.get("/devices/\(signIn.session.id)/name")
    pages["disconnect all"] = await browser.get("/devices/all")
    pages["recover"] = await browser.get("/recover")
    pages["recover again"] = await door.browserPosting("/recover", [("code", Self.hostile)])
    pages["join"] = await door.browser().get("/join")
    hub.clock.advance(SessionLifetime.freshMilliseconds)
    pages["verify"] = await browser.get("/verify?for=account")
    pages["verify again"] = await browser.post("/verify", [("password", Self.hostile)])
    pages["cross-site"] = await browser.get(
      "/", headers: ["Sec-Fetch-Site": "cross-site", "Accept": "text/html"])
    return pages
  }

  @Test func `no page has a script, a style or an address that is not our own`() async throws {
    for (name, page) in try await pages() {
      #expect(page.text.hasPrefix("<!doctype html>"), "\(name): \(page.status)")
      let tags = Tags(page.text)
      for script in tags.named("script") {
        #expect(script["src"]?.hasPrefix("/assets/") == true, "\(name)")
      }
      #expect(tags.named("style").isEmpty, "\(name)")
      for tag in tags.all {
        for (attribute, value) in tag.attributes {
          #expect(attribute != "style" && !attribute.hasPrefix("on"), "\(name): \(attribute)")
          if ["href", "src", "action"].contains(attribute) {
            let isOurs = value.hasPrefix("/") && !value.hasPrefix("//") || value.hasPrefix("#")
            #expect(isOurs, "\(name): \(value)")
          }
        }
      }
      #expect(page.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
      #expect(page.headers["Cache-Control"] == "no-store", "\(name)")
    }
  }

  @Test func `names stay text wherever they are shown`() async throws {
    let pages = try await pages()

    for (name, page) in pages {
      let tags = Tags(page.text)
      #expect(tags.named("img").isEmpty, "\(name)")
    }
    for name in ["today", "devices", "disconnect", "review", "approved", "setup again", "account"] {
      #expect(
        try #require(pages[name]).text.contains("&lt;img src=x onerror=1&gt;"), "\(name)")
    }
  }

  @Test func `no page carries a password back`() async throws {
    for (name, page) in try await pages() {
      for input in Tags(page.text).named("input") where input["type"] == "password" {
        #expect(input["value"] == nil, "\(name)")
      }
      #expect(!page.text.contains(TestIdentity.password), "\(name)")
    }
  }

  @Test func `the first load of Today is at most 100 KB`() async throws {
    let today = try #require(try await pages()["today"])
    var bytes = today.text.utf8.count

    for tag in Tags(today.text).all {
      guard let path = tag["src"] ?? tag["href"], path.hasPrefix("/assets/") else { continue }
      let file = await door.door.send(.get, path)
      #expect(file.status == 200, "\(path)")
      #expect(file.headers["Cache-Control"]?.contains("immutable") == true)
      bytes += file.bytes?.count ?? 0
    }

    #expect(bytes <= 100_000)
  }

  @Test(
    arguments: [
      [:], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
      ["Sec-Fetch-Site": "none"], ["Origin": "https://evil.example"], ["Origin": "null"],
    ] as [[String: String]])
  func `a form of another site does nothing (SES-30, SES-34)`(proof: [String: String]) async throws
  {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    let asked = try await hub.ask()
    var headers = PageDoor.ownForm
    headers["Sec-Fetch-Site"] = nil
    for (name, value) in proof { headers[name] = value }
    let fields = [
      ("name", "Ada"), ("password", TestIdentity.password), ("decision", "approve"),
      ("code", asked.offer.userCode.description), ("deviceName", "Desk"),
    ]

    for route in door.routes where route.method == .post {
      let path = route.path.replacing("{session}", with: signIn.session.id.description)
      var browser = door.browser(owner)
      let answer = await browser.post(path, fields, headers: headers)
      #expect(answer.status == 403, "\(route.path)")
      #expect(answer.headers["Set-Cookie"] == nil, "\(route.path)")
    }

    #expect(try await hub.service.webSession(cookie: owner.token.text) != nil)
    #expect(try await hub.service.deviceSessions(of: owner.session.account.number).count == 1)
    guard case .pending = try await hub.redeem(asked) else {
      Issue.record("something was decided")
      return
    }
  }

  @Test func `another account's devices and days are never shown (H7)`() async throws {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    try await hub.push(
      [
        hub.summary(door.today, focusedMinutes: 125),
        hub.focusSession(
          from: Minute(number: 30_000_000), to: Minute(number: 30_000_030), focusedMinutes: 30),
      ], of: owner.session.account.number)
    var guest = door.browser(try await hub.makeGuest())
    let path = "/devices/\(signIn.session.id)"

    let today = await guest.get("/")
    let devices = await guest.get("/devices")
    let asked = await guest.get(path)
    let posted = await guest.post(path)
    let values = await guest.get("/v1/life/today", headers: ["Sec-Fetch-Site": "same-origin"])

    #expect(!today.text.contains("PT125M") && !today.text.contains("PT30M"))
    #expect(!devices.text.contains("Desk") && !today.text.contains("Desk"))
    #expect(asked.status == 404 && posted.status == 404)
    #expect(asked.text == (await guest.get("/nothing")).text)
    #expect(!values.text.contains("focusedMinutes"))
    #expect(try await hub.service.deviceSessions(of: owner.session.account.number).count == 1)
  }

  @Test func `every page but the open ones asks to sign in`() async throws {
    let open: Set = [
      "/setup", "/join", "/recover", "/signin", "/signed-out", "/assets/{file}", "/v1/life/today",
      "/worker.js", "/unreached",
    ]
    var browser = door.browser()

    for route in door.routes where !open.contains(route.path) {
      // What scripts ask is answered in their own way.
      if case .values = route.target { continue }
      let session = try hub.identifier() as SessionID
      let path = route.path.replacing("{session}", with: session.description)
      let answer = route.method == .get ? await browser.get(path) : await browser.post(path)
      #expect(answer.status == 303, "\(route.path)")
      #expect(answer.location?.hasPrefix("/signin") == true, "\(route.path)")
    }
  }
}

extension PageDoor {
  func browserPosting(_ path: String, _ fields: [(String, String)]) async -> Browser.Answer {
    var browser = browser()
    return await browser.post(path, fields)
  }
}

/// The tags of a page as a browser reads them, as far as our pages go.
struct Tags {
  struct Tag {
    let name: String
    let attributes: [String: String]

    subscript(attribute: String) -> String? { attributes[attribute] }
  }

  let all: [Tag]

  init(_ markup: String) {
    all = markup.split(separator: "<").dropFirst().compactMap { piece in
      let inside = piece.prefix { $0 != ">" }
      guard let name = inside.split(separator: " ").first, !name.hasPrefix("/") else { return nil }
      return Tag(name: String(name), attributes: Self.attributes(inside.dropFirst(name.count)))
    }
  }

  func named(_ name: String) -> [Tag] { all.filter { $0.name == name } }

  private static func attributes(_ text: Substring) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = text
    while let start = rest.firstIndex(where: { $0 != " " }) {
      rest = rest[start...]
      let name = rest.prefix { $0 != "=" && $0 != " " }
      rest = rest.dropFirst(name.count)
      guard rest.first == "=" else {
        attributes[String(name)] = ""
        continue
      }
      let value = rest.dropFirst(2).prefix { $0 != "\"" }
      attributes[String(name)] = String(value)
      rest = rest.dropFirst(value.count + 3)
    }
    return attributes
  }
}
