import Foundation
import HubArchive
import HubContracts
import HubCore
import Testing
import ToolboxCommandLine
import ToolboxSQLite

@testable import HubProgram

/// Archives by somebody who has the key of the Hub, or who hopes that nobody looks at it.
extension ArchiveCommandTests {
  private func identity() throws -> HubIdentity {
    try HubKeys.find(in: DataFolder(asked: folder.file("data"), environment: [:])).identity
  }

  /// Exports Ada with two actions, changes the parts, and signs them with her Hub's key.
  private func forge(_ change: (inout [String: String]) throws -> Void) async throws {
    try await makeHub()
    try await makeHub("other", records: 0)
    try addActions()
    _ = await run("export", "Ada", folder.file("first.tar"))
    _ = await run("export", "Ada", archive)
    var parts = try parts(of: archive)
    try change(&parts)
    try sign(parts, by: try identity())
  }

  /// What verifying and importing say, and that nothing came of the import.
  private func judge() async throws -> (verified: Int32, words: String) {
    let verified = await run("audit", "verify", "--archive", archive, data: "nowhere")
    let imported = await run("import", archive, "--yes", data: "other")
    #expect(imported.status == .refused)
    #expect(try texts("other", "SELECT name FROM account") == [])
    #expect(try actions("other") == [] && chain("other") == [])
    return (verified.status.code, imported.console.complaints)
  }

  @Test(arguments: [0, 1])
  func `a chain that was cut since its Hub signed it is missing entries, and is not taken`(
    kept: Int
  ) async throws {
    try await forge { parts in
      let lines = try #require(parts["audit/entries-1.ndjson"]).split(separator: "\n")
      try #require(lines.count == 2)
      parts["audit/entries-1.ndjson"] = kept == 0 ? nil : "\(lines[1])\n"
    }

    #expect(try await judge().verified == 4)
  }

  @Test func `a chain that was written anew is another than its Hub has signed, and is not taken`()
    async throws
  {
    try await forge { _ in }
    let before = try parts(of: folder.file("first.tar"))
    try Database(path: folder.file("data/hub.db")).execute(
      script: """
        DROP TRIGGER audit_entry_kept;
        DELETE FROM audit_entry; DELETE FROM audit_content; DELETE FROM audit_head;
        DELETE FROM audit_epoch; DELETE FROM audit_checkpoint;
        """)
    let (again, note) = (folder.file("again.tar"), folder.file("note"))
    _ = await run("export", "Ada", again)
    var parts = try parts(of: again)
    try Data(try #require(before["audit/checkpoint.txt"]).utf8).write(
      to: URL(fileURLWithPath: note))

    let alone = await run("audit", "verify", "--archive", again)
    let compared = await run("audit", "verify", "--archive", again, "--against", note)
    parts["audit/checkpoint.txt"] = before["audit/checkpoint.txt"]
    try sign(parts, by: try identity())

    #expect(alone.status == .done)
    #expect(compared.status.code == 5 && compared.console.output.contains("has signed"))
    #expect(try await judge().verified == 5)
  }

  @Test func `a chain with a checkpoint of another Hub or of another account is not taken`()
    async throws
  {
    try await forge { parts in
      parts["account.json"] = parts["account.json"]?.replacing("000000000001", with: "000000000002")
    }
    let ofAnother = try await judge()
    try sign(try parts(of: folder.file("first.tar")))
    let byAnother = try await judge()

    for each in [ofAnother, byAnother] {
      #expect(each.verified == 1 && each.words.contains("not as its Hub signed it"))
    }
  }

  @Test func `an archive of before there were chains is taken, and says nothing of one`()
    async throws
  {
    try await forge { parts in parts = parts.filter { !$0.key.hasPrefix("audit/") } }

    let verified = await run("audit", "verify", "--archive", archive)
    let imported = await run("import", archive, "--yes", data: "other")

    #expect(verified.status.code == 1 && verified.console.complaints.contains("no signed chain"))
    #expect(imported.status == .done)
    #expect(try chain("other").count == 1)
  }

  @Test func `an event that this Hub does not know is verified, and refused with its line`()
    async throws
  {
    try await forge { _ in }
    let content = Array(#"{"event":"hub-audit-v1","at":1,"dream":"secret words"}"#.utf8)
    let salt = [UInt8](repeating: 7, count: 32)
    let commitment = AuditLink.commitment(salt: salt, content: content)
    let database = try Database(path: folder.file("data/hub.db"))
    let last = try database.read { (transaction) throws(SQLiteError) in
      try transaction.first("SELECT size, link FROM audit_head") { ($0.integer(0), $0.blob(1)) }
    }
    let (size, link) = try #require(last)
    let next = AuditLink.link(after: link, number: size + 1, commitment: commitment)
    try database.write { (transaction) throws(SQLiteError) in
      try transaction.run(
        "INSERT INTO audit_entry VALUES(1, ?, ?, ?, 0)", .integer(size + 1), .blob(commitment),
        .blob(next))
      try transaction.run(
        "INSERT INTO audit_content VALUES(1, ?, 3, 9000000000000, ?, ?)", .integer(size + 1),
        .blob(salt), .blob(content))
      try transaction.run(
        "UPDATE audit_head SET size = ?, link = ?", .integer(size + 1), .blob(next))
    }
    try FileManager.default.removeItem(atPath: archive)
    _ = await run("export", "Ada", archive)

    let judged = try await judge()

    #expect(judged.verified == 0)
    #expect(judged.words.contains("audit/entries-1.ndjson, line 3"))
    #expect(!judged.words.contains("secret words"))
  }

  @Test(arguments: [
    (#""minutes":25"#, #""minutes":-1"#),
    (#""name":"startFocus""#, #""name":"startDream""#),
    (#""domain":"anchor""#, #""domain":"weather""#),
    (#""state":"applied""#, #""state":"dreamt""#),
    (#""refs":["focusSession-"#, #""refs":["nothing-"#),
    (#""client":"calorie""#, #""client":"secret words""#),
    (#""refs":["#, #""undoes":"00000000-0000-4000-8000-000000000014","refs":["#),
    (#""refs":["#, #""refusal":"secret words","refs":["#),
    (#""refs":["#, #""requiredRef":"focusSession-00000000-0000-4000-8000-00000000000f","refs":["#),
    (#""proposedAt":""#, #""proposedAt":"x"#),
    ("{", "["),
    ("\n", ""),
  ])
  func `an action that no Hub could have kept is refused with its line, and nothing is added`(
    wrong: (old: String, new: String)
  ) async throws {
    try await forge { parts in
      let lines = try #require(parts["actions-1.ndjson"])
      parts["actions-1.ndjson"] = lines.replacing(wrong.old, with: wrong.new)
      try #require(parts["actions-1.ndjson"] != lines)
    }

    let judged = try await judge()

    #expect(judged.words.contains("actions-1.ndjson, line "))
    #expect(!judged.words.contains("secret words"))
  }

  @Test func `an action that comes twice is told, and nothing is added`() async throws {
    try await forge { parts in
      let lines = try #require(parts["actions-1.ndjson"])
      parts["actions-1.ndjson"] = lines + lines
    }

    #expect(try await judge().words.contains("holds one action twice"))
  }

  @Test func `an action that was being taken back was not, and no app is asked for it again`()
    async throws
  {
    try await forge { parts in
      parts["actions-1.ndjson"] = parts["actions-1.ndjson"]?.replacing(
        #""state":"applied""#, with: #""state":"undo_requested""#)
    }

    let imported = await run("import", archive, "--yes", data: "other")

    #expect(imported.status == .done)
    let states = try texts(
      "other", "SELECT state || ' ' || coalesce(refusal, '-') FROM asked_action")
    #expect(states == ["undo_refused expired", "expired -"])
  }

  @Test func `an archive names one account, and another one is not asked for`() async throws {
    try await forge { _ in }

    let named = await run("audit", "verify", "Ada", "--archive", archive)

    #expect(named.status == .misused)
  }
}
