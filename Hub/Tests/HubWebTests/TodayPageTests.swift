import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxHTTP
import ToolboxJSON
import WebInterface

/// Today, from an app's push to what a person reads.
@Suite struct TodayPageTests {
  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws { door = try PageDoor() }

  func minute(_ text: String) throws -> Minute { try #require(Minute(text)) }

  @Test func `a pushed summary is on Today with its exact minutes`() async throws {
    var browser = door.browser()
    let code = try #require(try await hub.service.openSetup())
    _ = await browser.post(
      "/setup",
      [
        ("code", code.text), ("name", "Ada"), ("timeZone", "Europe/Berlin"),
        ("password", TestIdentity.password), ("repeatedPassword", TestIdentity.password),
      ])
    let asked = try await hub.ask()
    _ = await browser.post(
      "/connect/decision",
      [
        ("code", asked.offer.userCode.description), ("decision", "approve"), ("deviceName", "Desk"),
      ])
    guard case .signedIn(let signIn) = try await hub.redeem(asked) else {
      Issue.record("the app was not let in")
      return
    }
    let push = PushRequest(
      domain: .anchor, device: try hub.identifier(),
      mutations: [hub.summary(door.today, focusedMinutes: 125, sessions: 3, streak: 12)])
    let pushed = await door.door.send(
      .post, "/v1/sync/push",
      headers: [
        "Authorization": "Bearer \(signIn.bearer.text)", "Content-Type": "application/json",
        "Sync-Protocol": "2",
      ], body: String(decoding: push.json, as: UTF8.self))
    #expect(pushed.status == 200)

    let page = await browser.get("/")

    #expect(page.status == 200)
    #expect(page.plainText.contains("2 h 05 min"))
    #expect(page.text.contains("datetime=\"PT125M\""))
    #expect(page.plainText.contains("12 days") && page.plainText.contains("as of 09:00"))
    #expect(page.plainText.contains("Friday, 15 January"))
  }

  @Test func `what is not known is a dash and never a zero`() async throws {
    let owner = try await hub.makeOwner()
    try await hub.push(
      [hub.summary(door.today.adding(-1), focusedMinutes: 95, streak: 11)],
      of: owner.session.account.number)

    let page = await door.browser(owner).get("/")

    #expect(page.plainText.contains("not known"))
    #expect(page.plainText.contains("Last heard of yesterday: 1 h 35 min, streak 11 days."))
    #expect(!page.plainText.contains("0 min"))
  }

  @Test func `an app that did something today is not said to have nothing, until that is undone`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner)
    let browser = door.browser(owner)
    let before = await browser.get("/")
    let record = RecordID(type: "focusSession", uuid: hub.random.uuid())
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    try await hub.perform(
      id, by: device,
      .applied(
        refs: [record],
        inverse: .takeBack(in: .anchor, requiring: ActionPrecondition(record, Version(1)))))

    let done = await browser.get("/")
    guard case .asked(_, let undo?)? = try await hub.actions.undo(id, by: owner.session) else {
      throw Unexpected.answer
    }
    try await hub.perform(undo.id, by: device)
    let undone = await browser.get("/")

    #expect(before.plainText.contains("Nothing yet"))
    #expect(done.plainText.contains("The day has begun"))
    #expect(!done.plainText.lowercased().contains("nothing yet"))
    #expect(undone.plainText.contains("Nothing yet"))
  }

  @Test func `a day that is known to be zero says zero`() async throws {
    let owner = try await hub.makeOwner()
    try await hub.push(
      [hub.summary(door.today, focusedMinutes: 0, sessions: 0, streak: 0)],
      of: owner.session.account.number)

    #expect(await door.browser(owner).get("/").plainText.contains("0 min"))
  }

  @Test func `the timeline tells sessions by their times and minutes`() async throws {
    let owner = try await hub.makeOwner()
    try await hub.push(
      [
        hub.focusSession(
          from: try minute("2027-01-15T06:40:00Z"), to: try minute("2027-01-15T07:10:00Z"),
          focusedMinutes: 25),
        hub.focusSession(
          from: try minute("2027-01-15T07:50:00Z"), to: nil, focusedMinutes: 0, completed: false),
      ], of: owner.session.account.number)
    _ = try await hub.connect(owner)

    let page = await door.browser(owner).get("/")

    #expect(page.text.contains("<time datetime=\"2027-01-15T07:40+01:00\">07:40</time>"))
    #expect(page.plainText.contains("Focus, 25 min until 08:10, completed"))
    #expect(page.plainText.contains("08:50 Anchor: Focus, under way"))
  }

  @Test func `sessions that came after the sum are pointed out until the sum follows`() async throws
  {
    let account = try await hub.makeOwner()
    let number = account.session.account.number
    let begun = hub.focusSession(
      from: try minute("2027-01-15T07:55:00Z"), to: nil, focusedMinutes: 0, completed: false)
    try await hub.push([hub.summary(door.today, focusedMinutes: 0)], of: number)
    hub.clock.advance(60_000)
    try await hub.push([begun], of: number)
    let browser = door.browser(account)
    let line = "Newer sessions are in the day's list; the sum follows"
    #expect(await !browser.get("/").plainText.contains(line), "it adds nothing to the sum yet")

    let session = hub.focusSession(
      from: try minute("2027-01-15T07:30:00Z"), to: try minute("2027-01-15T07:55:00Z"),
      focusedMinutes: 25)
    try await hub.push([session], of: number)
    #expect(await browser.get("/").plainText.contains("\(line) within half an hour."))

    hub.clock.advance(30 * 60_000)
    #expect(await browser.get("/").plainText.contains("\(line) when Anchor syncs again."))

    try await hub.push([hub.summary(door.today, focusedMinutes: 25, base: 1)], of: number)
    #expect(await !browser.get("/").plainText.contains(line))
  }

  @Test func `with no app connected the page has the exact commands`() async throws {
    let page = await door.browser(try await hub.makeOwner()).get("/")

    #expect(page.text.contains("<code>anchor connect http://hub.localhost:8765</code>"))
    #expect(page.text.contains("<code>anchor approve</code>"))
    #expect(!page.text.contains("id=\"timeline\""))
  }

  @Test(arguments: [
    ("/srv/anchor", "/srv/anchor"), ("/home/ada/it's here", #"'/home/ada/it'\''s here'"#),
  ])
  func `commands name the folder of an app's data where it is not the usual one`(
    folder: String, word: String
  ) async throws {
    let door = try PageDoor(appData: ["anchor": folder])
    let owner = try await door.hub.makeOwner()

    let page = await door.browser(owner).get("/")
    let connect = await door.browser(owner).get("/connect")

    let option = HTML("--data \(word)").markup
    let command = "<code>anchor connect http://hub.localhost:8765 \(option)</code>"
    #expect(page.text.contains(command) && connect.text.contains(command))
    #expect(page.text.contains("<code>anchor approve \(option)</code>"))
  }

  @Test func `an app's own page is linked where it is known`() async throws {
    let origin = try #require(SiteOrigin("http://anchor.localhost:8766"))
    let door = try PageDoor(appPages: ["anchor": origin])
    let owner = try await door.hub.makeOwner()
    _ = try await door.hub.connect(owner)

    #expect(
      await door.browser(owner).get("/").text.contains("href=\"http://anchor.localhost:8766/\""))
  }

  @Test func `a new device is pointed out for a week (SIGN-25)`() async throws {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    let link = "/devices/\(signIn.session.id)"

    #expect(await door.browser(owner).get("/").text.contains(link))
    for _ in 0..<7 {
      hub.clock.advance(Milliseconds.day - 1)
      _ = await door.browser(owner).get("/")
    }
    hub.clock.advance(10)
    #expect(await !door.browser(owner).get("/").text.contains(link))
  }

  // MARK: - Values

  @Test func `the day as JSON has facts as they were sent`() async throws {
    let owner = try await hub.makeOwner()
    try await hub.push(
      [hub.summary(door.today, focusedMinutes: 125)], of: owner.session.account.number)

    let answer = await door.browser(owner).get(
      "/v1/life/today", headers: ["Sec-Fetch-Site": "same-origin"])
    let json = try JSONNode.parse(Array(answer.text.utf8))

    #expect(json["day"]?.value == .string("2027-01-15"))
    #expect(json["start"]?.value == .string("2027-01-14T23:00:00Z"))
    #expect(
      answer.text.contains(
        #"{"app":"anchor","state":"today","devices":0,"summary":{"facts":{"focusedMinutes":125,"#))
    #expect(
      answer.text.contains(
        #"{"app":"calorie","state":"not_connected","devices":0,"week":[{"day":"2027-01-09"},"#))
  }

  @Test func `the day as JSON has what waits on an app's devices together, where it has any`()
    async throws
  {
    let owner = try await hub.makeOwner()
    for counts in [(2, 1), (999, 0)] as [(Int64, Int64)] {
      let device = try await hub.connect(owner)
      try await hub.service.setAttention(
        AttentionCounts(conflicts: counts.0, quarantined: counts.1), of: device.session)
    }

    let answer = await door.browser(owner).get(
      "/v1/life/today", headers: ["Sec-Fetch-Site": "same-origin"])

    #expect(
      answer.text.contains(
        #""app":"anchor","state":"nothing_yet","devices":2,"#
          + #""attention":{"conflicts":1000,"quarantined":1},"week""#))
    #expect(answer.text.ranges(of: "attention").count == 1)
  }

  @Test func `a device reads its own app's day and no other's (SIGN-23)`() async throws {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)

    let answer = await door.door.send(
      .get, "/v1/life/today", headers: ["Authorization": "Bearer \(signIn.bearer.text)"])
    let text = String(decoding: try #require(answer.bytes), as: UTF8.self)

    #expect(answer.status == 200)
    #expect(text.contains(#""app":"anchor""#) && !text.contains("calorie"))
    guard
      case .session(let session) = try await hub.service.device(
        bearer: signIn.bearer.text, isUse: false)
    else {
      Issue.record("the session is over")
      return
    }
    #expect(!session.isInUse, "reading the day binds no store")
  }

  @Test(arguments: ["cross-site", "same-site", "none"])
  func `another site cannot read the day (SES-32)`(site: String) async throws {
    let browser = door.browser(try await hub.makeOwner())

    #expect(await browser.get("/v1/life/today", headers: ["Sec-Fetch-Site": site]).status == 403)
    #expect(
      await door.browser().get("/v1/life/today", headers: ["Sec-Fetch-Site": "same-origin"]).status
        == 401)
  }
}

extension Browser.Answer {
  /// The text that a person reads, with one space where elements or lines were.
  var plainText: String {
    var text = ""
    var isInTag = false
    for character in self.text {
      switch character {
      case "<": isInTag = true
      case ">":
        isInTag = false
        text.append(" ")
      default: if !isInTag { text.append(character) }
      }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing(" ,", with: ",").replacing(" .", with: ".")
  }
}
