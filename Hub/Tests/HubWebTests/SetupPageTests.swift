import HubCore
import HubTesting
import Testing

/// The set-up page: there once, for who has the printed code (SIGN-02).
@Suite struct SetupPageTests {
  let door: PageDoor

  init() throws { door = try PageDoor() }

  func code() async throws -> String {
    try #require(try await door.hub.service.openSetup()).text
  }

  /// The form as a browser sends it; without `repeated` the password stands in both its fields.
  func fields(
    _ code: String, name: String = "Ada", password: String = TestIdentity.password,
    repeated: String? = nil
  ) -> [(String, String)] {
    [
      ("code", code), ("name", name), ("timeZone", "Europe/Berlin"), ("password", password),
      ("repeatedPassword", repeated ?? password),
    ]
  }

  @Test func `the form makes the owner, signs the browser in and leads to Today`() async throws {
    var browser = door.browser()

    let made = await browser.post("/setup", fields(try await code()))

    #expect(made.status == 303 && made.location == "/")
    #expect(await browser.get("/").text.contains("<bdi>Ada</bdi>"))
  }

  @Test func `the whole link may be pasted in place of the code`() async throws {
    var browser = door.browser()
    let link = " http://hub.localhost:8765/setup#t=\(try await code())\n"

    #expect(await browser.post("/setup", fields(link)).status == 303)
  }

  @Test func `what is wrong stands next to its field, and all but the password is kept`()
    async throws
  {
    var browser = door.browser()
    let code = try await code()

    let answer = await browser.post(
      "/setup", fields(code, name: "\u{202E}", password: "a word of mine"))

    #expect(answer.status == 422)
    #expect(answer.text.contains("id=\"field-name-error\""))
    #expect(answer.text.contains("It has fewer than 15 characters."))
    #expect(answer.text.contains("value=\"\(code)\""))
    #expect(answer.text.contains("<option value=\"Europe/Berlin\" selected>"))
    #expect(!answer.text.contains("a word of mine"))
  }

  @Test(arguments: ["violet kettle on a hull", ""])
  func `a password that was not typed the same twice makes nothing`(repeated: String) async throws {
    var browser = door.browser()
    let code = try await code()

    let answer = await browser.post("/setup", fields(code, name: "Grace", repeated: repeated))

    #expect(answer.status == 422)
    #expect(answer.text.contains("id=\"field-repeatedPassword-error\""))
    #expect(answer.text.contains("The two passwords differ."))
    #expect(!answer.text.contains("id=\"field-password-error\""))
    #expect(answer.text.contains("value=\"Grace\""))
    #expect(!answer.text.contains(TestIdentity.password))
    #expect(await browser.post("/setup", fields(code)).status == 303)
  }

  @Test func `without an open set-up the page is any unknown path, to the byte`() async throws {
    _ = try await door.hub.makeOwner()
    var browser = door.browser()

    let unknown = await browser.get("/nothing-of-the-kind")
    let shown = await browser.get("/setup")
    let posted = await browser.post(
      "/setup", fields(SecretToken(.setup, random: door.hub.random).text))

    for answer in [shown, posted] {
      #expect(answer.status == 404)
      #expect(answer.text == unknown.text)
      #expect(answer.headers.comparable == unknown.headers.comparable)
    }
    #expect(await browser.post("/nothing-of-the-kind").text == unknown.text)
  }

  @Test func `a wrong code is any unknown path too, while the page is open`() async throws {
    _ = try await code()
    var browser = door.browser()

    let answer = await browser.post("/setup", fields("hub_s1_wrong"))

    #expect(answer.status == 404)
    #expect(answer.text == (await browser.get("/nothing-of-the-kind")).text)
    #expect(await browser.get("/setup").status == 200)
  }
}
