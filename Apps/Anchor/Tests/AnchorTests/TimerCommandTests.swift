import Testing

@testable import Anchor

@Suite struct TimerCommandTests {
  private let terminal = Terminal()

  @Test func `a session from its start to its end`() async {
    let start = await terminal.type("focus", "25", "write chapter", "--tag", "book")
    #expect(start.output == "write chapter #book: 25 min left, until 09:25.\n")
    terminal.wait(minutes: 10)
    #expect(
      await terminal.type("pause").output
        == "Paused after 10 min: write chapter #book. Go on with: anchor resume\n")
    terminal.wait(minutes: 5)
    #expect(
      await terminal.type("resume").output
        == "write chapter #book: 15 min left, until 09:30.\n")
    terminal.wait(minutes: 3)
    #expect(await terminal.type("done").output == "Done: write chapter #book, 13 min.\n")

    let today = await terminal.type("today")

    #expect(
      today.output == """
        Monday, 30 November 2026

          09:00  13 min  write chapter #book (of 25 min planned)

        13 min in 1 session, streak 1 day.

        """)
    #expect(today.status == 0)
  }

  @Test(arguments: [
    (["focus"], 1_500, ""), (["focus", "write"], 1_500, "write"),
    (["focus", "1h30", "deep", "work"], 5_400, "deep work"),
    (["focus", "3", "letters", "--open"], 0, "3 letters"), (["focus", "-o", "write"], 0, "write"),
  ])
  func `a length and a title are told apart`(
    words: [String], seconds: Int, title: String
  ) throws {
    let wish = FocusWish(
      words.dropFirst().filter { !$0.hasPrefix("-") }, isOpen: words.contains { $0.hasPrefix("-") })

    #expect(wish.plannedSeconds == seconds)
    #expect(wish.title == title)
  }

  @Test func `a start says which session it ended`() async {
    _ = await terminal.type("focus", "--open", "first")
    terminal.wait(minutes: 7)

    let second = await terminal.type("focus", "50", "second")

    #expect(second.output == "Ended: first, 7 min.\nsecond: 50 min left, until 09:57.\n")
  }

  @Test func `undo says what it took back`() async {
    _ = await terminal.type("focus", "write")

    #expect(await terminal.type("undo").output == "Taken back: the start of \"write\".\n")
    let again = await terminal.type("undo")
    #expect(again.status == 1)
    #expect(
      again.complaints == "anchor: There is nothing to take back.\nNothing was changed.\n")
  }

  @Test func `refusals say what to do and have a status of their own`() async {
    let paused = await terminal.type("pause")
    let long = await terminal.type("focus", "4h")
    let unknown = await terminal.type("fokus")

    #expect(paused.status == 1)
    #expect(
      paused.complaints
        == "anchor: No session is running.\nStart one with: anchor focus 25 \"what for\"\n")
    #expect(long.complaints.contains("5 to 180 minutes"))
    #expect(unknown.status == 2)
    #expect(unknown.complaints.contains("Did you mean focus?"))
  }

  @Test func `without words the day is shown`() async {
    #expect(await terminal.type().output.contains("Nothing yet."))
  }

  @Test func `an escape sequence in a title does not reach the terminal`() async {
    let reply = await terminal.type("focus", "25", "a\u{1B}[2Jb\u{202E}c")

    #expect(!reply.output.contains("\u{1B}"))
    #expect(!reply.output.contains("\u{202E}"))
  }

  @Test func `JSON is one value for other programs`() async {
    _ = await terminal.type("focus", "25", "write \"x\"", "--tag", "a")
    terminal.wait(minutes: 1)

    let reply = await terminal.type("today", "--json")
    let refusal = await terminal.type("resume", "--json")

    #expect(
      reply.output.contains(
        #""state":"running","startedAt":"2026-11-30T08:00:00Z","focusedSeconds":60"#))
    #expect(reply.output.contains(#""title":"write \"x\"","tags":["a"]"#))
    #expect(refusal.status == 1)
    #expect(refusal.complaints.hasPrefix(#"{"error":{"code":"anchor.already_running""#))
  }
}
