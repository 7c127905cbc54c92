import AnchorModel
import AppShell
import Testing
import ToolboxCommandLine

@testable import Anchor

@Suite struct LogCommandTests {
  private let terminal = Terminal()

  /// Monday 2026-11-30, 09:00 in Berlin.
  private let clock = LocalClock(now: 1_796_025_600) { _ in 3_600 }

  @Test(arguments: [
    ("8:00 8:45 write chapter", -3_600, -900, "write chapter"),
    ("45m write", -2_700, 0, "write"),
    ("1h30 write", -5_400, 0, "write"),
    ("45", -2_700, 0, ""),
    ("8:00 45m write", -3_600, -900, "write"),
    ("8:00 now write", -3_600, 0, "write"),
    ("yesterday 18:30 19:15 reading", -52_200, -49_500, "reading"),
    ("yesterday 23:30 0:15 late", -34_200, -31_500, "late"),
    ("9:30 10:00 of yesterday", -84_600, -82_800, "of yesterday"),
    ("fri 9:00 9:45", -259_200, -256_500, ""),
    ("2 h ago 30 min ago 12 monkeys", -7_200, -1_800, "12 monkeys"),
    ("2026-11-28 10:00 1h plan", -169_200, -165_600, "plan"),
  ])
  func `a span is read as people say it`(
    text: String, start: Int, end: Int, title: String
  ) throws {
    let entry = try LogEntry.read(text.split(separator: " ").map(String.init), clock)
    let now = Instant(clamping: 1_796_025_600_000)

    #expect(entry.start.seconds(since: now) == start)
    #expect(entry.end.seconds(since: now) == end)
    #expect(entry.title == title)
  }

  @Test(arguments: ["", "write chapter", "yesterday write", "noon"])
  func `without a span nothing is guessed`(text: String) {
    let error = #expect(throws: Trouble.self) {
      try LogEntry.read(text.split(separator: " ").map(String.init), clock)
    }

    #expect(error?.kind == .usage)
  }

  @Test func `what was logged is said and shown`() async {
    let reply = await terminal.type("log", "8:00", "8:45", "write chapter", "-t", "book")

    #expect(reply.output == "Logged: 08:00–08:45, 45 min, write chapter #book.\n")
    #expect(
      await terminal.type("today").output.contains("  08:00  45 min  write chapter #book\n"))
  }

  @Test func `the future cannot be logged`() async {
    let reply = await terminal.type("log", "today 10:00", "today 11:00", "later")

    #expect(reply.status == 1)
    #expect(reply.complaints.hasPrefix("anchor: That is in the future.\n"))
  }

  @Test func `another day is shown by its name`() async {
    _ = await terminal.type("log", "yesterday 18:00", "18:30", "reading")

    let reply = await terminal.type("today", "yesterday")
    let unknown = await terminal.type("today", "someday")

    #expect(reply.output.hasPrefix("Sunday, 29 November 2026\n"))
    #expect(reply.output.contains("18:00  30 min  reading"))
    #expect(unknown.status == 2)
  }
}
