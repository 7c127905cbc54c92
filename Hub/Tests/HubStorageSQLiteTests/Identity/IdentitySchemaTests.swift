import HubContracts
import HubCore
import HubStorageSQLite
import HubTesting
import Testing
import ToolboxSQLite

/// The second wall behind the service: what the tables themselves refuse.
@Suite struct IdentitySchemaTests {
  let hub: TestIdentity

  init() throws { hub = try TestIdentity() }

  func open() throws -> Database {
    try Database(path: hub.folder.appendingPathComponent("hub.db").path)
  }

  @Test(arguments: [
    "UPDATE document SET account = 2", "UPDATE OR REPLACE document SET account = 2",
    "DELETE FROM document", "INSERT OR REPLACE INTO document SELECT id, 2, client, 0 FROM document",
    "REPLACE INTO document SELECT id, 2, client, 0 FROM document",
    "INSERT INTO document SELECT id, 2, client, 0 FROM document WHERE true "
      + "ON CONFLICT(id) DO UPDATE SET account = excluded.account",
  ])
  func `a document never changes hands, whatever is tried (KIT-14)`(sql: String) async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.makeGuest()
    let signIn = try await hub.connect(owner)
    _ = try await hub.service.device(bearer: signIn.bearer.text, isUse: true)
    let database = try open()

    #expect(throws: SQLiteError.self) { try database.execute(script: sql) }

    let holder = try database.read { (transaction) throws(SQLiteError) in
      try transaction.first("SELECT account FROM document") { $0.integer(0) }
    }
    #expect(holder == owner.session.account.number.value)
  }

  @Test func `a Hub has one owner`() async throws {
    _ = try await hub.makeOwner()
    _ = try await hub.makeGuest()
    let database = try open()

    #expect(throws: SQLiteError.self) {
      try database.execute(script: "UPDATE account SET is_owner = 1")
    }
  }

  @Test func `a session of an account that is not there cannot be stored`() throws {
    let database = try open()

    #expect(throws: SQLiteError.self) {
      try database.execute(
        script: """
          INSERT INTO web_session VALUES(9, zeroblob(16), zeroblob(32), 'unknown', 0, 0, 0)
          """)
    }
  }

  @Test func `a value that the Hub never wrote is told as damage`() async throws {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    try open().execute(script: "UPDATE device_session SET platform = 'toaster'")

    await #expect {
      try await hub.database.deviceSession(signIn.bearer.hash)
    } throws: { error in
      guard case .damaged = error as? StorageError else { return false }
      return true
    }
  }
}
