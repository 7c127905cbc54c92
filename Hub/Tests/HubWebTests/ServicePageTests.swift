import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxHTTP
import WebInterface

/// A service on the person's pages: its card, its silence, and what can be asked of it.
@Suite struct ServicePageTests {
  let door: PageDoor
  let service: PlayedService
  var hub: TestIdentity { door.hub }

  init() throws {
    let site = try #require(SiteOrigin(PlayedService.origin))
    var played: PlayedService?
    door = try PageDoor(appPages: ["live": site]) { hub in
      let service = PlayedService(of: hub.service.identity)
      played = service
      return hub.desk(service)
    }
    service = try #require(played)
  }

  /// The owner's browser, linked with a service that knows one concert of theirs.
  func linked() async throws -> (browser: Browser, link: DocumentID, item: RecordID) {
    let owner = try await hub.makeOwner()
    let link = try await hub.link(owner).session.document
    let item = RecordID(type: "item", uuid: hub.random.uuid())
    var facts = LiveItemFacts()
    facts.category = .concert
    facts.targetDay = door.today.adding(5)
    service.put(item, facts, of: link)
    return (door.browser(owner), link, item)
  }

  func card(in text: String) -> Substring {
    guard let start = text.range(of: "id=\"live\"")?.lowerBound else { return "" }
    return text[start...].prefix { _ in true }
  }

  @Test func `a linked service has a card with its figures, its items and what can be asked`()
    async throws
  {
    let (browser, _, item) = try await linked()

    let page = await browser.get("/")

    #expect(page.status == 200)
    for told in ["Concert, ", "Planned", item.description, "/actions/live/addItem", "Tomorrow"] {
      #expect(card(in: page.text).contains(told), "\(told)")
    }
  }

  @Test(arguments: ServiceSilence.allCases)
  func `a service that says nothing is unavailable, with no number and everything else there`(
    silence: ServiceSilence
  ) async throws {
    let (browser, _, _) = try await linked()
    service.become(.silent(silence))

    let page = await browser.get("/")
    let directory = await browser.get("/directory")

    #expect(page.status == 200 && directory.status == 200)
    #expect(card(in: page.text).contains("Unavailable"))
    #expect(card(in: directory.text).contains("Unavailable"))
    #expect(!page.text.contains("Done this year") && !page.text.contains("/actions/live/"))
    let values = await browser.get("/v1/life/today", headers: ["Sec-Fetch-Site": "same-origin"])
    #expect(values.text.contains(#""app":"live","state":"unavailable","devices":1,"week":[]"#))
  }

  @Test func `a page does not wait for a service that hangs, and says that it asks`() async throws {
    let (browser, _, _) = try await linked()
    service.become(.hanging)

    let page = await browser.get("/")

    #expect(card(in: page.text).contains("Asking Live") && page.text.contains("data-pending"))
    service.become(.well)
  }

  @Test func `an item is set as done from the card, and that is taken back on Activity`()
    async throws
  {
    var (browser, link, item) = try await linked()
    let id = try hub.identifier() as ActionID

    let answer = await browser.post(
      "/actions/live/setStatus",
      [("id", id.description), ("back", "today"), ("item", item.description), ("status", "done")])

    #expect(answer.location == "/")
    #expect(service.items(of: link)[item]?.status == .done)
    let activity = await browser.get("/activity")
    #expect(activity.text.contains("Set a status") && activity.text.contains("Done"))
    #expect(activity.text.contains("/activity/\(id)/undo"))
  }

  @Test func `a service that nobody has linked is offered, and not asked`() async throws {
    let browser = door.browser(try await hub.makeOwner())

    let page = await browser.get("/")

    #expect(page.text.contains("Not linked") && page.text.contains(PlayedService.origin))
    #expect(service.asked.isEmpty)
  }

  @Test func `the link is on Devices like any other, and disconnecting it ends the asking`()
    async throws
  {
    var (browser, _, _) = try await linked()
    let owner = try #require(try await hub.desk.accounts().first).account.number
    let session = try #require(try await hub.service.deviceSessions(of: owner).first)
    #expect(await browser.get("/devices").text.contains("Live"))

    _ = await browser.post("/devices/\(session.id)")

    #expect(!(await browser.get("/").text.contains("id=\"live\"")))
    #expect(service.asked.isEmpty)
  }
}
