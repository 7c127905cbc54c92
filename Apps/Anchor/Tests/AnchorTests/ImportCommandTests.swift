import AppShellTesting
import Testing

@testable import Anchor

@Suite struct ImportCommandTests {
  private let terminal = Terminal()

  @Test func `a dry run says everything and adds nothing`() async throws {
    let path = try file(
      """
      [{"id":2,"start":"20261129T080000Z","end":"20261129T083000Z","tags":["book"],"mood":"good"},
      {"id":1,"start":"20261130T075000Z"},
      {"start":"20261128T080000Z","end":"20261128T070000Z"},
      {"start":"20261127T080000Z","end":"20261127T083000Z"}]
      """)

    let reply = await terminal.type("import", path, "--dry-run")

    #expect(
      reply.output == """
        This is an export of timewarrior with 4 rows.
          2 sessions to add
          1 row left out:
            line 2: still running there; import it once it has ended
          1 row that cannot be read:
            line 3: ends before it starts
          What will not come across:
            the field "mood" (1 row)
        A dry run: nothing was added.

        """)
    #expect(await terminal.type("today", "2026-11-29").output.contains("Nothing yet."))
  }

  @Test func `a yes adds everything, undo takes exactly that back`() async throws {
    let path = try file(Self.two)
    _ = await terminal.type("log", "30m", "mine")

    let reply = await terminal.type("import", path, answering: ["yes"])
    #expect(reply.output == "Added 2 sessions. To take them back: anchor undo\n")
    #expect(reply.complaints.contains("2 sessions to add"))
    #expect(reply.complaints.hasSuffix("Add 2 sessions? [y/N] "))
    let again = await terminal.type("import", path, "--yes")
    #expect(again.output.hasSuffix("There is nothing to add.\n"))
    let undone = await terminal.type("undo")

    #expect(undone.output == "Taken back: the import, 2 sessions.\n")
    #expect(await terminal.type("today").output.contains("mine"))
    #expect(await terminal.type("today", "2026-11-29").output.contains("Nothing yet."))
  }

  @Test func `a report of Toggl Track comes across with its projects as tags`() async throws {
    let path = try file(
      """
      \u{FEFF}User,Project,Description,Start date,Start time,End date,End time,Duration,Tags
      Ada,Book,Write,2026-11-29,08:00:00,2026-11-29,08:30:00,00:30:00,"deep, early"
      Ada,Book,Write,29.11.2026,09:00:00,29.11.2026,09:30:00,00:30:00,
      """)

    let reply = await terminal.type("import", path, "--yes")

    #expect(reply.output == "Added 1 session. To take them back: anchor undo\n")
    let dry = await terminal.type("import", path, "--dry-run")
    #expect(
      dry.output == """
        This is a detailed report of Toggl Track with 2 rows.
          0 sessions to add
          1 row left out:
            line 2: already here
          1 row that cannot be read:
            line 3: its Start date is not like 2023-10-01 or 10:30:00
          What will not come across:
            the field "User" (2 rows)
        A dry run: nothing was added.

        """)
    let day = await terminal.type("today", "2026-11-29").output
    #expect(day.contains("Write") && day.contains("Book") && day.contains("early"))
  }

  @Test func `a no adds nothing`() async throws {
    let reply = await terminal.type("import", try file(Self.two), answering: ["no"])

    #expect(reply.status == 1)
    #expect(
      reply.complaints.hasSuffix("anchor: Not done.\nNothing was changed. Nothing is lost.\n"))
  }

  @Test func `where nobody can answer, yes has to be said beforehand`() async throws {
    let path = try file(Self.two)

    let asked = await terminal.type("import", path, isInteractive: false)
    let said = await terminal.type("import", path, "--yes", isInteractive: false)

    #expect(asked.status == 2)
    #expect(asked.complaints.contains("add --yes"))
    #expect(said.output.hasPrefix("Added 2 sessions."))
  }

  @Test(arguments: [
    ("", "The file is empty."), ("{\"a\":1}", "not a format that Anchor reads"),
    ("[{\"start\":\"20261129T080000Z\"", "line 1 ends too early"),
  ])
  func `a file that is none is refused with its line`(content: String, words: String) async throws {
    let reply = await terminal.type("import", try file(content))

    #expect(reply.status == 1)
    #expect(reply.complaints.contains(words))
  }

  @Test func `a file that is not there is named`() async {
    let reply = await terminal.type("import", "/nowhere/x.json")

    #expect(reply.status == 1)
    #expect(
      reply.complaints.hasPrefix("anchor: /nowhere/x.json cannot be read: it does not exist."))
  }

  @Test func `of many rows that cannot be read, all are counted`() async throws {
    let rows = (0..<30).map { _ in #"{"start":"20261128T080000Z","end":"20261128T070000Z"}"# }
    let path = try file("[\(rows.joined(separator: ",\n"))]")

    let reply = await terminal.type("import", path, "--dry-run")

    #expect(reply.output.contains("30 rows that cannot be read"))
    #expect(reply.output.contains("line 10: ends before it starts"))
    #expect(reply.output.contains("and 20 more rows of the kind: ends before it starts"))
  }

  @Test func `JSON names every row`() async throws {
    let path = try file(Self.two)

    let reply = await terminal.type("import", path, "--yes", "--json")

    #expect(reply.output.contains(#""rows":2,"additions":2,"added":2,"leftOut":[]"#))
  }

  private static let two = """
    [{"id":1,"start":"20261129T080000Z","end":"20261129T083000Z","tags":["book"]},
    {"id":2,"start":"20261129T100000Z","end":"20261129T103000Z","annotation":"read"}]
    """

  private func file(_ content: String) throws -> String {
    try terminal.bench.folder.write(content, to: "export.json")
    return terminal.bench.folder.file("export.json")
  }
}
