import Foundation
import Testing
import ToolboxSQLite

@Suite struct DatabaseErrorTests {
  let folder = TemporaryFolder()

  @Test func `a full disk is told apart and leaves nothing behind`() throws {
    let database = try Database(path: folder.file("a.db"))
    try database.execute(script: "CREATE TABLE note(body BLOB NOT NULL) STRICT")
    try database.execute(script: "PRAGMA max_page_count=8")

    #expect(throws: SQLiteError.diskFull) {
      try database.write { (transaction) throws(SQLiteError) in
        for _ in 0..<100 {
          try transaction.run(
            "INSERT INTO note VALUES(?)", .blob([UInt8](repeating: 1, count: 4000)))
        }
      }
    }

    let count = try database.read { (transaction) throws(SQLiteError) in
      try transaction.first("SELECT count(*) FROM note") { $0.integer(0) }
    }
    #expect(count == 0)
  }

  @Test func `a file that is no database is reported as damaged and kept byte for byte`() throws {
    let path = folder.file("b.db")
    let bytes = Data(repeating: 0x5A, count: 8192)
    try bytes.write(to: URL(fileURLWithPath: path))

    let error = #expect(throws: SQLiteError.self) { _ = try Database(path: path) }

    guard case .damaged = error else {
      Issue.record("told as \(String(describing: error))")
      return
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func `damage inside the file is found by the quick check`() throws {
    let path = folder.file("c.db")
    do {
      let database = try Database(path: path)
      try database.execute(script: "CREATE TABLE note(body TEXT NOT NULL) STRICT")
      try database.write { (transaction) throws(SQLiteError) in
        for index in 0..<2_000 {
          try transaction.run("INSERT INTO note VALUES(?)", .text("note \(index)"))
        }
      }
      try database.execute(script: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in 4096..<4196 { bytes[index] = 0xFF }
    try bytes.write(to: URL(fileURLWithPath: path))

    let error = #expect(throws: SQLiteError.self) { try Database(path: path).quickCheck() }

    guard case .damaged = error else {
      Issue.record("told as \(String(describing: error))")
      return
    }
  }

  @Test func `a constraint is told apart from damage`() throws {
    let database = try Database(path: folder.file("d.db"))
    try database.execute(script: "CREATE TABLE one(id INTEGER PRIMARY KEY CHECK(id=1)) STRICT")

    let error = #expect(throws: SQLiteError.self) {
      try database.write { (transaction) throws(SQLiteError) in
        try transaction.run("INSERT INTO one VALUES(2)")
      }
    }

    guard case .constraint = error else {
      Issue.record("told as \(String(describing: error))")
      return
    }
  }

  @Test func `a folder that is not there is named`() {
    let path = folder.file("missing/a.db")

    let error = #expect(throws: SQLiteError.self) { _ = try Database(path: path) }

    #expect(error == .cannotOpen(path: path, code: 14))
  }

  @Test func `every kind of value comes back as it was`() throws {
    let database = try Database(path: folder.file("e.db"))
    try database.execute(script: "CREATE TABLE v(i INTEGER, t TEXT, b BLOB, n TEXT) STRICT")

    let isSame = try database.write { (transaction) throws(SQLiteError) -> Bool? in
      try transaction.run(
        "INSERT INTO v VALUES(?, ?, ?, ?)", .integer(Int64.min), .text("é\u{1F600}"), .blob([]),
        .null)
      return try transaction.first("SELECT i, t, b, n FROM v") {
        $0.integer(0) == Int64.min && $0.text(1) == "é\u{1F600}" && $0.blob(2).isEmpty
          && !$0.isNull(2) && $0.optionalText(3) == nil
      }
    }

    #expect(isSame == true)
  }
}

@Suite struct SchemaTests {
  let folder = TemporaryFolder()
  let first = Schema(component: "app", steps: ["CREATE TABLE a(x INTEGER) STRICT"])

  @Test func `each step runs once, in order`() throws {
    let database = try Database(path: folder.file("a.db"))
    let second = Schema(
      component: "app", steps: first.steps + ["ALTER TABLE a ADD COLUMN y INTEGER"])

    try first.migrate(database)
    try second.migrate(database)
    try second.migrate(database)

    try database.write { (transaction) throws(SQLiteError) in
      try transaction.run("INSERT INTO a(x, y) VALUES(1, 2)")
    }
  }

  @Test func `a newer schema is refused and two components do not mix`() throws {
    let database = try Database(path: folder.file("b.db"))
    let newer = Schema(component: "app", steps: first.steps + ["CREATE TABLE b(x INTEGER) STRICT"])
    try newer.migrate(database)
    try Schema(component: "journal", steps: ["CREATE TABLE j(x INTEGER) STRICT"]).migrate(database)

    #expect(throws: Schema.Failure.newerSchema(component: "app", found: 2, known: 1)) {
      try first.migrate(database)
    }
  }
}
