import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxHTTP
import ToolboxJSON
import WebInterface

/// An app beside the browser: from its link to its session (RFC 8252, RFC 7636, RFC 9207).
@Suite struct AuthorizePageTests {
  static let state = "abcDEF012-._~"
  static let callback = "http://127.0.0.1:49152/callback"

  let door: PageDoor
  let verifier = Base64URL.encode([UInt8](repeating: 5, count: 32))
  let document: DocumentID
  var hub: TestIdentity { door.hub }

  init() throws {
    door = try PageDoor()
    document = try door.hub.identifier()
  }

  /// What an app asks for, with some parameters changed; empty ones are left out.
  func asking(_ changes: [String: String] = [:]) -> [(String, String)] {
    let sound = [
      "response_type": "code", "client_id": "anchor", "redirect_uri": Self.callback,
      "state": Self.state, "code_challenge": Base64URL.encode(SHA256.hash(Array(verifier.utf8))),
      "code_challenge_method": "S256", "document_id": document.description, "platform": "linux",
      "unowned_records": "3",
    ].merging(changes) { $1 }
    return AuthorizationParameters.names.compactMap { name in
      sound[name].flatMap { $0.isEmpty ? nil : (name, $0) }
    }
  }

  func link(_ changes: [String: String] = [:]) -> String {
    var query: HTTPQuery = [:]
    query.fields = asking(changes).map { HTTPQuery.Field(name: $0.0, value: $0.1) }
    return "/oauth/authorize?\(query.encoded)"
  }

  /// Approves, and returns what the browser is led back with.
  func approve(_ browser: inout Browser) async throws -> [String: String] {
    let answer = await browser.post(
      "/oauth/authorize", asking() + [("decision", "approve"), ("deviceName", "Desk")])
    return try returned(answer)
  }

  func returned(_ answer: Browser.Answer) throws -> [String: String] {
    let refresh = try #require(answer.headers["Refresh"])
    let start = "0; url=\(Self.callback)?"
    #expect(refresh.hasPrefix(start))
    let query = try HTTPQuery(parsing: refresh.dropFirst(start.count).utf8)
    return Dictionary(uniqueKeysWithValues: query.fields.map { ($0.name, $0.value) })
  }

  func redeem(
    _ code: String, _ changes: [String: String] = [:]
  ) async -> (code: String?, bearer: String?) {
    let fields = [
      "grant_type": "authorization_code", "code": code, "code_verifier": verifier,
      "client_id": "anchor", "redirect_uri": Self.callback,
    ].merging(changes) { $1 }
    var form: HTTPQuery = [:]
    form.fields = fields.map { HTTPQuery.Field(name: $0.key, value: $0.value) }
    let answer = await door.door.send(
      .post, "/oauth/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: form.encoded)
    let text = String(decoding: answer.bytes ?? [], as: UTF8.self)
    let bearer = text.firstMatch(of: /hub_n1_[A-Za-z0-9_-]{49}/).map { String($0.0) }
    return (answer.headers["Hub-Error"], bearer)
  }

  @Test func `the page says the same as the one for codes, and approving leads back with a code`()
    async throws
  {
    let owner = try await hub.makeOwner()
    var browser = door.browser(owner)
    let page = await browser.get(link())
    for told in [
      "Connect Anchor?", "It cannot move to another account.",
      "3 records that belong to nobody yet",
      hub.service.identity.fingerprint,
    ] {
      #expect(page.text.contains(told), "\(told)")
    }

    let back = try await approve(&browser)
    let session = await redeem(back["code"] ?? "")

    #expect(back["state"] == Self.state && back["iss"] == "http://hub.localhost:8765")
    let bearer = try #require(session.bearer)
    guard case .session(let device) = try await hub.service.device(bearer: bearer, isUse: true)
    else { throw Unexpected.answer }
    #expect(device.document == document && device.account == owner.session.account)
    #expect(device.deviceName == "Desk")
  }

  @Test
  func `the page says who asks, from where, what it may do, and to go on only if one began it`()
    async throws
  {
    let browser = door.browser(try await hub.makeOwner())

    for callback in [Self.callback, "http://[::1]:49152/callback"] {
      let page = await browser.get(link(["redirect_uri": callback]))

      let host = callback.dropFirst("http://".count).dropLast("/callback".count)
      for told in [
        "Only go on if you started this yourself just now", "Something that calls itself Anchor",
        "a program on this browser's machine, at \(host)",
        "read and change what Anchor keeps here; nothing of other apps, nothing of your account",
      ] {
        #expect(page.text.contains(told), "\(told)")
      }
    }
  }

  @Test func `the warning stays where the form comes back with a fault`() async throws {
    var browser = door.browserAfterAWhile(try await hub.makeOwner())

    let answer = await browser.post(
      "/oauth/authorize", asking() + [("decision", "approve"), ("deviceName", "Desk")])

    #expect(answer.status == 422)
    #expect(answer.text.contains("Only go on if you started this yourself just now"))
  }

  @Test func `a second use of a code ends the session that the first one gave (RFC 9700)`()
    async throws
  {
    var browser = door.browser(try await hub.makeOwner())
    let code = try #require(try await approve(&browser)["code"])
    let first = try #require(await redeem(code).bearer)

    #expect(await redeem(code).code == "invalid_grant")

    #expect(try await hub.service.device(bearer: first, isUse: false) == .unknown)
  }

  @Test func `a code needs its own secret, app and callback, and lives a minute`() async throws {
    var browser = door.browser(try await hub.makeOwner())
    let code = try #require(try await approve(&browser)["code"])

    for changes in [
      ["code_verifier": String(repeating: "x", count: 43)], ["client_id": "kith"],
      ["redirect_uri": "http://127.0.0.1:49153/callback"], ["code": "hub_a1_nonsense"],
    ] {
      #expect(await redeem(code, changes).code == "invalid_grant", "\(changes)")
    }
    hub.clock.advance(Milliseconds.minute)
    #expect(await redeem(code).code == "expired_token")
  }

  @Test(arguments: [
    ("response_type", "token"), ("client_id", "toaster"), ("client_id", "live"),
    ("redirect_uri", "https://evil.example/callback"), ("redirect_uri", ""), ("state", ""),
    ("state", "short"), ("state", "with spaces in it"), ("code_challenge_method", "plain"),
    ("code_challenge", "x"), ("document_id", ""), ("platform", "toaster"),
    ("unowned_records", "-1"), ("state", String(repeating: "a", count: 600)),
  ])
  func `what is not understood leads nowhere`(name: String, value: String) async throws {
    var browser = door.browser(try await hub.makeOwner())

    let page = await browser.get(link([name: value]))
    let posted = await browser.post(
      "/oauth/authorize", asking([name: value]) + [("decision", "deny")])

    for answer in [page, posted] {
      #expect(answer.status == 400 && answer.headers["Refresh"] == nil)
      #expect(!answer.text.contains("evil.example"))
    }
  }

  @Test func `refusing leads back with nothing but that`() async throws {
    var browser = door.browser(try await hub.makeOwner())

    let answer = await browser.post("/oauth/authorize", asking() + [("decision", "deny")])

    let back = try returned(answer)
    #expect(back["error"] == "access_denied" && back["state"] == Self.state && back["code"] == nil)
  }

  @Test func `approving needs a fresh password and a name (SIGN-22)`() async throws {
    var browser = door.browserAfterAWhile(try await hub.makeOwner())
    let fields = asking() + [("decision", "approve")]

    let none = await browser.post("/oauth/authorize", fields + [("deviceName", "Desk")])
    let noName = await browser.post(
      "/oauth/authorize", fields + [("password", TestIdentity.password)])

    #expect(none.status == 422 && none.text.contains("Your password is needed for this."))
    #expect(noName.status == 422 && noName.text.contains("A name is needed."))
    #expect(none.headers["Refresh"] == nil && noName.headers["Refresh"] == nil)
  }

  @Test func `who signs in on the way comes back to the same question`() async throws {
    _ = try await hub.makeOwner()
    var browser = door.browser()

    let asked = await browser.get(link())
    let query = try #require(asked.location?.split(separator: "?").last)
    let carried = try HTTPQuery(parsing: query.utf8).fields.map { ($0.name, $0.value) }
    let signedIn = await browser.post(
      "/signin", carried + [("name", "Ada"), ("password", TestIdentity.password)])

    #expect(asked.location?.hasPrefix("/signin?for=authorize&") == true)
    #expect(signedIn.location == link())
  }

  @Test func `a service comes back to its own site alone`() async throws {
    let site = try #require(SiteOrigin("https://live.example.org"))
    let door = try PageDoor(appPages: ["live": site])
    let browser = door.browser(try await door.hub.makeOwner())
    let own = ["client_id": "live", "redirect_uri": "https://live.example.org/callback"]

    #expect(await browser.get(link(own)).status == 200)
    #expect(await browser.get(link(["client_id": "live"])).status == 400)
  }

  @Test func `a store of another account is refused before there is a code`() async throws {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    _ = try await hub.service.device(bearer: signIn.bearer.text, isUse: true)
    var guest = door.browser(try await hub.makeGuest())

    let answer = await guest.post(
      "/oauth/authorize",
      asking(["document_id": signIn.session.document.description])
        + [("decision", "approve"), ("deviceName", "Desk")])

    #expect(answer.status == 409 && answer.headers["Refresh"] == nil)
  }
}
