import HubCore
import HubTesting
import Testing

/// The connected devices, and ending one.
@Suite struct DevicePageTests {
  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws { door = try PageDoor() }

  @Test func `a connected device is listed by the name that the person gave`() async throws {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)

    let page = await door.browser(owner).get("/devices")

    #expect(page.text.contains("<bdi>Desk</bdi>") && page.text.contains("Anchor on Linux"))
    #expect(page.text.contains("/devices/\(signIn.session.id)"))
    #expect(page.text.contains("Not in use yet"))
  }

  @Test func `disconnecting ends the session at once`() async throws {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    var browser = door.browser(owner)
    let path = "/devices/\(signIn.session.id)"

    #expect(await browser.get(path).text.contains("It stops syncing at once."))
    #expect(await browser.post(path).location == "/devices")

    #expect(try await hub.service.device(bearer: signIn.bearer.text, isUse: true) == .unknown)
    #expect(await browser.get(path).status == 404)
  }

  @Test func `disconnecting needs a fresh password (SES-10)`() async throws {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    var browser = door.browserAfterAWhile(owner)
    let path = "/devices/\(signIn.session.id)"

    let none = await browser.post(path)
    let wrong = await browser.post(path, [("password", "some other words")])

    #expect(none.status == 422 && wrong.status == 422)
    #expect(try await hub.service.deviceSessions(of: owner.session.account.number).count == 1)
    #expect(await browser.post(path, [("password", TestIdentity.password)]).status == 303)
    #expect(try await hub.service.deviceSessions(of: owner.session.account.number).isEmpty)
  }

  @Test func `without a device the page says how to connect the first`() async throws {
    let page = await door.browser(try await hub.makeOwner()).get("/devices")

    #expect(page.text.contains("anchor connect http://hub.localhost:8765"))
    #expect(page.text.contains("anchor approve"))
  }
}
