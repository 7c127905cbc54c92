import Foundation
import Testing
import ToolboxSQLite

@testable import HubStorageSQLite

/// Stores that older Hubs made, opened by this one; `script/golden-stores` made them.
@Suite struct GoldenStoreTests {
  static let kept = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/stores")

  /// By name, the oldest first.
  static let names = [
    "sync1", "identity1-sync1", "identity2-sync2", "actions1", "audit1", "agents1", "deletion1",
    "sharing1", "actions3", "actions4", "identity3", "sealed1",
  ]

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "golden-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// A copy of a kept store, which a test may change.
  func copy(_ name: String) throws -> String {
    let copy = folder.appending(path: "\(name).db")
    try FileManager.default.copyItem(at: Self.kept.appending(path: "\(name).db"), to: copy)
    return copy.path
  }

  func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  /// Every row of every table as one text, by the table; of the columns that `columns` names.
  func rows(
    _ path: String, _ columns: [String: [String]]
  ) throws(SQLiteError) -> [String: [String]] {
    // Statements are never put together at run time, and a script gives no rows: it fills a table.
    var script = "CREATE TEMP TABLE found(name TEXT, row TEXT);"
    for (table, columns) in columns {
      let text = columns.map { "'\($0)=' || quote(\($0))" }.joined(separator: " || ' ' || ")
      script += "INSERT INTO found SELECT '\(table)', \(text) FROM \(table);"
    }
    let database = try Database(path: path, access: .readOnly)
    try database.execute(script: script)
    let found = try database.read { (transaction) throws(SQLiteError) in
      try transaction.all("SELECT name, row FROM found") { ($0.text(0), $0.text(1)) }
    }
    let empty = columns.mapValues { _ in [String]() }
    return empty.merging(Dictionary(grouping: found, by: \.0).mapValues { $0.map(\.1) }) { $1 }
  }

  func columns(_ path: String) throws(SQLiteError) -> [String: [String]] {
    try Database(path: path, access: .readOnly).read { (transaction) throws(SQLiteError) in
      let all = try transaction.all(
        """
        SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
        WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' AND t.name != 'schema_version'
        ORDER BY t.name, c.cid
        """
      ) { ($0.text(0), $0.text(1)) }
      return Dictionary(grouping: all, by: \.0).mapValues { $0.map(\.1) }
    }
  }

  @Test func `each store that is kept is opened by these tests`() throws {
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.kept.path)

    #expect(found.sorted() == Self.names.map { "\($0).db" }.sorted())
  }

  @Test func `the newest store has every table of today, with a row in each`() throws {
    let path = try copy(try #require(Self.names.last))
    let today = folder.appending(path: "today.db").path
    _ = try HubDatabase.open(path: today)

    let columns = try columns(path)

    #expect(columns == (try self.columns(today)))
    let empty = try rows(path, columns).filter { $0.value.isEmpty }.map(\.key)
    #expect(empty == [])
  }

  @Test(arguments: names)
  func `a store of an older Hub keeps every row when this one opens it`(name: String) throws {
    let path = try copy(name)
    let columns = try columns(path)
    let before = try rows(path, columns)

    _ = try HubDatabase.open(path: path)

    let after = try rows(path, columns)
    for (table, rows) in before where table != "security_event" {
      #expect(after[table]?.sorted() == rows.sorted(), "\(table)")
    }
    // What is not counted goes into the chain of its account.
    let events = before["security_event"] ?? []
    let counted = events.filter { $0.contains("'signin.failed'") }
    #expect((after["security_event"] ?? []) == counted)
    let content = try self.rows(path, ["audit_content": ["CAST(content AS TEXT)"]])
    let moved = content["audit_content"]?.filter { $0.contains("password.changed") } ?? []
    #expect(moved.count == events.count - counted.count)
  }

  @Test(arguments: names)
  func `a store that a newer Hub has had is refused, and stays as it is`(name: String) throws {
    let path = try copy(name)
    let database = try Database(path: path)
    try database.execute(
      script: "UPDATE schema_version SET version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try bytes(path)

    let failure = #expect(throws: Schema.Failure.self) { _ = try HubDatabase.open(path: path) }

    guard case .newerSchema(_, found: 99, _) = failure else {
      Issue.record("refused for another reason: \(String(describing: failure))")
      return
    }
    #expect(try bytes(path) == before)
  }

  /// Before the first page ends, after it, in the middle of one, and where whole ones are gone.
  @Test(arguments: names, [100, 512, 3_000, -700, -512])
  func `a store that is cut short is refused as damaged, and stays as it is`(
    name: String, at place: Int
  ) throws {
    let path = try copy(name)
    let whole = try bytes(path)
    let before = place > 0 ? whole.prefix(place) : whole.dropLast(-place)
    try before.write(to: URL(fileURLWithPath: path))

    let failure = #expect(throws: Schema.Failure.self) { _ = try HubDatabase.open(path: path) }

    guard case .sqlite(.damaged) = failure else {
      Issue.record("refused for another reason: \(String(describing: failure))")
      return
    }
    #expect(try bytes(path) == Data(before))
  }
}
