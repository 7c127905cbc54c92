import HubContracts
import HubCore
import HubTesting
import Testing

/// Asking an app from Today, and the page on which a person sees what became of it.
@Suite struct ActivityPageTests {
  let door: PageDoor
  let owner: SignedIn
  let desk: DeviceSignIn
  var hub: TestIdentity { door.hub }

  private static let id = "3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f"
  private static let start = "/actions/anchor/startFocus"

  init() async throws {
    door = try PageDoor()
    owner = try await door.hub.makeOwner()
    desk = try await door.hub.connect(owner)
    try await door.hub.actions.setPerformed(
      [ActionName(.anchor, "startFocus"), ActionName(.anchor, "finishFocus")], by: desk.session)
  }

  @Test func `Today offers what the app performs, and its form asks for it once (ACT-03)`()
    async throws
  {
    var browser = door.browser(owner)
    let today = await browser.get("/").text
    let fields = [("id", Self.id), ("minutes", "25"), ("back", "today")]

    let first = await browser.post(Self.start, fields)
    let second = await browser.post(Self.start, fields)

    #expect(today.contains("Start focus") && today.contains("Finish focus"))
    #expect(!today.contains("Check a habit in"))
    #expect(first.location == "/" && second.location == "/")
    #expect(try await actions().map(\.id.description) == [Self.id])
    let after = await browser.get("/").text
    #expect(after.contains("Start focus, 25 minutes") && after.contains("Waits for Anchor"))
    #expect(after.contains("data-pending"))
  }

  @Test func `an app that is not connected is offered nothing to do`() async throws {
    _ = try await hub.service.signOutDevice(token: desk.bearer.text)

    #expect(!(await door.browser(owner).get("/").text.contains("Start focus")))
  }

  @Test(arguments: [
    [("id", "no id"), ("minutes", "25")], [("id", Self.id), ("minutes", "999")],
    [("id", Self.id), ("minutes", "many")], [("id", Self.id)],
  ])
  func `a form that breaks the contract asks for nothing and says so`(
    fields: [(String, String)]
  ) async throws {
    var browser = door.browser(owner)

    let answer = await browser.post(Self.start, fields)

    #expect(answer.location == "/activity?problem=invalid")
    #expect(try await actions().isEmpty)
    #expect(
      await browser.get("/activity?problem=invalid").text.contains("That was not understood"))
  }

  @Test func `the page says who, when, on which device and in which state, and takes back`()
    async throws
  {
    let id = try await hub.ask(for: StartFocus(minutes: 25), by: owner)
    let ref = RecordID(type: "focusSession", uuid: Self.id)
    try await hub.perform(
      id, by: desk,
      .applied(
        refs: [ref],
        inverse: .takeBack(in: .anchor, requiring: ActionPrecondition(ref, Version(1)))))
    var browser = door.browser(owner)

    let done = await browser.get("/activity").text
    let answer = await browser.post("/activity/\(id)/undo", [("back", "activity")])
    let asked = await browser.get("/activity").text

    #expect(done.contains("Asked by you") && done.contains("on <bdi>Desk</bdi>"))
    #expect(done.contains("Done") && done.contains("/activity/\(id)/undo"))
    #expect(answer.location == "/activity" && asked.contains("Being taken back"))
  }

  @Test func `without an action the page says how to begin, and with many it has more pages`()
    async throws
  {
    let browser = door.browser(owner)
    let empty = await browser.get("/activity").text
    for _ in 0..<(ActionService.pageMax + 1) {
      hub.clock.advance(2_000)
      try await hub.ask(for: FinishFocus(), by: owner)
    }

    let first = await browser.get("/activity").text
    let second = await browser.get("/activity?before=2").text

    #expect(empty.contains("Nothing asked yet"))
    #expect(first.contains("/activity?before=2") && first.contains("Older"))
    #expect(second.contains("Newest") && !second.contains("Older"))
    #expect(second.split(separator: "action-item").count == 2)
  }

  @Test func `cancelling and declining are buttons, and what an app has is not taken from it`()
    async throws
  {
    var browser = door.browser(owner)
    let id = try await hub.ask(for: FinishFocus(), by: owner)
    let export = hub.actions.newID()
    _ = try await hub.actions.propose(
      ActionProposal(export, .exportLocal, of: .anchor), by: owner.session)
    _ = try await hub.lease(id, to: desk)

    let held = await browser.post("/activity/\(id)/cancel")
    let declined = await browser.post("/activity/\(export)/decline", [("back", "activity")])

    #expect(held.location == "/activity?problem=held" && declined.location == "/activity")
    #expect(try await hub.state(of: id, of: owner) == .leased)
    #expect(try await hub.state(of: export, of: owner) == .declined)
  }

  @Test func `approving high risk in an old session leads to the password first (SES-10)`()
    async throws
  {
    let id = hub.actions.newID()
    _ = try await hub.actions.propose(
      ActionProposal(id, .forgetHubData, of: .anchor), by: owner.session)
    var browser = door.browserAfterAWhile(owner)

    let stale = await browser.post("/activity/\(id)/approve")
    _ = await browser.post("/verify", [("for", "activity"), ("password", TestIdentity.password)])
    let fresh = await browser.post("/activity/\(id)/approve", [("back", "activity")])

    #expect(stale.location == "/verify?for=activity" && fresh.location == "/activity")
    #expect(try await hub.state(of: id, of: owner) == .queued)
  }

  @Test func `another person's action is not there (ISO)`() async throws {
    let id = try await hub.ask(for: FinishFocus(), by: owner)
    var guest = door.browser(try await hub.makeGuest())

    #expect(await guest.post("/activity/\(id)/cancel").status == 404)
    #expect(await guest.post("/activity/\(id)/undo").status == 404)
    #expect(await guest.get("/activity").text.contains("Nothing asked yet"))
    #expect(try await hub.state(of: id, of: owner) == .queued)
  }

  private func actions() async throws -> [AskedAction] {
    try await hub.actions.actions(of: owner.session.account.number).actions
  }
}
