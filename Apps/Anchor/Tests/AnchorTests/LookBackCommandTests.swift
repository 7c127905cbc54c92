import AppShellTesting
import Testing

@testable import Anchor

@Suite struct LookBackCommandTests {
  private let terminal = Terminal()

  @Test func `a summary says what the days add up to`() async {
    await fill()

    let reply = await terminal.type("summary", "2026-11-28", "to", "2026-11-30")

    #expect(
      reply.output == """
        Sat 28 Nov 2026 to Mon 30 Nov 2026

          Focus      2 h 20 min in 3 sessions
          Completed  3 of 3 (100 %)
          Median     50 min, longest 1 h
          Deep       2 sessions of 45 min or more
          Best run   2 days, streak 2 days

        By day:
          Sat 28 Nov 2026       0 min
          Sun 29 Nov 2026  1 h 30 min  ████████████████████████
          Mon 30 Nov 2026      50 min  █████████████

        By tag:
          #book    50 min  ████████████████████
          #mail    30 min  ████████████
          without     1 h  ████████████████████████

        """)
  }

  @Test func `tags are asked for and left out`() async {
    await fill()

    let book = await terminal.type("summary", "4weeks", "--tag", "b*", "--json").output
    let noMail = await terminal.type("summary", "4weeks", "--without", "mail", "--json").output

    #expect(book.contains(#""sessions":1,"focusedSeconds":3000"#))
    #expect(noMail.contains(#""sessions":2,"focusedSeconds":6600"#))
  }

  @Test func `JSON has every day, hour, weekday and tag`() async throws {
    await fill()

    let json = await terminal.type("summary", ":week", "--json").output

    #expect(json.hasPrefix(#"{"from":"2026-11-30","to":"2026-11-30","sessions":1,"#))
    #expect(json.contains(#""days":[{"day":"2026-11-30","sessions":1,"focusedSeconds":3000}]"#))
    #expect(json.contains(#""tags":[{"tag":"book","sessions":1,"focusedSeconds":3000}]"#))
  }

  @Test func `days without a session say so`() async {
    #expect(await terminal.type("summary").output.contains("Nothing recorded."))
    #expect(await terminal.type("summary", "all").output.contains("Nothing recorded."))
    #expect(await terminal.type("summary", "lastyear").status == 0)
  }

  @Test(arguments: [
    ("chapter", ["Write chapter"]), ("CHAPTER write", ["Write chapter"]), ("über", ["Über Mails"]),
    ("ÜBER", ["Über Mails"]), ("book", ["Write chapter"]), ("100%", []), ("_", []),
    ("ma", ["Über Mails"]),
  ])
  func `a search finds every word in title and tags, in any case`(
    words: String, titles: [String]
  ) async {
    await fill()

    let reply = await terminal.type("search", words)

    let all = ["Write chapter", "Über Mails", "reading"]
    #expect(all.filter { reply.output.contains($0) } == all.filter(titles.contains))
    #expect(titles.isEmpty == (reply.output == "Nothing found.\n"))
  }

  @Test func `a search for nothing is refused`() async {
    #expect(await terminal.type("search").status == 2)
    #expect(await terminal.type("search", " ").status == 2)
  }

  private func fill() async {
    _ = await terminal.type("log", "yesterday", "8:00", "8:30", "Über Mails", "--tag", "mail")
    _ = await terminal.type("log", "yesterday", "9:00", "10:00", "reading")
    _ = await terminal.type("log", "50m", "Write chapter", "--tag", "book")
  }
}
