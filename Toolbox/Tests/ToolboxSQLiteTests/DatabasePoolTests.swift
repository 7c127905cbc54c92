import Foundation
import Testing
import ToolboxSQLite

@Suite struct DatabasePoolTests {
  let folder = TemporaryFolder()

  private func pool() throws -> DatabasePool {
    try DatabasePool.open(path: folder.file("p.db")) { (database) throws(SQLiteError) in
      try database.execute(
        script: "CREATE TABLE IF NOT EXISTS n(x INTEGER PRIMARY KEY) STRICT")
    }
  }

  private func count(_ pool: DatabasePool) async throws -> Int64? {
    try await pool.read { (transaction) throws(SQLiteError) in
      try transaction.first("SELECT count(*) FROM n") { $0.integer(0) }
    }
  }

  @Test func `local writes are counted when they are asked for, kept or not, and no others`()
    async throws
  {
    let pool = try pool()

    for urgency in [DatabasePool.Urgency.local, .background, .local] {
      try await pool.write(urgency) { (transaction) throws(SQLiteError) in
        try transaction.run("INSERT INTO n SELECT count(*) FROM n")
      }
    }
    await #expect(throws: SQLiteError.readOnly) {
      try await pool.write { (_) throws(SQLiteError) in throw .readOnly }
    }

    #expect(pool.writeCounts.localRequests == 3)
    #expect(pool.writeCounts.writes == 3)
  }

  @Test func `a write that returned is read by the next read`() async throws {
    let pool = try pool()

    for value in 0..<20 {
      try await pool.write { (transaction) throws(SQLiteError) in
        try transaction.run("INSERT INTO n VALUES(?)", .integer(value))
      }
      #expect(try await count(pool) == Int64(value + 1))
    }
  }

  @Test func `a failing write spares its neighbours in the group`() async throws {
    let pool = try pool()

    let failures = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<200 {
        // Every fourth asks for a value that is negative, and says no after having written it.
        group.addTask {
          do throws(SQLiteError) {
            try await pool.write { (transaction) throws(SQLiteError) in
              try transaction.run("INSERT INTO n VALUES(?)", .integer(index))
              if index.isMultiple(of: 4) { throw .readOnly }
            }
            return false
          } catch { return error == .readOnly }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    #expect(failures == 50)
    #expect(try await count(pool) == 150)
  }

  @Test func `a duplicate key fails alone`() async throws {
    let pool = try pool()

    let refused = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<100 {
        group.addTask {
          do throws(SQLiteError) {
            try await pool.write { (transaction) throws(SQLiteError) in
              try transaction.run("INSERT INTO n VALUES(?)", .integer(index / 2))
            }
            return false
          } catch {
            guard case .constraint = error else { return false }
            return true
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    #expect(refused == 50)
    #expect(try await count(pool) == 50)
  }

  @Test func `background writes get their turn among local ones`() async throws {
    let pool = try pool()

    await withTaskGroup(of: Void.self) { group in
      for index in 0..<300 {
        group.addTask {
          do throws(SQLiteError) {
            try await pool.write(index.isMultiple(of: 3) ? .background : .local) {
              (transaction) throws(SQLiteError) in
              try transaction.run("INSERT INTO n VALUES(?)", .integer(index))
            }
          } catch { Issue.record("refused: \(error)") }
        }
      }
    }

    #expect(try await count(pool) == 300)
  }

  @Test func `a reader cannot write`() async throws {
    let pool = try pool()

    await #expect(throws: SQLiteError.readOnly) {
      try await pool.read { (transaction) throws(SQLiteError) in
        try transaction.run("INSERT INTO n VALUES(1)")
      }
    }
  }
}
