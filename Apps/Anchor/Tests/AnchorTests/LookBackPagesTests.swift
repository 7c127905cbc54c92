import AnchorModel
import AppShellTesting
import Testing
import ToolboxHTTP

@testable import Anchor

@Suite struct LookBackPagesTests {
  private let visitor: Visitor<AnchorApp>

  init() throws { visitor = try Visitor() }

  @Test func `with nothing recorded the page says so in every stretch`() async {
    for days in ["", "?days=all", "?days=lastyear", "?days=nonsense", "?from=2026-01-01&to=x"] {
      let page = await visitor.get("/look-back\(days)")

      #expect(page.status == 200 && page.text.contains("Nothing in these days"))
    }
  }

  @Test func `the figures of the days are shown, and drawings say what they show`() async throws {
    try await fill()

    let page = await visitor.get("/look-back").text

    #expect(page.contains("Tue 3 Nov 2026 to Mon 30 Nov 2026"))
    #expect(page.contains("2:20"))
    #expect(page.contains("longest 1:00 h"))
    #expect(page.contains("now 2 days in a row"))
    #expect(
      page.contains("Focus by day. 2 of 28 with something; the most Sun 29 Nov 2026, 1 h 30 min."))
    #expect(page.contains("Focus by weekday and hour. 3 of 168 with something"))
    #expect(page.contains(#"href="/look-back?days=4weeks&amp;tag=book""#))
  }

  @Test func `a tag narrows everything, and other days keep it`() async throws {
    try await fill()

    let page = await visitor.get("/look-back?days=week&tag=book").text

    #expect(page.contains("Of #book"))
    #expect(page.contains("0:50"))
    #expect(page.contains(#"href="/look-back?days=year&amp;tag=book""#))
    let none = await visitor.get("/look-back?tag=%3Cscript%3E")
    #expect(none.text.contains("Nothing in these days") && !none.text.contains("<script>"))
  }

  @Test func `days can be written out, from the first to the last of the calendar`() async throws {
    try await fill()

    let one = await visitor.get("/look-back?from=2026-11-30&to=2026-11-30").text
    let all = await visitor.get("/look-back?from=0001-01-01&to=9999-12-31")
    let future = await visitor.get("/look-back?from=2030-01-01&to=9999-12-31")

    #expect(one.contains("Monday, 30 November 2026") && one.contains("0:50"))
    #expect(all.status == 200 && all.text.contains("2:20"))
    #expect(future.status == 200 && future.text.contains("Nothing in these days"))
  }

  @Test func `a search shows what it found with the way to its day`() async throws {
    try await fill()

    let found = await visitor.get("/search?q=CHAPTER").text
    let none = await visitor.get("/search?q=%22%3E%3Cb%3E").text

    #expect(found.contains("Write chapter") && found.contains(#"href="/days/2026-11-30""#))
    #expect(none.contains("Nothing found") && !none.contains("<b>"))
    #expect(await visitor.get("/search?q=+").headers["Location"] == "/look-back")
  }

  @Test(arguments: [
    ("csv", "text/csv; charset=utf-8", "started,ended,"),
    ("json", "application/json", #"{"format":"anchor.sessions""#),
    ("ics", "text/calendar; charset=utf-8", "BEGIN:VCALENDAR"),
  ])
  func `the same days can be taken along as a file`(
    format: String, type: String, beginning: String
  ) async throws {
    try await fill()

    let file = await visitor.get("/export/\(format)?days=week")

    #expect(file.status == 200 && file.headers["Content-Type"] == type)
    #expect(
      file.headers["Content-Disposition"] == "attachment; filename=\"anchor-week.\(format)\"")
    #expect(file.headers["Cache-Control"] == "no-store")
    #expect(file.text.hasPrefix(beginning))
    #expect(file.text.contains("Write chapter") && !file.text.contains("reading"))
    #expect(await visitor.get("/export/exe").headers["Location"] == "/look-back")
  }

  private func fill() async throws {
    let now = Instant(clamping: visitor.bench.clock.nowMilliseconds)
    let yesterday = now.adding(seconds: -86_400)
    _ = try await visitor.app.anchor.log(
      from: yesterday.adding(seconds: -7_200), to: yesterday.adding(seconds: -3_600),
      words: words("reading"))
    _ = try await visitor.app.anchor.log(
      from: yesterday.adding(seconds: -1_800), to: yesterday, words: words("Mails", tags: ["mail"]))
    _ = try await visitor.app.anchor.log(
      from: now.adding(seconds: -3_000), to: now, words: words("Write chapter", tags: ["book"]))
  }
}
