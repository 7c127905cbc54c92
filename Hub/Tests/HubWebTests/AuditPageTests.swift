import HubCore
import HubTesting
import Testing
import ToolboxSQLite

/// The page on which a person sees, and verifies, what is on record.
@Suite struct AuditPageTests {
  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws { door = try PageDoor() }

  @Test func `the chain's size, its signature and its newest entries are shown in words`()
    async throws
  {
    let owner = try await hub.makeOwner()
    _ = try await hub.connect(owner)

    let page = await door.browser(owner).get("/activity/audit")

    #expect(page.status == 200 && page.text.contains("up to entry 2"))
    #expect(page.text.contains("Anchor approved"))
    #expect(page.text.contains("Account made by the set-up link"))
    #expect(page.text.contains("No device has checked the chain yet."))
  }

  @Test func `a device that has checked the chain is named, and one that saw another is told`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner).session
    let account = owner.session.account
    let audit = AuditService(
      storage: hub.database, identity: hub.service.identity, clock: hub.clock)
    let head = try #require(try await hub.database.auditStanding(of: account.number).head)
    try await audit.note(size: head.size, link: head.link, by: device.id, of: account.number)
    let fits = await door.browser(owner).get("/activity/audit")

    try await audit.note(size: 1, link: head.link, by: device.id, of: account.number)

    let other = await door.browser(owner).get("/activity/audit")
    #expect(fits.text.contains("<bdi>Desk</bdi>, Anchor") && fits.text.contains("Fits"))
    #expect(other.text.contains("Another chain") && other.text.contains("has seen another chain"))
  }

  @Test func `verifying says that all is intact, and what is not`() async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.connect(owner)
    var browser = door.browser(owner)

    let intact = await browser.post("/activity/audit")
    try Database(path: hub.folder.appendingPathComponent("hub.db").path).execute(
      script: "UPDATE audit_content SET content = x'7B7D' WHERE number = 2")
    let altered = await browser.post("/activity/audit")

    #expect(intact.text.contains("Verified: 2 entries, none altered, none missing."))
    #expect(altered.text.contains("An entry is not what was written. At 2."))
  }

  @Test func `nobody sees another account's chain`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    _ = try await hub.connect(owner)

    let page = await door.browser(guest).get("/activity/audit")

    #expect(page.text.contains("up to entry 1") && !page.text.contains("Anchor approved"))
    #expect(await door.browser().get("/activity/audit").status == 303)
  }
}
