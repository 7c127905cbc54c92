import Foundation
import ToolboxSQLite
import ToolboxSQLiteTesting

/// A table of numbers on a disk that can fail, in a folder of its own.
final class FaultyStore {
  let disk = FaultyDisk()
  private(set) var database: Database?
  private let folder = NSTemporaryDirectory() + "faulty-disk-" + UUID().uuidString

  init() {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch { preconditionFailure("no temporary folder: \(error)") }
  }

  deinit {
    database = nil
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }

  var path: String { folder + "/n.db" }

  func open() throws {
    database = nil
    let database = try Database(path: path, vfs: disk.vfs)
    try database.execute(script: Self.schema)
    self.database = database
  }

  /// Lets the machine start again after it has stopped.
  func restart() throws {
    disk.restart()
    try open()
  }

  func insert(_ value: Int, bytes: Int = 3_000, _ other: Database? = nil) throws {
    try (other ?? database)?.write { (transaction) throws(SQLiteError) in
      try transaction.run(
        "INSERT INTO n VALUES(?, zeroblob(?))", .integer(value), .integer(bytes))
    }
  }

  func checkpoint() throws { try database?.execute(script: "PRAGMA wal_checkpoint(TRUNCATE)") }

  func values() throws -> [Int64] {
    try database?.read { (transaction) throws(SQLiteError) in
      try transaction.all("SELECT x FROM n ORDER BY x") { $0.integer(0) }
    } ?? []
  }

  func pool() async throws -> DatabasePool {
    try DatabasePool.open(path: path, vfs: disk.vfs) { (database) throws(SQLiteError) in
      try database.execute(script: Self.schema)
    }
  }

  private static let schema =
    "CREATE TABLE IF NOT EXISTS n(x INTEGER PRIMARY KEY, body BLOB) STRICT"
}
