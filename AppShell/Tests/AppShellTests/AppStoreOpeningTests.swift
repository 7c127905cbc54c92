import AppShell
import AppShellTesting
import Foundation
import Testing
import ToolboxSQLite

@Suite struct AppStoreOpeningTests {
  private let bench = Bench()
  private var folder: StoreFolder { SampleApp.folder(on: bench) }

  @Test func `a new store and its folder can be read by their owner alone`() async throws {
    let store = try SampleApp.open(on: bench)
    try await SampleApp.save(1, minutes: 25, in: store, on: bench)

    #expect(try permissions(folder.path) == 0o700)
    #expect(try permissions(folder.databasePath) == 0o600)
    #expect(try permissions(folder.databasePath + "-wal") == 0o600)
    withExtendedLifetime(store) {}
  }

  @Test func `a store keeps its records and its names when it is opened again`() async throws {
    let first = try SampleApp.open(on: bench)
    try await SampleApp.save(1, minutes: 25, in: first, on: bench)

    let again = try SampleApp.open(on: bench)

    #expect(try await SampleApp.minutes(1, in: again) == 25)
    #expect(again.journal.document == first.journal.document)
  }

  @Test(arguments: [0, 100, 4_096])
  func `a damaged store is refused and stays as it is, byte for byte`(place: Int) async throws {
    try await fill()
    var bytes = try contents(folder.databasePath)
    for offset in place..<min(place + 600, bytes.count) { bytes[offset] = 0xA5 }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.databasePath))

    let error = #expect(throws: StoreError.self) { try SampleApp.open(on: bench) }

    #expect(error?.code == "store.damaged")
    #expect(try contents(folder.databasePath) == bytes)
  }

  @Test func `a store that a newer app made is refused unchanged`() async throws {
    try await fill()
    let newer = Schema(component: "sample", steps: SampleApp.schema.steps + ["SELECT 1"])
    _ = try SampleApp.open(on: bench, schema: newer)
    let before = try contents(folder.databasePath)

    #expect(throws: StoreError.newerSchema) { try SampleApp.open(on: bench) }

    #expect(try contents(folder.databasePath) == before)
  }

  @Test func `a migration is preceded by a backup that still has the old tables`() async throws {
    try await fill()
    let newer = Schema(
      component: "sample", steps: SampleApp.schema.steps + ["DROP TABLE sample"])

    _ = try SampleApp.open(on: bench, schema: newer)

    let backup = try #require(try backups().first)
    let database = try Database(path: "\(folder.backupsPath)/\(backup)", access: .readOnly)
    let rows = try database.read { (transaction) throws(SQLiteError) in
      try transaction.first("SELECT count(*) FROM sample") { $0.integer(0) }
    }
    #expect(rows == 40)
    #expect(try permissions("\(folder.backupsPath)/\(backup)") == 0o600)
  }

  @Test func `opening without a migration makes no backup`() async throws {
    try await fill()

    _ = try SampleApp.open(on: bench)

    #expect(try backups().isEmpty)
  }

  @Test func `of many backups the newest three are kept`() async throws {
    try await fill()
    var schema = SampleApp.schema
    for step in 1...5 {
      schema = Schema(component: "sample", steps: schema.steps + ["SELECT \(step)"])
      bench.clock.advance(milliseconds: 1_000)
      _ = try SampleApp.open(on: bench, schema: schema)
    }

    #expect(try backups().count == 3)
    #expect(try backups().last?.contains("\(bench.clock.nowMilliseconds)") == true)
  }

  @Test func `a folder that cannot be made is named together with the reason`() {
    let folder = StoreFolder(app: "anchor", path: "/dev/null/anchor")

    #expect(throws: StoreError.folderUnusable(path: "/dev/null/anchor", errno: ENOTDIR)) {
      try AppStore.open(folder, schema: SampleApp.schema, on: bench.machine)
    }
  }

  @Test(.enabled(if: getuid() != 0))
  func `a folder that may not be written is refused`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o500])

    #expect(throws: StoreError.folderUnusable(path: folder.path, errno: EACCES)) {
      try SampleApp.open(on: bench)
    }
  }

  @Test func `a database that is a link elsewhere is not followed`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.databasePath, withDestinationPath: bench.folder.file("elsewhere.db"))

    #expect(throws: StoreError.folderUnusable(path: folder.path, errno: ELOOP)) {
      try SampleApp.open(on: bench)
    }
  }

  @Test func `a full disk refuses a write and keeps what was saved before`() async throws {
    let store = try SampleApp.open(on: bench)
    try await SampleApp.save(1, minutes: 25, in: store, on: bench)
    try await store.database.write { (transaction) throws(StoreError) in
      try inStore { () throws(SQLiteError) in
        try transaction.execute(script: "PRAGMA max_page_count = 1")
      }
    }

    await #expect(throws: StoreError.diskFull) {
      try await store.database.write { (transaction) throws(StoreError) in
        try inStore { () throws(SQLiteError) in
          try transaction.run(
            "INSERT INTO sample VALUES(?, 1)", .text(String(repeating: "x", count: 100_000)))
        }
      }
    }

    #expect(try await SampleApp.minutes(1, in: store) == 25)
  }

  // MARK: - What the tests look at

  private func fill() async throws {
    let store = try SampleApp.open(on: bench)
    for number in 1...40 {
      try await SampleApp.save(UInt8(number), minutes: number, in: store, on: bench)
    }
    // Everything in the one file, so that a test can spoil it.
    try Database(path: folder.databasePath).execute(script: "PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func contents(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func backups() throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.backupsPath) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.backupsPath).sorted()
  }
}
