import HubCore
import HubTesting
import Testing

/// The pages for password, authenticator, recovery codes and sessions.
@Suite struct FactorPageTests {
  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws { door = try PageDoor() }

  @Test func `an authenticator is shown as a picture and a text, and asked for from then on`()
    async throws
  {
    let owner = try await hub.makeOwner()
    var browser = door.browser(owner)
    #expect(await browser.post("/account/authenticator").location == "/account/authenticator")

    let shown = await browser.get("/account/authenticator")
    let generator = try #require(try await hub.service.waitingGenerator(of: owner.session))
    let wrong = await browser.post("/account/authenticator/confirm", [("factor", "000000")])
    let right = await browser.post(
      "/account/authenticator/confirm", [("factor", generator.code(at: hub.clock))])

    #expect(shown.text.contains("class=\"qr-code\"") && shown.text.contains(generator.secretText))
    #expect(wrong.status == 422 && wrong.text.contains("This is not its code now."))
    #expect(right.text.contains("From now on signing in asks for a code"))
    let after = await browser.get("/account/authenticator")
    #expect(after.text.contains("Remove it") && !after.text.contains(generator.secretText))
  }

  @Test func `signing in takes password and code in one form, and says not which was wrong`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let generator = try await hub.addAuthenticator(to: owner)
    hub.clock.advance(30_000)
    var browser = door.browser()
    let name = ("name", "Ada")

    let code = ("factor", generator.code(at: hub.clock))
    let noCode = await browser.post("/signin", [name, ("password", TestIdentity.password)])
    let noPassword = await browser.post("/signin", [name, ("password", "wrong"), code])
    let both = await browser.post("/signin", [name, ("password", TestIdentity.password), code])

    #expect(noCode.status == 422 && noCode.text == noPassword.text)
    #expect(noCode.headers.comparable == noPassword.headers.comparable)
    #expect(both.status == 303)
  }

  @Test func `approving an app asks for the code too where there is an authenticator (SIGN-22)`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let generator = try await hub.addAuthenticator(to: owner)
    var browser = door.browserAfterAWhile(owner)
    let asked = try await hub.ask()
    let fields = [
      ("code", asked.offer.userCode.description), ("decision", "approve"), ("deviceName", "Desk"),
      ("password", TestIdentity.password),
    ]

    let without = await browser.post("/connect/decision", fields)
    let with = await browser.post(
      "/connect/decision", fields + [("factor", generator.code(at: hub.clock))])

    #expect(without.status == 422 && without.text.contains("Each code works once."))
    #expect(with.status == 200 && with.text.contains("Approved"))
  }

  @Test func `removing the authenticator is one button`() async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.addAuthenticator(to: owner)
    var browser = door.browser(owner)

    #expect(await browser.post("/account/authenticator/remove").location == "/account")

    #expect(try await !hub.service.standing(of: owner.session.account).hasCodeGenerator)
  }

  @Test func `recovery codes are shown once, and one of them sets a new password`() async throws {
    let owner = try await hub.makeOwner()
    var browser = door.browser(owner)
    let page = await browser.post("/account/recovery-codes")
    let codes = page.text.matches(of: /<code>((?:[A-Z2-7]{5}-){5}[A-Z2-7])<\/code>/).map(\.1)
    #expect(codes.count == 10)
    #expect(await browser.get("/account").text.contains("10 codes left"))

    var other = door.browser()
    let fields = [
      ("code", String(codes[0])), ("password", "seven green bottles stand"),
      ("repeatedPassword", "seven green bottles stand"),
    ]
    let recovered = await other.post("/recover", fields)

    #expect(recovered.status == 303 && recovered.location == "/account")
    #expect(await browser.get("/account").location == "/signin?for=account")
    #expect(await other.post("/recover", fields).text.contains("This code is not good here"))
  }

  @Test func `a link of the Hub's machine may be pasted whole`() async throws {
    _ = try await hub.makeOwner()
    let listed = try #require(try await hub.desk.account(named: "ada"))
    let token = try #require(try await hub.desk.recover(listed))
    var browser = door.browser()

    let answer = await browser.post(
      "/recover",
      [
        ("code", "http://hub.localhost:8765/recover#t=\(token.text)"),
        ("password", "seven green bottles stand"),
        ("repeatedPassword", "seven green bottles stand"),
      ])

    #expect(answer.status == 303)
  }

  @Test func `the password is changed with the new one typed twice`() async throws {
    var browser = door.browser(try await hub.makeOwner())
    #expect(await browser.get("/account/password").text.contains("New password"))

    let differ = await browser.post(
      "/account/password",
      [("password", "seven green bottles stand"), ("repeatedPassword", "six green bottles")])
    let changed = await browser.post(
      "/account/password",
      [
        ("password", "seven green bottles stand"),
        ("repeatedPassword", "seven green bottles stand"),
      ])

    #expect(differ.status == 422 && differ.text.contains("The two passwords differ."))
    #expect(changed.text.contains("From now on the new password counts"))
  }

  @Test func `whoever's password is not fresh is asked for it, and led on from there`() async throws
  {
    let owner = try await hub.makeOwner()
    var browser = door.browserAfterAWhile(owner)

    for (path, name) in [
      ("/account/password", "password"), ("/account/authenticator", "authenticator"),
      ("/devices/all", "all-devices"),
    ] {
      #expect(await browser.get(path).location == "/verify?for=\(name)")
    }
    for path in [
      "/account/password", "/account/authenticator", "/account/authenticator/confirm",
      "/account/authenticator/remove", "/account/recovery-codes", "/account/browsers/end-others",
      "/devices/all", "/account/browsers/\(owner.session.id)/end",
    ] {
      #expect(await browser.post(path).location?.hasPrefix("/verify") == true, "\(path)")
    }
    let verified = await browser.post(
      "/verify", [("for", "password"), ("password", TestIdentity.password)])
    #expect(verified.location == "/account/password")
  }

  @Test func `other browsers are listed and signed out`() async throws {
    let owner = try await hub.makeOwner()
    let other = try await hub.signIn()
    var browser = door.browser(owner)

    let page = await browser.get("/account")
    let ended = await browser.post("/account/browsers/\(other.session.id)/end")

    #expect(page.text.contains("This browser") && page.text.contains(other.session.id.description))
    #expect(ended.location == "/account")
    #expect(try await hub.service.webSession(cookie: other.token.text) == nil)
    #expect(await browser.post("/account/browsers/\(other.session.id)/end").status == 404)
  }

  @Test func `the time zone is chosen from those that there are`() async throws {
    let owner = try await hub.makeOwner()
    var browser = door.browser(owner)

    #expect(await browser.post("/account/time-zone", [("timeZone", "Mars")]).status == 400)
    #expect(await browser.post("/account/time-zone", [("timeZone", "UTC")]).status == 303)

    let session = try await hub.service.webSession(cookie: owner.token.text)
    #expect(session?.account.timeZone == "UTC")
  }

  @Test func `a device is renamed, with a name that can be shown`() async throws {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner)
    var browser = door.browser(owner)
    let path = "/devices/\(device.session.id)/name"
    #expect(await browser.get(path).text.contains("value=\"Desk\""))

    let long = await browser.post(path, [("deviceName", String(repeating: "a", count: 41))])
    let renamed = await browser.post(path, [("deviceName", "Kitchen")])

    #expect(long.status == 422 && long.text.contains("At most 40 characters."))
    #expect(renamed.location == "/devices")
    #expect(await browser.get("/devices").text.contains("<bdi>Kitchen</bdi>"))
  }

  @Test func `all apps are disconnected at once`() async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.connect(owner)
    _ = try await hub.connect(owner)
    var browser = door.browser(owner)
    #expect(await browser.get("/devices").text.contains("Disconnect all"))

    #expect(await browser.post("/devices/all").location == "/devices")

    #expect(try await hub.service.deviceSessions(of: owner.session.account.number).isEmpty)
  }
}
