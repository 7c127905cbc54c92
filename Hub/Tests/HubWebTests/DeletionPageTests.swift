import HubCore
import HubTesting
import Testing

/// Giving the account up on its page, and keeping it.
@Suite struct DeletionPageTests {
  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws { door = try PageDoor() }

  @Test func `a person gives the account up, signs in again and keeps it`() async throws {
    var browser = door.browser(try await hub.makeOwner())
    #expect(await browser.get("/account/delete").text.contains("Type the account's name"))

    let asked = await browser.post("/account/delete", [("name", "Ada")])
    let after = await browser.get("/account")
    let signedIn = await browser.post(
      "/signin", [("name", "Ada"), ("password", TestIdentity.password)])
    let offer = await browser.get("/account/delete")
    let kept = await browser.post("/account/keep")

    #expect(asked.status == 200 && asked.text.contains("Every browser and app was signed out"))
    #expect(after.status == 303 && after.location?.hasPrefix("/signin") == true)
    #expect(signedIn.location == "/account/delete")
    #expect(offer.text.contains("Keep my account"))
    #expect(kept.location == "/account")
    #expect(await browser.get("/account/delete").text.contains("Delete the account"))
  }

  @Test func `another name is refused beside the field`() async throws {
    var browser = door.browser(try await hub.makeOwner())

    let answer = await browser.post("/account/delete", [("name", "Bob")])

    #expect(answer.status == 422 && answer.text.contains("This is not the account's name."))
    #expect(await browser.get("/").status == 200)
  }

  @Test func `it is asked once more who one is`() async throws {
    var browser = door.browserAfterAWhile(try await hub.makeOwner())

    let form = await browser.get("/account/delete")
    let sent = await browser.post("/account/delete", [("name", "Ada")])

    #expect(form.location == "/verify?for=delete" && sent.location == "/verify?for=delete")
  }

  @Test func `the owner is told that others remain`() async throws {
    var browser = door.browser(try await hub.makeOwner())
    _ = try await hub.makeGuest()

    let answer = await browser.post("/account/delete", [("name", "Ada")])

    #expect(answer.status == 422 && answer.text.contains("goes last"))
  }
}
