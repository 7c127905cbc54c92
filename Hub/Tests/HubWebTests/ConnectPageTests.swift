import HubContracts
import HubCore
import HubTesting
import Testing

/// From an app's code to the person's decision (SIGN-20…22).
@Suite struct ConnectPageTests {
  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws { door = try PageDoor() }

  func decide(
    _ asked: TestIdentity.Asked, _ decision: String, name: String = "Desk", password: String = ""
  ) -> [(String, String)] {
    [
      ("code", asked.offer.userCode.description), ("decision", decision), ("deviceName", name),
      ("password", password),
    ]
  }

  @Test func `the code shows what asks, and what approving would mean`() async throws {
    var browser = door.browser(try await hub.makeOwner())
    let asked = try await hub.ask()
    hub.clock.advance(3 * Milliseconds.minute)

    let review = await browser.post("/connect", [("code", asked.offer.userCode.description)])

    #expect(review.status == 200)
    for told in [
      "Connect Anchor?", "Anchor on Linux", "192.0.2.0/24", "3 minutes ago",
      String(asked.document.description.prefix(8)), "3 records that belong to nobody yet",
      "<strong><bdi>Ada</bdi></strong> for ever", hub.service.identity.fingerprint,
      "It cannot move to another account.",
    ] {
      #expect(review.text.contains(told), "\(told)")
    }
    #expect(!review.text.contains("another network"))
  }

  @Test func `approving lets the app in, and says what to do in it`() async throws {
    let owner = try await hub.makeOwner()
    var browser = door.browser(owner)
    let asked = try await hub.ask()

    let answer = await browser.post("/connect/decision", decide(asked, "approve"))

    #expect(answer.status == 200 && answer.text.contains("anchor approve"))
    guard case .signedIn(let signIn) = try await hub.redeem(asked) else {
      Issue.record("the app was not let in")
      return
    }
    #expect(signIn.session.account == owner.session.account)
    #expect(signIn.session.deviceName == "Desk")
  }

  @Test func `refusing keeps the app out, without a name or a password`() async throws {
    let owner = try await hub.makeOwner()
    let asked = try await hub.ask()
    var browser = door.browserAfterAWhile(owner)

    // Ten minutes are the life of a code as well, so this one is asked for anew.
    let again = try await hub.ask()
    let answer = await browser.post("/connect/decision", decide(again, "deny", name: ""))

    #expect(answer.text.contains("Refused"))
    guard case .denied = try await hub.redeem(again) else {
      Issue.record("the app was not refused")
      return
    }
    let old = await browser.post("/connect", [("code", asked.offer.userCode.description)])
    #expect(old.status == 422)
  }

  @Test func `a link's code is shown for comparing, and not looked up by opening it`() async throws
  {
    let browser = door.browser(try await hub.makeOwner())
    let asked = try await hub.ask()

    let page = await browser.get("/connect?code=\(asked.offer.userCode)")

    #expect(page.text.contains("Does your app show exactly this code?"))
    #expect(!page.text.contains("Approve"))
  }

  @Test func `an app in another network is warned about (SIGN-21)`() async throws {
    var browser = door.browser(try await hub.makeOwner())
    let asked = try await hub.ask(from: NetworkPrefix(peer: "203.0.113.9"))

    let review = await browser.post("/connect", [("code", asked.offer.userCode.description)])

    #expect(review.text.contains("It asks from another network than yours"))
    #expect(review.text.contains("203.0.113.0/24"))
  }

  @Test func `approving needs a fresh password (SIGN-22)`() async throws {
    let owner = try await hub.makeOwner()
    var browser = door.browserAfterAWhile(owner)
    let asked = try await hub.ask()

    let none = await browser.post("/connect/decision", decide(asked, "approve"))
    let wrong = await browser.post(
      "/connect/decision", decide(asked, "approve", password: "not mine, this one"))
    let right = await browser.post(
      "/connect/decision", decide(asked, "approve", password: TestIdentity.password))

    #expect(none.status == 422 && none.text.contains("Your password is needed for this."))
    #expect(wrong.status == 422 && wrong.text.contains("This is not your password."))
    #expect(wrong.text.contains("value=\"Desk\"") && !wrong.text.contains("not mine"))
    #expect(right.status == 200 && right.text.contains("Approved"))
  }

  @Test func `a name that cannot be shown is asked for again`() async throws {
    var browser = door.browser(try await hub.makeOwner())
    let asked = try await hub.ask()

    let answer = await browser.post("/connect/decision", decide(asked, "approve", name: "  "))

    #expect(answer.status == 422 && answer.text.contains("A name is needed."))
    guard case .pending = try await hub.redeem(asked) else {
      Issue.record("something was decided")
      return
    }
  }

  @Test func `a code that nobody waits with is told next to the field`() async throws {
    var browser = door.browser(try await hub.makeOwner())

    let answer = await browser.post("/connect", [("code", "BCDF-GHJK")])

    #expect(answer.status == 422 && answer.text.contains("No app waits with this code."))
    #expect(answer.text.contains("value=\"BCDF-GHJK\""))
  }

  @Test func `too many wrong codes are told how long to wait (SIGN-20)`() async throws {
    var browser = door.browser(try await hub.makeOwner())
    for _ in 0..<5 { _ = await browser.post("/connect", [("code", "BCDF-GHJK")]) }

    let answer = await browser.post("/connect", [("code", "BCDF-GHJK")])

    #expect(answer.status == 429 && answer.headers["Retry-After"] == "600")
    #expect(answer.text.contains("Wait 10 minutes"))
  }

  @Test func `a store of another account is refused for good`() async throws {
    let owner = try await hub.makeOwner()
    var guest = door.browser(try await hub.makeGuest())
    let signIn = try await hub.connect(owner)
    _ = try await hub.service.device(bearer: signIn.bearer.text, isUse: true)
    let asked = try await hub.ask(document: signIn.session.document)

    let answer = await guest.post("/connect/decision", decide(asked, "approve"))

    #expect(answer.status == 409 && answer.text.contains("This store has another owner"))
    #expect(!answer.text.contains("Ada"))
  }
}
