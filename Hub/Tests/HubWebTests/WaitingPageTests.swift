import HubContracts
import HubCore
import HubTesting
import Testing
import WebInterface

/// Conflicts and what was set aside on a device, as the Hub's pages show how many there are.
@Suite struct WaitingPageTests {
  private static let pages = ["/", "/directory", "/devices"]

  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws {
    let origin = try #require(SiteOrigin("http://anchor.localhost:8766"))
    door = try PageDoor(appPages: ["anchor": origin])
  }

  @Test(arguments: pages)
  func `what waits on a device is on the page, with the way to where it is decided`(
    page: String
  ) async throws {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner)
    let browser = door.browser(owner)
    let before = await browser.get(page)

    try await hub.service.setAttention(
      AttentionCounts(conflicts: 2, quarantined: 1), of: device.session)
    let waiting = await browser.get(page)
    try await hub.service.setAttention(.nothing, of: device.session)
    let after = await browser.get(page)

    #expect(waiting.plainText.contains("2 conflicts and 1 change set aside wait on Desk"))
    #expect(waiting.text.contains("href=\"http://anchor.localhost:8766/hub/attention\""))
    for other in [before, after] {
      #expect(!other.plainText.contains("conflict") && !other.text.contains("/hub/attention"))
    }
  }

  @Test(arguments: pages)
  func `another person's pages say nothing of it, and without a known page there is no link`(
    page: String
  ) async throws {
    let door = try PageDoor()
    let owner = try await door.hub.makeOwner()
    let guest = try await door.hub.makeGuest()
    _ = try await door.hub.connect(guest)
    let device = try await door.hub.connect(owner)

    try await door.hub.service.setAttention(
      AttentionCounts(conflicts: 1, quarantined: 0), of: device.session)

    let own = await door.browser(owner).get(page)
    #expect(own.plainText.contains("1 conflict waits on Desk"))
    #expect(!own.text.contains("/hub/attention"))
    #expect(await !door.browser(guest).get(page).plainText.contains("conflict"))
  }

  @Test func `what the Hub knows has the numbers, and says that a thousand may be more`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner)
    try await hub.service.setAttention(
      AttentionCounts(conflicts: 4_000, quarantined: 3), of: device.session)

    let knows = await door.browser(owner).get("/knows").plainText
    let today = await door.browser(owner).get("/").plainText

    #expect(knows.contains("What waits on your devices") && knows.contains("1,000"))
    #expect(today.contains("1,000 conflicts or more and 3 changes set aside wait"))
  }
}
