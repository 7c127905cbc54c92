import AppShellTesting
import Foundation
import Testing
import ToolboxSQLite

@testable import Anchor

@Suite struct StoreTroubleCommandTests {
  private let terminal = Terminal()
  private var database: String { terminal.bench.folder.file("anchor/anchor.db") }

  @Test func `a damaged store is named, kept, and told how to mend`() async throws {
    _ = await terminal.type("log", "30m", "write")
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: database)))
    for place in 0..<200 { bytes[place] = 0xA5 }
    try Data(bytes).write(to: URL(fileURLWithPath: database))

    let reply = await terminal.type("today")

    #expect(reply.status == 3)
    #expect(reply.complaints.hasPrefix("anchor: The store \(database) is damaged.\n"))
    #expect(reply.complaints.contains("It was not touched."))
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: database))) == bytes)
  }

  @Test func `a store of a newer Anchor is refused unchanged`() async throws {
    _ = await terminal.type("log", "30m", "write")
    try Database(path: database).execute(
      script: "UPDATE schema_version SET version = version + 1 WHERE component = 'anchor'")

    let reply = await terminal.type("log", "30m", "more")

    #expect(reply.status == 3)
    #expect(reply.complaints.contains("A newer version of Anchor made the store"))
    #expect(reply.complaints.contains("Update Anchor. Nothing was changed."))
  }

  @Test func `JSON names the trouble for other programs`() async {
    let reply = await terminal.type("today", "--data", "/dev/null/x", "--json")

    #expect(reply.status == 3)
    #expect(reply.complaints.hasPrefix(#"{"error":{"code":"store.folder_unusable""#))
  }

  @Test func `looking goes on while another program writes`() async throws {
    _ = await terminal.type("log", "30m", "write")
    let holder = try Database(path: database)
    let reply = try await holding(holder) { await terminal.type("today") }

    #expect(reply.status == 0)
    #expect(reply.output.contains("write"))
  }

  /// Runs `body` while a transaction of another program is open.
  private func holding(
    _ database: Database, _ body: () async -> Terminal.Reply
  ) async throws -> Terminal.Reply {
    try database.execute(script: "BEGIN IMMEDIATE")
    let reply = await body()
    try database.execute(script: "ROLLBACK")
    return reply
  }
}
