import HubWeb
import Testing

/// What browsers keep for when the Hub cannot be reached.
@Suite struct OfflineShellTests {
  private let door: PageDoor

  init() throws { door = try PageDoor() }

  @Test func `the kept page is the same for everybody, signed in or not`() async throws {
    let stranger = await door.browser().get("/unreached")
    let ada = await door.browser(try await door.hub.makeOwner()).get("/unreached")

    #expect(stranger.status == 200)
    #expect(stranger.text == ada.text)
    #expect(!ada.text.contains("Ada"))
  }

  @Test func `the worker keeps that page and every file that it names, and nothing else`()
    async throws
  {
    let browser = door.browser(try await door.hub.makeOwner())
    let worker = await browser.get("/worker.js")
    let page = await browser.get("/unreached").text

    let list = try #require(worker.text.firstMatch(of: /const files = \[(.*)\];/)).output.1
    let files = list.matches(of: /"([^"]+)"/).map { String($0.output.1) }
    let named = page.matches(of: /"(\/assets\/[^"]+)"/).map { String($0.output.1) }
      .filter { !$0.hasSuffix(".webmanifest") }

    #expect(worker.headers["Content-Type"] == "text/javascript; charset=utf-8")
    #expect(worker.headers["Cache-Control"] == "no-store")
    #expect(files.first == "/unreached")
    #expect(Set(files.dropFirst()) == Set(named))
    for file in files { #expect(await browser.get(file).status == 200, "\(file)") }
  }

  @Test func `pages let one policy name a worker`() async throws {
    let policy = await door.browser().get("/signin").headers["Content-Security-Policy"]

    #expect(policy?.contains("trusted-types hub-worker") == true)
    #expect(policy?.contains("require-trusted-types-for 'script'") == true)
    #expect(policy?.contains("script-src 'self';") == true)
  }

  @Test func `the manifest's addresses are all served`() async throws {
    let browser = door.browser()
    let page = await browser.get("/signin").text
    let path = try #require(page.firstMatch(of: /"(\/assets\/hub\.[^"]+\.webmanifest)"/)).output.1
    let manifest = await browser.get(String(path))

    let icons = manifest.text.matches(of: /"src":"([^"]+)"/).map { String($0.output.1) }
    #expect(manifest.headers["Content-Type"] == "application/manifest+json")
    #expect(icons.count == 3)
    for icon in icons {
      #expect(await browser.get(icon).headers["Content-Type"] == "image/png", "\(icon)")
    }
  }
}
