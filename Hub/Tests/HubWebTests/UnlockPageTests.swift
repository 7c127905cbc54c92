import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxHTTP

/// What the Hub gives a browser that unlocks details; what the script makes of it is checked in Chromium.
@Suite struct UnlockPageTests {
  private static let sealed = "v1." + String(repeating: "QUJD", count: 90)
  private static let ofOurScript: HTTPHeaders = ["Sec-Fetch-Site": "same-origin"]
  private static let pages = ["/", "/timeline", "/directory"]

  private let door: PageDoor
  private let owner: SignedIn
  private var hub: TestIdentity { door.hub }

  init() async throws {
    door = try PageDoor()
    owner = try await door.hub.makeOwner()
    var facts = FoodEntryFacts()
    facts.at = Minute(number: door.today.number * 1_440 + 60)
    try await door.hub.push(
      [door.hub.record(facts, at: facts.at, sealed: Self.sealed)], to: .calorie,
      of: owner.session.account.number)
  }

  private func found(_ domain: Domain) async throws {
    let entry = SealedDirectoryAppend(domain: domain, index: 0, entry: "Zmlyc3Q")
    let answer = try await hub.database.append(entry, of: owner.session.account.number)
    #expect(answer.isAppended)
  }

  @Test func `where nothing is sealed, no page speaks of it`() async throws {
    let browser = door.browser(owner)

    for page in Self.pages {
      #expect(!(await browser.get(page).text.contains("/unlock\"")), "\(page)")
    }
    let unlock = await browser.get("/unlock")
    #expect(unlock.plainText.contains("Nothing is sealed yet"))
    #expect(!unlock.text.contains("<textarea"))
  }

  @Test func `the form for the words can send nothing, and says whom it trusts`() async throws {
    try await found(.calorie)
    try await found(.anchor)

    let page = await door.browser(owner).get("/unlock")

    let field = try #require(page.text.split(separator: "<textarea").last?.prefix { $0 != ">" })
    #expect(!field.contains(" name="))
    #expect(page.text.contains("data-unlock=\"anchor calorie\""))
    #expect(page.text.contains("data-account=\"\(owner.session.account.id)\""))
    #expect(page.text.contains("data-hub=\"\(hub.service.identity.id)\""))
    #expect(page.plainText.contains("This trusts the script that this Hub serves"))
    #expect(await door.browser().get("/unlock").location?.hasPrefix("/signin") == true)
  }

  @Test func `the pages offer to unlock, and leave room for what a record is called`() async throws
  {
    try await found(.calorie)
    let browser = door.browser(owner)

    for page in Self.pages {
      #expect(await browser.get(page).text.contains("href=\"/unlock\""), "\(page)")
    }
    let timeline = await browser.get("/timeline").text
    #expect(timeline.contains("data-detail=\"calorie/foodEntry-"))
    #expect(timeline.contains("data-version=\"1\""))
    #expect(!timeline.contains("QUJD"))
    let guest = door.browser(try await hub.makeGuest())
    #expect(!(await guest.get("/timeline").text.contains("/unlock\"")))
  }

  @Test func `a person's own browser gets the records still sealed, page by page`() async throws {
    let browser = door.browser(owner)

    let first = await records("domain=calorie", browser)
    let page = try PullPage.read(Array(first.text.utf8), domain: .calorie)
    let behind = await records("domain=calorie&cursor=\(page.cursor.number)", browser)

    #expect(page.changes.map { $0.readBody()?.sealed } == [Self.sealed])
    #expect(!page.hasMore)
    #expect(try PullPage.read(Array(behind.text.utf8), domain: .calorie).changes.isEmpty)
    #expect(await records("domain=nowhere", browser).status == 400)
    #expect(await records("domain=calorie&cursor=-1", browser).status == 400)
  }

  @Test func `nobody else gets them`() async throws {
    let guest = door.browser(try await hub.makeGuest())
    let device = try await hub.connect(owner, client: "calorie")
    var bearer = Self.ofOurScript
    bearer["Authorization"] = "Bearer \(device.bearer.text)"
    let path = "/v1/sealed/records?domain=calorie"

    let theirs = await records("domain=calorie", guest)

    #expect(try PullPage.read(Array(theirs.text.utf8), domain: .calorie).changes.isEmpty)
    #expect(await door.browser().get(path, headers: bearer).status == 401)
    #expect(await door.browser().get(path, headers: Self.ofOurScript).status == 401)
    let foreign = await door.browser(owner).get(path, headers: ["Sec-Fetch-Site": "cross-site"])
    #expect(foreign.status == 403)
  }

  private func records(_ query: String, _ browser: Browser) async -> Browser.Answer {
    await browser.get("/v1/sealed/records?\(query)", headers: Self.ofOurScript)
  }
}
