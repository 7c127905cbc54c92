import HubCore
import HubTesting
import Testing

/// The Account page, joining by its links, and giving the password again.
@Suite struct AccountPageTests {
  let door: PageDoor
  var hub: TestIdentity { door.hub }

  init() throws { door = try PageDoor() }

  /// The code in the link that a page shows.
  func code(in page: Browser.Answer) throws -> String {
    let link = try #require(page.text.firstMatch(of: /\/join#t=(hub_i1_[A-Za-z0-9_-]{49})/))
    return String(link.1)
  }

  func fields(_ code: String, name: String = "Bob") -> [(String, String)] {
    [
      ("code", code), ("name", name), ("timeZone", "UTC"), ("password", TestIdentity.password),
      ("repeatedPassword", TestIdentity.password),
    ]
  }

  @Test func `the owner invites, and whoever has the link joins once`() async throws {
    var owner = door.browser(try await hub.makeOwner())
    var guest = door.browser()
    #expect(await guest.get("/join").text == (await guest.get("/nothing")).text)

    let code = try code(in: await owner.post("/account/invite"))
    #expect(await guest.get("/join").text.contains("You were invited."))
    let joined = await guest.post("/join", fields("http://hub.localhost:8765/join#t=\(code)"))

    #expect(joined.status == 303 && joined.location == "/")
    #expect(await guest.get("/").text.contains("<bdi>Bob</bdi>"))
    var late = door.browser()
    #expect(await late.post("/join", fields(code, name: "Eve")).status == 404)
  }

  @Test func `a name that is taken is told next to the field`() async throws {
    _ = try await hub.makeOwner()
    let code = try #require(try await hub.desk.invite())

    let answer = await door.browserPosting("/join", fields(code.text, name: "ada"))

    #expect(answer.status == 422 && answer.text.contains("Somebody here is called so already."))
  }

  @Test func `who is not the owner invites nobody and sees no such button`() async throws {
    _ = try await hub.makeOwner()
    var guest = door.browser(try await hub.makeGuest())

    #expect(!(await guest.get("/account")).text.contains("Invite somebody"))
    #expect(await guest.post("/account/invite").status == 404)
    #expect(await guest.post("/account/invitations/withdraw").status == 404)
  }

  @Test func `open links are counted, and can be withdrawn`() async throws {
    var owner = door.browser(try await hub.makeOwner())
    let code = try code(in: await owner.post("/account/invite"))
    #expect(await owner.get("/account").text.contains("1 link is open"))

    let answer = await owner.post("/account/invitations/withdraw")

    #expect(answer.location == "/account")
    #expect(await door.browserPosting("/join", fields(code)).status == 404)
  }

  @Test func `inviting asks for the password again where it is not fresh (SES-10)`() async throws {
    var owner = door.browserAfterAWhile(try await hub.makeOwner())

    let asked = await owner.post("/account/invite")
    #expect(asked.status == 303 && asked.location == "/verify?for=account")
    let wrong = await owner.post("/verify", [("for", "account"), ("password", "not this one")])
    let right = await owner.post(
      "/verify", [("for", "account"), ("password", TestIdentity.password)])

    #expect(wrong.status == 422 && wrong.text.contains("This is not your password."))
    #expect(right.location == "/account")
    #expect(await owner.post("/account/invite").status == 200)
    #expect(await owner.get("/verify?for=account").location == "/account")
  }

  @Test func `what happened around signing in is listed in words`() async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.service.signIn(
      name: "Ada", with: .init(password: "wrong"), replacing: nil,
      from: NetworkPrefix(peer: "203.0.113.4"))

    let page = await door.browser(owner).get("/account")

    #expect(page.text.contains("Account made by the set-up link"))
    #expect(page.text.contains("Sign-in refused with the password"))
    #expect(page.text.contains("203.0.113.0/24"))
  }
}
