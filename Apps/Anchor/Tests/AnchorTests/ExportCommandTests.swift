import AppShellTesting
import Foundation
import Testing

@testable import Anchor

@Suite struct ExportCommandTests {
  private let terminal = Terminal()

  @Test func `sessions go to the terminal in the order of time, and nothing else does`() async {
    await fill()

    let reply = await terminal.type("export", "csv")

    let rows = reply.output.components(separatedBy: "\r\n")
    #expect(reply.status == 0 && rows.count == 4 && rows[3].isEmpty)
    #expect(rows[0].hasPrefix("started,ended,goal,"))
    #expect(rows[1].hasPrefix("2026-11-28T08:00:00Z,2026-11-28T09:00:00Z,,,older,"))
    #expect(rows[2].hasPrefix("2026-11-29T08:00:00Z,2026-11-29T08:30:00Z,,,reading,,book,"))
  }

  @Test(arguments: [
    (["yesterday"], ["reading"]), ([":yesterday"], ["reading"]), (["2026-11-28"], ["older"]),
    (["2026-11-27", "to", "2026-11-29"], ["older", "reading"]), (["from", "sun"], ["reading"]),
    ([":all"], ["older", "reading"]), (["2026-11-01", "to", "2026-11-02"], []),
  ])
  func `days can be named or written`(days: [String], titles: [String]) async {
    await fill()

    let reply = await terminal.type(["export", "csv"] + days)

    #expect(["older", "reading"].filter { reply.output.contains($0) } == titles)
  }

  @Test(arguments: [
    (["nonsense"], "does not say which days"), (["2026-11-29", "to"], "does not say which days"),
    (["2026-11-29", "to", "2026-11-28"], "is after 2026-11-28"),
    (["fri", "to", "sat", "to", "sun"], "does not say which days"),
  ])
  func `other words are refused`(days: [String], words: String) async {
    let reply = await terminal.type(["export", "csv"] + days)

    #expect(reply.status == 2 && reply.complaints.contains(words) && reply.output.isEmpty)
  }

  @Test func `a file that is there is never replaced`() async throws {
    await fill()
    let path = terminal.bench.folder.file("out.json")

    let first = await terminal.type("export", "json", "-o", path)
    let written = try Data(contentsOf: URL(fileURLWithPath: path))
    let second = await terminal.type("export", "csv", "--output", path)

    #expect(first.output == "Wrote 2 sessions to \(path).\n")
    #expect(second.status == 1 && second.complaints.contains("exists already"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == written)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `a file that cannot be written is said, and none is left`() async {
    let reply = await terminal.type("export", "ics", "-o", "/nowhere/out.ics")

    #expect(reply.status == 1)
    #expect(reply.complaints.contains("/nowhere/out.ics cannot be written: it does not exist."))
  }

  @Test(arguments: ["json", "csv"])
  func `what one store exports another one imports, once`(format: String) async throws {
    await fill()
    let path = terminal.bench.folder.file("out")
    _ = await terminal.type("export", format, "-o", path)
    let other = Terminal()

    let here = await terminal.type("import", path, "--yes")
    let there = await other.type("import", path, "--yes")
    let again = await other.type("import", path, "--yes")

    #expect(here.output.contains("2 rows left out") && here.output.contains("already here"))
    #expect(there.output.hasPrefix("Added 2 sessions."))
    #expect(again.output.hasSuffix("There is nothing to add.\n"))
    #expect(
      await other.type("export", "csv").output == terminal.type("export", "csv").output)
  }

  @Test func `more sessions than fit a page are all there`() async throws {
    let rows = (0..<1_203).map { number in
      let minute = number % 60 < 10 ? "0\(number % 60)" : "\(number % 60)"
      let hour = 10 + number / 60 % 10
      let day = 10 + number / 600
      return
        #"{"start":"202611\#(day)T\#(hour)\#(minute)00Z","end":"202611\#(day)T\#(hour)\#(minute)30Z"}"#
    }
    try terminal.bench.folder.write("[\(rows.joined(separator: ","))]", to: "many.json")
    _ = await terminal.type("import", terminal.bench.folder.file("many.json"), "--yes")

    let reply = await terminal.type("export", "csv")

    let ids = reply.output.components(separatedBy: "\r\n").dropFirst().dropLast()
      .map { $0.suffix(36) }
    #expect(ids.count == 1_203 && Set(ids).count == 1_203)
  }

  @Test func `a shell is offered the formats and the names of days`() async {
    let formats = await terminal.type("__complete", "export", "")
    let days = await terminal.type("__complete", "export", "csv", "last")

    #expect(formats.output == "csv\njson\nics\n")
    #expect(days.output == "lastweek\nlastmonth\nlastquarter\nlastyear\n")
  }

  private func fill() async {
    _ = await terminal.type("log", "2026-11-28", "9:00", "2026-11-28", "10:00", "older")
    _ = await terminal.type("log", "yesterday", "9:00", "9:30", "reading", "--tag", "book")
  }
}
