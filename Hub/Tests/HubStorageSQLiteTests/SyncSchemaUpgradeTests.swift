import Foundation
import HubContracts
import HubCore
import Testing
import ToolboxSQLite

@testable import HubStorageSQLite

/// A Hub's file of the first release is opened by this one.
@Suite struct SyncSchemaUpgradeTests {
  @Test func `what the first release stored is there, and its deletions are forgotten in time`()
    async throws
  {
    let hub = try TestHub()
    let path = hub.folder.appendingPathComponent("first.db").path
    try Self.firstRelease(path, from: hub)

    let storage = try HubDatabase.open(path: path)
    let first = try await storage.pull(.anchor, after: .start, isWhole: false, of: hub.ada)
    let purged = try await storage.purgeTombstones(storedBefore: 2_000, limit: 10)
    let second = try await storage.pull(.anchor, after: Cursor(1), isWhole: false, of: hub.ada)

    guard case .page(let page) = first else {
      Issue.record("expired")
      return
    }
    #expect(page.changes.map(\.operation) == [.upsert, .delete])
    #expect(page.epoch == Epoch(1) && purged == 1 && second == .cursorExpired)
  }

  /// The tables of the first release with a record and a deletion.
  private static func firstRelease(_ path: String, from hub: TestHub) throws {
    let database = try Database(path: path)
    try Schema(component: "hub.sync", steps: [syncSchema.steps[0]]).migrate(database)
    let mutation = Mutation.session("a", minutes: 25)
    let id = [UInt8](repeating: 1, count: 16)
    try database.write { (transaction) throws(SQLiteError) in
      for (cursor, name, body) in [
        (1, "a", mutation.body), (2, "b", RecordBody.tombstone),
      ] {
        try transaction.run(
          """
          INSERT INTO record(account, domain, cursor, id, version, is_deleted, occurred_minute,
            modified_ms, recorded_ms, origin, change, body) VALUES(?, ?, ?, ?, 1, ?, 1, 1, 1, ?, ?, ?)
          """,
          .integer(hub.ada.value), .integer(Domain.anchor.number), .integer(cursor),
          .text(RecordID.named(name).description), .integer(cursor - 1), .blob(id), .blob(id),
          .blob(body))
      }
      try transaction.run("INSERT INTO feed VALUES(?, 2)", .integer(hub.ada.value))
    }
  }
}
