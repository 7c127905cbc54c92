import Testing

@testable import Anchor

@Suite struct HabitCommandTests {
  private let terminal = Terminal()

  @Test func `a habit is begun, done, skipped and cleared in words`() async {
    var said = await terminal.type(
      "habit", "add", "read", "a", "book", "--every", "daily", "--target", "20", "--unit", "pages")
    #expect(said.output == "Begun: read a book, 20 pages, daily.\n")

    said = await terminal.type("habit", "done", "read", "12.5", "--note", "on the train")
    #expect(said.output == "read a book: begun, 12.5 pages, 0 of 7 this week.\n")
    said = await terminal.type("habit", "done", "read")
    #expect(said.output == "read a book: done, 20 pages, 1 of 7 this week.\n")
    said = await terminal.type("habit", "skip", "read", "--day", "tomorrow")
    #expect(
      said.output == "read a book, Tuesday, 1 December 2026: skipped, 1 of 6 this week.\n")
    said = await terminal.type("habit", "undo", "read")
    #expect(said.output == "read a book: open, 0 of 6 this week.\n")

    #expect(await terminal.type("undo").output == "Taken back: what was cleared.\n")
    #expect(
      await terminal.type("habit", "list").output
        == "  [x] read a book  done, 20 pages, 1 of 6 this week (20 pages)\n")
  }

  @Test func `today shows the habits, for programs too`() async {
    _ = await terminal.type("habit", "add", "read")
    _ = await terminal.type("habit", "done", "read", "--note", "slowly")

    let day = await terminal.type("today").output
    let json = await terminal.type("today", "--json").output

    #expect(day.contains("Habits: 1 of 1.\n  [x] read  done, 1 of 7 this week\n"))
    #expect(json.contains(#""habitsDone":1,"habitsScheduled":1"#))
    #expect(json.contains(#""status":"done","note":"slowly","isAskedFor":true"#))
  }

  @Test func `a habit is found by as much of its name as is clear`() async {
    for name in ["read", "read mail", "run"] { _ = await terminal.type("habit", "add", name) }

    #expect(await terminal.type("habit", "done", "READ").output.hasPrefix("read: done"))
    #expect(await terminal.type("habit", "done", "read m").output.hasPrefix("read mail: done"))
    let several = await terminal.type("habit", "done", "r")
    #expect(several.status == 2)
    #expect(several.complaints.contains("Type more of it: read, read mail, run"))
    let none = await terminal.type("habit", "done", "swim")
    #expect(none.status == 1 && none.complaints.contains("There is no such habit."))
  }

  @Test func `a habit is changed, put to rest and taken up again`() async {
    _ = await terminal.type("habit", "add", "read", "--every", "2x")

    #expect(
      await terminal.type("habit", "edit", "read", "--every", "weekdays", "--name", "write").output
        == "Now: write, on weekdays.\n")
    #expect(await terminal.type("habit", "archive", "write").output == "At rest: write.\n")
    #expect(await terminal.type("habit", "archive", "write").status == 1)
    #expect(await terminal.type("habit", "list").output.hasPrefix("No habits yet."))
    #expect(
      await terminal.type("habit", "resume", "write").output == "Begun: write, on weekdays.\n")
  }

  @Test(arguments: [
    ["add"], ["add", "read", "--every", "hourly"], ["add", "read", "--target", "5"],
    ["add", "read", "--target", "many", "--unit", "pages"], ["add", "read", "--since", "tomorrow"],
  ])
  func `what makes no habit is refused and adds none`(words: [String]) async {
    let tool = await terminal.type(["habit"] + words)

    #expect(tool.status != 0 && tool.complaints.contains("anchor: "))
    #expect(await terminal.type("habit", "list", "--all").output.hasPrefix("No habits yet."))
  }
}
