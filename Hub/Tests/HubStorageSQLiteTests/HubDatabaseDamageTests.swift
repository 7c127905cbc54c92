import Foundation
import Testing
import ToolboxSQLite

@testable import HubStorageSQLite

@Suite struct HubDatabaseDamageTests {
  @Test func `a page that no start reads is looked at, and a damaged file stays as it is`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hub-damage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let file = folder.appendingPathComponent("hub.db")
    _ = try HubDatabase.open(path: file.path)
    try Database(path: file.path).execute(script: "PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = try Data(contentsOf: file)
    // The last page is that of an empty table.
    bytes.replaceSubrange(bytes.count - 4_096..<bytes.count, with: Data(repeating: 7, count: 4_096))
    try bytes.write(to: file)

    let failure = #expect(throws: Schema.Failure.self) { try HubDatabase.open(path: file.path) }

    guard case .sqlite(.damaged) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(try Data(contentsOf: file) == bytes)
  }
}
