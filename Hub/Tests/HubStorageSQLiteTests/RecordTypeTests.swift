import Foundation
import HubContracts
import HubCore
import Testing
import ToolboxCrypto
import ToolboxSQLite

@testable import HubStorageSQLite

/// The column that says a record's type, beside the body that does.
@Suite struct RecordTypeTests {
  @Test func `a store of step 1 learns the type of every record that is not deleted`() async throws
  {
    let hub = try TestHub()
    let path = hub.folder.appendingPathComponent("old.db").path
    let old = try Database(path: path)
    try identitySchema.migrate(old)
    try Schema(component: "hub.sync", steps: Array(syncSchema.steps.prefix(1))).migrate(old)
    for (cursor, body) in [
      (1, #"{"type":"focusSession","facts":{}}"#), (2, #"{"type":"daySummary","facts":{}}"#),
      (3, "{}"),
    ] {
      try old.execute(
        script: """
          INSERT INTO record VALUES(1, 1, \(cursor), 'r\(cursor)', 1, \(body == "{}" ? 1 : 0),
            \(cursor), 0, 0, zeroblob(16), zeroblob(16), CAST('\(body)' AS BLOB))
          """)
    }

    let storage = try HubDatabase.open(path: path)

    let counts = try await storage.counts(of: hub.ada)
    #expect(
      counts == [RecordKind(.anchor, "focusSession"): 1, RecordKind(.anchor, "daySummary"): 1])
  }

  @Test func `an edit and a deletion change what is counted`() async throws {
    let hub = try TestHub()
    _ = try await hub.push([.session("a", minutes: 1), .session("b", minutes: 1)])
    _ = try await hub.push([.session("a", minutes: 2, base: 1), .delete("b", base: 1)])

    #expect(try await hub.storage.counts(of: hub.ada) == [RecordKind(.anchor, "focusSession"): 1])
    #expect(try await hub.storage.counts(of: hub.bob).isEmpty)
  }
}
