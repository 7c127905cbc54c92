import AnchorModel
import AppShellTesting
import Testing
import ToolboxHTTP

@testable import Anchor

@Suite struct AnchorPagesTests {
  private let visitor: Visitor<AnchorApp>

  init() throws { visitor = try Visitor() }

  @Test func `an empty day says so and offers to start`() async {
    let page = await visitor.get("/")

    #expect(page.status == 200)
    #expect(page.text.contains("Monday, 30 November 2026"))
    #expect(page.text.contains("Nothing yet today"))
    #expect(page.text.contains("25 min"))
  }

  @Test func `the timer is started, paused, resumed and done by plain forms`() async {
    let started = await visitor.post("/start", "title=Write+chapter&minutes=25&tags=book%2C+x")
    #expect(started.headers["Location"] == "/?done=1")
    var page = await visitor.get("/?done=1")
    #expect(page.text.contains("Write chapter"))
    #expect(page.text.contains("#book"))
    #expect(page.text.contains("25:00"))
    #expect(page.text.contains("Started."))
    #expect(page.headers["Refresh"] == "1501; url=/")

    wait(minutes: 10)
    _ = await visitor.post("/pause")
    page = await visitor.get("/")
    #expect(page.text.contains("15:00"))
    #expect(page.text.contains("Go on"))
    #expect(!page.text.contains("data-timer"))
    _ = await visitor.post("/resume")
    wait(minutes: 2)
    _ = await visitor.post("/done")
    page = await visitor.get("/")

    #expect(page.text.contains("What is next?"))
    #expect(page.text.contains("0:12"))
    #expect(page.text.contains("12 min · of 25 min planned"))
  }

  @Test func `what the script counts on is in the page`() async {
    _ = await visitor.post("/start", "title=&minutes=45&tags=")
    let since = visitor.bench.clock.nowMilliseconds / 1_000
    wait(minutes: 1)

    let page = await visitor.get("/").text

    #expect(
      page.contains(#"data-timer="" data-since="\#(since)" data-banked="0" data-planned="2700""#))
    #expect(page.contains("44:00"))
  }

  @Test func `an action is offered to be taken back, once and for a while`() async throws {
    _ = await visitor.post("/start", "title=write&minutes=25&tags=")
    let page = await visitor.get("/?done=1").text
    let undo = try #require(page.firstMatch(of: /action="(\/undo\/\d+)"/)?.1)
    wait(minutes: 2)
    #expect(await visitor.get("/?done=1").text.contains("/undo/") == false)

    let undone = await visitor.post(String(undo))
    let again = await visitor.post(String(undo))

    #expect(undone.status == 303)
    #expect(again.status == 409)
    #expect(await visitor.get("/").text.contains("Nothing yet today"))
  }

  @Test func `a plan that was met is over on the page, whenever it is opened`() async {
    _ = await visitor.post("/start", "title=write&minutes=25&tags=")
    wait(minutes: 500)

    let page = await visitor.get("/").text

    #expect(page.contains("What is next?"))
    #expect(page.contains("0:25"))
  }

  @Test func `other days are there by their address`() async throws {
    let yesterday = visitor.bench.clock.nowMilliseconds - 86_400_000
    _ = try await visitor.app.anchor.log(
      from: Instant(clamping: yesterday - 1_800_000), to: Instant(clamping: yesterday),
      words: words("reading"))

    let page = await visitor.get("/days/2026-11-29")

    #expect(page.text.contains("Sunday, 29 November 2026"))
    #expect(page.text.contains("reading"))
    #expect(await visitor.get("/days/2026-11-30").headers["Location"] == "/")
    #expect(await visitor.get("/days/nonsense").headers["Location"] == "/")
    #expect(await visitor.get("/days/0001-01-01").status == 200)
    #expect(await visitor.get("/days/9999-12-31").status == 200)
  }

  @Test func `a title is text, whatever it holds`() async {
    _ = await visitor.post(
      "/start", "title=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E&minutes=25&tags=%3Cb%3E")

    let page = await visitor.get("/").text

    #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;"))
    #expect(!page.contains("<img src=x"))
    #expect(!page.contains("<b>"))
  }

  @Test func `a length that no button sends is refused and starts nothing`() async {
    #expect(await visitor.post("/start", "title=x&minutes=9999").status == 422)
    #expect(await visitor.post("/start", "title=x&minutes=3").status == 409)
    #expect(await visitor.post("/start", "title=x").status == 422)
    #expect(await visitor.get("/").text.contains("Nothing yet today"))
  }

  private func wait(minutes: Int) {
    visitor.bench.clock.advance(milliseconds: Int64(minutes) * 60_000)
  }
}
