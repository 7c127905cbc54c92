import HubCore
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxHTTP
import ToolboxJSON

/// What `passkey.js` asks for, without a browser.
@Suite struct PasskeyPageTests {
  static let script: HTTPHeaders = [
    "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json",
  ]

  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws { door = try PageDoor() }

  func ask(
    _ path: String, _ members: [(String, String)] = [], cookie: String? = nil,
    host: String = "hub.localhost:8765"
  ) async -> (status: Int, members: [String: String], cookies: [String]) {
    // Names and base64url only: nothing that JSON would have to escape.
    let body = "{\(members.map { "\"\($0.0)\":\"\($0.1)\"" }.joined(separator: ","))}"
    var headers = Self.script
    headers["Host"] = host
    if let cookie { headers["Cookie"] = "hub_dev=\(cookie)" }
    let answer = await door.door.send(
      .post, path, headers: headers, body: body)
    var found: [String: String] = [:]
    if let node = Result(catching: { try JSONNode.parse(answer.bytes ?? []) }).success,
      case .object(let members) = node.value
    {
      for member in members {
        if case .string(let text) = member.node.value { found[member.key] = text }
      }
    }
    return (answer.status, found, answer.headers.values(of: "Set-Cookie"))
  }

  func members(_ assertion: PasskeyAssertion) -> [(String, String)] {
    [
      ("id", assertion.id), ("clientData", assertion.clientData),
      ("authenticatorData", assertion.authenticatorData), ("signature", assertion.signature),
      ("user", assertion.user),
    ].map { ($0.0, Base64URL.encode($0.1)) }
  }

  @Test func `a passkey is made on the Account page and signs in to the wanted page`() async throws
  {
    let owner = try await hub.makeOwner()
    var passkey = SoftAuthenticator(random: hub.random)
    let offer = await ask("/account/passkeys/options", cookie: owner.token.text)
    #expect(offer.members["host"] == "hub.localhost")
    passkey.user = try #require(Base64URL.decode(offer.members["user"] ?? ""))
    let made = passkey.registration(
      of: try #require(Base64URL.decode(offer.members["challenge"] ?? "")))

    let added = await ask(
      "/account/passkeys",
      [
        ("name", "Blue key"), ("clientData", Base64URL.encode(made.clientData)),
        ("attestation", Base64URL.encode(made.attestation)),
      ], cookie: owner.token.text)
    let given = await ask("/signin/passkey/options")
    let challenge = try #require(Base64URL.decode(given.members["challenge"] ?? ""))
    let signedIn = await ask(
      "/signin/passkey", members(passkey.assertion(of: challenge)) + [("for", "devices")])

    #expect(added.members["location"] == "/account")
    #expect(await door.browser(owner).get("/account").text.contains("<bdi>Blue key</bdi>"))
    #expect(signedIn.status == 200 && signedIn.members["location"] == "/devices")
    #expect(signedIn.cookies.contains { $0.hasPrefix("hub_dev=hub_w1_") })
    #expect(signedIn.cookies.contains { $0.hasPrefix("hub_dev_known=") })
  }

  @Test func `every refusal is the same, to the byte`() async throws {
    let owner = try await hub.makeOwner()
    let passkey = try await hub.addPasskey(to: owner)
    var unverified = passkey
    unverified.flags = SoftAuthenticator.Flag.present
    var unknown = passkey
    unknown.id = [UInt8](repeating: 9, count: 16)

    var answers: [[String: String]] = []
    for one in [unverified, unknown] {
      let given = await ask("/signin/passkey/options")
      let challenge = try #require(Base64URL.decode(given.members["challenge"] ?? ""))
      let answer = await ask("/signin/passkey", members(one.assertion(of: challenge)))
      #expect(answer.status == 422 && answer.cookies.isEmpty)
      answers.append(answer.members)
    }
    let nothing = await ask("/signin/passkey", [("id", "!")])

    #expect(nothing.status == 422 && Set(answers + [nothing.members]).count == 1)
  }

  @Test func `a name that is only an address has no passkeys, and the page says so`() async throws {
    let owner = try await hub.makeOwner()

    #expect((await door.browser().get("/signin")).text.contains("data-passkey=\"signin\""))
    #expect(await door.browser(owner).get("/account").text.contains("data-passkey=\"create\""))
    let local = try PageDoor(origin: "http://127.0.0.1:8765")
    let other = try await local.hub.makeOwner()
    #expect(!(await local.browser().get("/signin")).text.contains("data-passkey"))
    let page = await local.browser(other).get("/account")
    #expect(page.text.contains("Browsers make no passkeys for 127.0.0.1:8765"))
  }

  @Test func `removing one takes a fresh session and the account's own passkey`() async throws {
    let owner = try await hub.makeOwner()
    let passkey = try await hub.addPasskey(to: owner)
    var guest = door.browser(try await hub.makeGuest())
    var browser = door.browser(owner)
    let form = [("passkey", Base64URL.encode(passkey.id))]

    #expect(await guest.post("/account/passkeys/remove", form).status == 404)
    #expect(await browser.post("/account/passkeys/remove", form).location == "/account")

    #expect(try await hub.service.passkeys(of: owner.session.account).isEmpty)
  }

  @Test func `a stale session is led to prove itself before a passkey is made`() async throws {
    let owner = try await hub.makeOwner()
    hub.clock.advance(SessionLifetime.freshMilliseconds)

    let offer = await ask("/account/passkeys/options", cookie: owner.token.text)

    #expect(offer.members["location"] == "/verify?for=account")
  }

  @Test func `a browser that signed in before is not delayed by others (SES-50)`() async throws {
    _ = try await hub.makeOwner()
    let fields = [("name", "Ada"), ("password", TestIdentity.password)]
    let first = await door.browserPosting("/signin", fields)
    let cookies = first.headers.values(of: "Set-Cookie")
    let known = try #require(cookies.first { $0.hasPrefix("hub_dev_known=") })
    for _ in 0..<5 {
      _ = await door.browserPosting("/signin", [("name", "Ada"), ("password", "wrong")])
    }

    #expect(await door.browserPosting("/signin", fields).status == 429)
    var headers = PageDoor.ownForm
    headers["Cookie"] = String(known.prefix { $0 != ";" })
    var browser = door.browser()
    #expect(await browser.post("/signin", fields, headers: headers).status == 303)
  }
}

extension Result {
  fileprivate var success: Success? { try? get() }
}
